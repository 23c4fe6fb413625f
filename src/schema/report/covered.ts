import type { Json } from '../../core/json.ts'
import { holderOf } from '../document/holder-of.ts'
import type { Place } from '../document/reachable-keywords.ts'
import type { ChangeList } from './change-list.ts'

/** Codes of keywords whose subschemas were taken apart and said in another way, exactly. */
const saidOtherwise: ReadonlySet<string> = new Set([
  ...['condition-applied', 'negation-applied', 'keys-enumerated', 'enum-filtered'],
])

/** What changes speak for: their own keyword, and what lies under a keyword or schema that became words or text. */
export class Covered {
  readonly #changes: ChangeList
  readonly #below = new Set<string>()
  readonly #nullable = new Set<string>()

  constructor(changes: ChangeList) {
    this.#changes = changes
    for (const { at, keyword, effect, code } of changes.all) {
      if (code.endsWith('-to-json-text') || code === 'cut-to-free-form') this.#below.add(at)
      // Of what is partly not a schema, the rest holds.
      const isWhole = (effect === 'described' || effect === 'dropped') && code !== 'not-a-schema'
      if (isWhole || saidOtherwise.has(code)) this.#below.add(`${at}/${keyword}`)
      // A definition may be used elsewhere.
      if (code === 'field-omitted' && holderOf(at)?.keyword === 'properties') this.#below.add(at)
      if (code === 'null-to-nullable') this.#nullable.add(at)
    }
  }

  has(at: string, keyword: string, value: Json): boolean {
    return this.#liesBelow(at) || this.keywordsAt(at)?.has(keyword) === true || this.isNullBranch(at, keyword, value)
  }

  /** The keywords at a place that changes name. */
  keywordsAt(at: string): ReadonlyMap<string, unknown> | undefined {
    return this.#changes.at(at)
  }

  /** Whether a keyword is the type of the branch for null of a nullable union. */
  isNullBranch(at: string, keyword: string, value: Json): boolean {
    return keyword === 'type' && value === 'null' && this.#nullable.has(unionAround(at))
  }

  /** The places that became words or text, or lie in one that did. */
  within(places: readonly Place[]): ReadonlySet<Place> {
    const held = new Set<Place>()
    if (this.#below.size === 0) return held
    for (const place of places) {
      const { at, parent, under } = place
      const isHeld =
        parent === undefined
          ? this.#liesBelow(at)
          : held.has(parent) || this.#below.has(under) || (at !== under && this.#below.has(at))
      if (isHeld) held.add(place)
    }
    return held
  }

  #liesBelow(at: string): boolean {
    if (this.#below.size === 0) return false
    for (let place = at; ; place = place.slice(0, place.lastIndexOf('/'))) {
      if (this.#below.has(place)) return true
      if (place === '') return false
    }
  }
}

/** The schema of which a place is a branch. */
export function unionAround(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf('/', at.lastIndexOf('/') - 1)))
}
