import type { Change } from '../change.ts'
import type { Place } from '../document/reachable-keywords.ts'

/** Where a change stands: a place of the source where that is known, else its pointer. */
export type Spot = Place | string

/** A note that was joined from others does not grow beyond this. */
const longestNote = 1_000

/** Changes in order, each once: by place, keyword and effect. Several of them are one entry with all of their notes. */
export class ChangeList {
  readonly all: Change[] = []
  /** Where each of them stands. */
  readonly spots: Spot[] = []
  /** Whether each of them says what became of its keyword, and not of one that stands elsewhere. */
  readonly areOwn: boolean[] = []
  /** The positions in `all`, by keyword. */
  readonly #bySpot = new Map<Spot, Map<string, number[]>>()

  /**
   * @param spot always the place or always the pointer, for changes that stand together
   * @param isOwn false where the change was moved to its keyword
   */
  add(change: Change, spot: Spot = change.at, isOwn = true): void {
    let atPlace = this.#bySpot.get(spot)
    if (atPlace === undefined) {
      atPlace = new Map()
      this.#bySpot.set(spot, atPlace)
    }
    const ofKeyword = atPlace.get(change.keyword)
    if (ofKeyword === undefined) atPlace.set(change.keyword, [this.all.length])
    else {
      const same = ofKeyword.find((position) => this.all[position]!.effect === change.effect)
      if (same !== undefined) {
        this.all[same] = join(this.all[same]!, change)
        this.areOwn[same] ||= isOwn
        return
      }
      ofKeyword.push(this.all.length)
    }
    this.all.push(change)
    this.spots.push(spot)
    this.areOwn.push(isOwn)
  }

  /** The keywords that changes name, by keyword. */
  at(spot: Spot): ReadonlyMap<string, unknown> | undefined {
    return this.#bySpot.get(spot)
  }
}

function join(first: Change, second: Change): Change {
  const { note } = first
  const isSaid =
    second.implicit === true ||
    note.includes(second.note) ||
    note.length + second.note.length > longestNote ||
    // What is not a keyword needs no other reason to be left out.
    first.code === 'keyword-misspelt'
  if (isSaid && (second.enforced || !first.enforced)) return first
  return { ...first, enforced: first.enforced && second.enforced, note: isSaid ? note : `${note} ${second.note}` }
}
