import type { Json } from '../../core/json.ts'
import type { Change } from '../change.ts'

/** Codes of keywords whose subschemas were taken apart and said in another way, exactly. */
const saidOtherwise: ReadonlySet<string> = new Set([
  ...['condition-split', 'negation-applied', 'keys-enumerated', 'enum-filtered'],
])

/** What changes speak for: their own keyword, and what lies under a keyword or schema that became words or text. */
export class Covered {
  /** The keywords that are named, by place. */
  readonly #named = new Map<string, Set<string>>()
  readonly #below = new Set<string>()
  readonly #nullable = new Set<string>()

  constructor(changes: Iterable<Change>) {
    for (const { at, keyword, effect, code } of changes) {
      const named = this.#named.get(at)
      if (named === undefined) this.#named.set(at, new Set([keyword]))
      else named.add(keyword)
      if (code.endsWith('-to-json-text') || code === 'cut-to-free-form') this.#below.add(at)
      if (effect === 'described' || effect === 'dropped' || saidOtherwise.has(code)) this.#below.add(`${at}/${keyword}`)
      if (code === 'null-to-nullable') this.#nullable.add(at)
    }
  }

  /** The keywords at a place that changes name. */
  namedAt(at: string): ReadonlySet<string> | undefined {
    return this.#named.get(at)
  }

  has(at: string, keyword: string, value: Json): boolean {
    if (this.#named.get(at)?.has(keyword)) return true
    // The branch for null is what its union's `nullable` says.
    if (keyword === 'type' && value === 'null' && this.#nullable.has(unionAround(at))) return true
    return isBelow(this.#below, at)
  }
}

/** The schema of which a place is a branch. */
export function unionAround(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf('/', at.lastIndexOf('/') - 1)))
}

/** Whether a place, or one that it lies in, is among others. */
function isBelow(places: ReadonlySet<string>, at: string): boolean {
  if (places.size === 0) return false
  for (let prefix = at; ; prefix = prefix.slice(0, prefix.lastIndexOf('/'))) {
    if (places.has(prefix)) return true
    if (prefix === '') return false
  }
}
