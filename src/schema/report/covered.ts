import type { Json } from '../../core/json.ts'
import { holderOf } from '../document/holder-of.ts'
import type { Place } from '../document/reachable-keywords.ts'
import type { ChangeList, Spot } from './change-list.ts'

/** Codes of keywords whose subschemas were taken apart and said in another way, exactly. */
const saidOtherwise: ReadonlySet<string> = new Set([
  ...['condition-applied', 'negation-applied', 'keys-enumerated', 'enum-filtered'],
])

const noPlaces: ReadonlySet<Place> = new Set()

/** What changes speak for: their own keyword, and what lies under a keyword or schema that became words or text. */
export class Covered {
  readonly #changes: ChangeList
  readonly #spotAt: (pointer: string) => Spot
  /** Schemas that became text, or were left out. */
  #whole: Set<Spot> | undefined
  /** Keywords that became words, or were left out. */
  #keywords: Map<Spot, Set<string>> | undefined
  #nullable: Set<string> | undefined

  /** @param spotAt where a change with a pointer stands */
  constructor(changes: ChangeList, spotAt: (pointer: string) => Spot = (pointer) => pointer) {
    this.#changes = changes
    this.#spotAt = spotAt
    for (const [position, { at, keyword, effect, code }] of changes.all.entries()) {
      const spot = changes.spots[position]!
      if (code.endsWith('-to-json-text') || code === 'cut-to-free-form') this.#coverWhole(spot)
      // Of what is partly not a schema, the rest holds.
      const isWhole = (effect === 'described' || effect === 'dropped') && code !== 'not-a-schema'
      if ((isWhole || saidOtherwise.has(code)) && changes.areOwn[position]) this.#cover(spot, keyword)
      // A definition may be used elsewhere.
      if (code === 'field-omitted' && holderOf(at)?.keyword === 'properties') this.#coverWhole(spot)
      if (code === 'null-to-nullable') {
        this.#nullable ??= new Set()
        this.#nullable.add(at)
      }
    }
  }

  #coverWhole(spot: Spot): void {
    this.#whole ??= new Set()
    this.#whole.add(spot)
  }

  #cover(spot: Spot, keyword: string): void {
    this.#keywords ??= new Map()
    const keywords = this.#keywords.get(spot)
    if (keywords === undefined) this.#keywords.set(spot, new Set([keyword]))
    else keywords.add(keyword)
  }

  has(at: string, keyword: string, value: Json): boolean {
    return (
      this.#liesBelow(at) ||
      this.keywordsAt(this.#spotAt(at))?.has(keyword) === true ||
      this.isNullBranch(at, keyword, value)
    )
  }

  /** The keywords that changes name. */
  keywordsAt(spot: Spot): ReadonlyMap<string, unknown> | undefined {
    return this.#changes.at(spot)
  }

  /** Whether a keyword is the type of the branch for null of a nullable union. */
  isNullBranch(at: string, keyword: string, value: Json): boolean {
    if (keyword !== 'type' || value !== 'null' || this.#nullable === undefined) return false
    const union = unionAround(at)
    return union !== undefined && this.#nullable.has(union)
  }

  /** The places that became words or text, or lie in one that did. */
  within(places: readonly Place[]): ReadonlySet<Place> {
    if (this.#whole === undefined && this.#keywords === undefined) return noPlaces
    const held = new Set<Place>()
    for (const place of places) {
      const { at, parent, keyword } = place
      const isHeld =
        parent === undefined
          ? this.#whole?.has(place) || (at !== '' && this.#liesBelow(at))
          : held.has(parent) || this.#keywords?.get(parent)?.has(keyword) || this.#whole?.has(place)
      if (isHeld) held.add(place)
    }
    return held
  }

  #liesBelow(at: string): boolean {
    if (this.#whole === undefined && this.#keywords === undefined) return false
    for (let pointer = at; ; ) {
      if (this.#whole?.has(this.#spotAt(pointer))) return true
      if (pointer === '') return false
      const end = pointer.lastIndexOf('/')
      const keyword = pointer.slice(end + 1)
      pointer = pointer.slice(0, end)
      if (this.#keywords?.get(this.#spotAt(pointer))?.has(keyword)) return true
    }
  }
}

/** The union of which a place is a branch. */
export function unionAround(at: string): string | undefined {
  const branch = /\/(?:anyOf|oneOf)\/\d+$/.exec(at)
  return branch === null ? undefined : at.slice(0, branch.index)
}
