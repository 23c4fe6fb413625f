import type { Change } from '../change.ts'

/** A note that was joined from others does not grow beyond this. */
const longestNote = 1_000

/** Changes in order, each once: by place, keyword and effect. Several of them are one entry with all of their notes. */
export class ChangeList {
  readonly all: Change[] = []
  /** The positions in `all`. */
  readonly #byPlace = new Map<string, Map<string, number[]>>()

  add(change: Change): void {
    let atPlace = this.#byPlace.get(change.at)
    if (atPlace === undefined) {
      atPlace = new Map()
      this.#byPlace.set(change.at, atPlace)
    }
    const ofKeyword = atPlace.get(change.keyword)
    if (ofKeyword === undefined) atPlace.set(change.keyword, [this.all.length])
    else {
      const same = ofKeyword.find((position) => this.all[position]!.effect === change.effect)
      if (same !== undefined) {
        this.all[same] = join(this.all[same]!, change)
        return
      }
      ofKeyword.push(this.all.length)
    }
    this.all.push(change)
  }

  /** The keywords at a place that changes name. */
  at(place: string): ReadonlyMap<string, unknown> | undefined {
    return this.#byPlace.get(place)
  }
}

function join(first: Change, second: Change): Change {
  const { note } = first
  const isSaid =
    second.implicit === true || note.includes(second.note) || note.length + second.note.length > longestNote
  if (isSaid && (second.enforced || !first.enforced)) return first
  return { ...first, enforced: first.enforced && second.enforced, note: isSaid ? note : `${note} ${second.note}` }
}
