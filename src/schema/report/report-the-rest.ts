import { isPlainObject, type Json } from '../../core/json.ts'
import type { Change } from '../change.ts'
import { valueHolderOf } from '../document/holder-of.ts'
import { documentKeywords, keywordInfo } from '../document/keywords.ts'
import type { KeywordOccurrence } from '../document/reachable-keywords.ts'
import type { Feature } from '../feature.ts'
import { type Node, originOf, type Rule } from '../ir/node.ts'
import { childrenOf } from '../ir/walk.ts'

/**
 * The net under all passes: keywords of the source that no node of the output carries and no change names. Merging can
 * swallow a keyword that the rest implies; here it is reported all the same, so that nothing is ever lost in silence.
 */
export function reportTheRest(
  occurrences: Iterable<KeywordOccurrence>,
  trees: readonly Node[],
  changes: Iterable<Change>,
  supports: ReadonlySet<Feature>,
): Change[] {
  const carried = new Carried(trees, supports)
  const covered = new Covered(changes)
  const rest: Change[] = []
  for (const occurrence of occurrences) {
    if (!carried.has(occurrence) && !covered.has(occurrence)) rest.push(changeFor(occurrence))
  }
  return rest
}

const oldWords: ReadonlySet<string> = new Set(['nullable', 'example', 'additionalItems', 'dependencies'])

/** Words of OpenAPI and of older drafts that the newer draft says otherwise. */
function isOldWord(keyword: string, value: Json): boolean {
  if (keyword === 'items') return Array.isArray(value)
  return oldWords.has(keyword) || (keyword.startsWith('exclusive') && value === true)
}

function changeFor({ at, keyword, value }: KeywordOccurrence): Change {
  if (isOldWord(keyword, value)) {
    const note = 'Said in the words of this dialect.'
    return { at, keyword, code: 'keyword-reworded', effect: 'rewritten', enforced: true, note }
  }
  const asserts = keywordInfo(keyword)?.asserts === true
  const note = asserts
    ? 'No keyword of the output carries it by itself: the schemas around it say as much, or `check` alone holds it.'
    : 'No keyword of the output carries it.'
  return { at, keyword, code: 'keyword-absorbed', effect: 'dropped', enforced: asserts, note }
}

/** Codes of keywords whose subschemas were taken apart and said in another way, exactly. */
const saidOtherwise: ReadonlySet<string> = new Set([
  ...['condition-split', 'negation-applied', 'keys-enumerated', 'enum-filtered'],
])

/** What the changes speak for: their own keyword, and what lies under a keyword or schema that became words or text. */
export class Covered {
  readonly #exact = new Set<string>()
  readonly #below = new Set<string>()
  readonly #nullable = new Set<string>()

  constructor(changes: Iterable<Change>) {
    for (const { at, keyword, effect, code } of changes) {
      this.#exact.add(`${at}\n${keyword}`)
      if (code.endsWith('-to-json-text') || code === 'cut-to-free-form') this.#below.add(at)
      if (effect === 'described' || effect === 'dropped' || saidOtherwise.has(code)) this.#below.add(`${at}/${keyword}`)
      if (code === 'null-to-nullable') this.#nullable.add(at)
    }
  }

  has({ at, keyword, value }: KeywordOccurrence): boolean {
    if (this.#exact.has(`${at}\n${keyword}`)) return true
    // The branch for null is what its union's `nullable` says.
    if (keyword === 'type' && value === 'null' && this.#nullable.has(unionAround(at))) return true
    return isBelow(this.#below, at)
  }
}

/** The schema of which a place is a branch. */
function unionAround(at: string): string {
  return at.replace(/\/[^/]*\/[^/]*$/, '')
}

function listsNull(keyword: string, value: Json): boolean {
  if (!Array.isArray(value)) return false
  return (keyword === 'type' && value.includes('null')) || (keyword === 'enum' && value.includes(null))
}

/** Kinds of nodes that may be an object. The branches of a union speak for it. */
const objectKinds: ReadonlySet<Node['kind']> = new Set<Node['kind']>(['object', 'ref'])

const containsWords = ['contains', 'minContains', 'maxContains']

/** Whether a place, or one that it lies in, is among others. */
function isBelow(places: ReadonlySet<string>, at: string): boolean {
  if (places.size === 0) return false
  for (let prefix = at; ; prefix = prefix.slice(0, prefix.lastIndexOf('/'))) {
    if (places.has(prefix)) return true
    if (prefix === '') return false
  }
}

/** What the nodes of the output carry. */
class Carried {
  readonly #keywords = new Set<string>()
  readonly #places = new Set<string>()
  /** Places of null, and those that they lie in. */
  readonly #holders = new Set<string>()
  /** Places where an object may stand, and those that they lie in. */
  readonly #objects = new Set<string>()
  readonly #texts: string[] = []
  readonly #nulls = new Set<string>()
  readonly #nullable = new Set<string>()
  readonly #supports: ReadonlySet<Feature>

  constructor(trees: readonly Node[], supports: ReadonlySet<Feature>) {
    this.#supports = supports
    const seen = new Set<Node>()
    this.#walk(trees, seen, false)
  }

  #walk(trees: readonly Node[], seen: Set<Node>, isInRule: boolean): void {
    const stack: Node[] = [...trees]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      this.#add(node, isInRule)
      stack.push(...childrenOf(node))
      for (const rule of node.rules ?? []) this.#walk([...rule.nodes.values()], seen, true)
    }
  }

  #add(node: Node, isInRule: boolean): void {
    // Parts of an encoding, and a wrapper, stand for no schema of the source.
    if (node.sources.length === 0 || node.encoding?.type === 'wrap') return
    if (node.encoding?.type === 'nothing') {
      this.#keywords.add(`${originOf(node, 'type')}\ntype`)
      this.#keywords.add(`${originOf(node, 'properties')}\nproperties`)
      return
    }
    // Null alone is left: no other keyword of the schema is carried.
    if (node.kind === 'never') {
      if (node.nullable) this.#nulls.add(node.origin)
      // The keyword that holds it is there.
      if (!isInRule) this.#addPlaces(node.origin, false, this.#holders)
      return
    }
    this.#addPlaces(node.origin, isInRule)
    if (objectKinds.has(node.kind) || node.encoding !== undefined) this.#addPlaces(node.origin, isInRule, this.#objects)
    if (node.nullable || node.kind === 'any') this.#nullable.add(node.origin)
    if (node.description !== undefined) this.#texts.push(node.description)
    for (const [field, value] of Object.entries(node)) {
      if (value !== undefined && !(node.kind === 'ref' && field === 'nullable'))
        this.#keywords.add(`${originOf(node, field)}\n${field}`)
    }
    this.#keywords.add(`${originOf(node, 'type')}\ntype`)
    const hasFields = node.kind === 'object' && node.fields.length > 0
    if (hasFields) this.#keywords.add(`${originOf(node, 'properties')}\nproperties`)
    // Each of several schemas that were merged marks what it requires on its own properties.
    if (hasFields) for (const { value } of node.fields) this.#addHolder(value.origin, isInRule)
    if (node.kind === 'array') this.#keywords.add(`${originOf(node, 'items')}\nitems`)
    this.#addClosed(node)
    if (node.kind === 'enum') this.#keywords.add(`${originOf(node, node.keyword)}\n${node.keyword}`)
    if (node.kind === 'union' || node.kind === 'ref') this.#keywords.add(`${node.origin}\n${node.keyword}`)
    for (const { at, keyword } of node.annotations ?? []) {
      if (!documentKeywords.has(keyword)) this.#keywords.add(`${at}\n${keyword}`)
    }
    for (const rule of node.rules ?? []) this.#addRule(rule)
  }

  /** A place, and those that it lies in. */
  #addPlaces(origin: string, isInRule: boolean, places: Set<string> = this.#places): void {
    for (let place = origin; !places.has(place); place = place.slice(0, place.lastIndexOf('/'))) {
      places.add(place)
      // A rule stands beside what it speaks of, not in it.
      if (place === '' || isInRule) break
    }
  }

  /** The schema that declares a property at a place. */
  #addHolder(origin: string, isInRule: boolean): void {
    const holder = valueHolderOf(origin)
    if (holder !== undefined) this.#addPlaces(holder.at, isInRule, this.#objects)
  }

  /** `additionalProperties: false` and `items: false` leave a node that carries nothing of its own. */
  #addClosed(node: Node): void {
    const [rest, keyword] =
      node.kind === 'object'
        ? [node.extras, 'additionalProperties']
        : node.kind === 'array'
          ? [node.items, 'items']
          : []
    const end = `/${keyword}`
    if (rest?.origin.endsWith(end)) this.#keywords.add(`${rest.origin.slice(0, -end.length)}\n${keyword}`)
  }

  /** A rule that stays is written; what it holds is looked at like everything else. */
  #addRule({ at, keyword, nodes }: Rule): void {
    const names = keyword === 'if' ? [...nodes.keys()] : keyword === 'contains' ? containsWords : [keyword]
    for (const name of names) if (name !== 'dependencies') this.#keywords.add(`${at}\n${name}`)
  }

  has({ at, keyword, value }: KeywordOccurrence): boolean {
    if (keyword === 'nullable' && value !== false && !this.#supports.has('nullableKeyword')) return false
    if (keyword.startsWith('exclusive') && typeof value === 'boolean') return !value
    if (keyword === 'additionalItems' || (keyword === 'items' && Array.isArray(value))) return false
    // A list that says null is only carried whole where no merge has ruled null out.
    if (listsNull(keyword, value) && !this.#nullable.has(at)) return false
    if (this.#keywords.has(`${at}\n${keyword}`)) return true
    // The branch for null is carried by the union that takes null.
    if (keyword === 'type' && value === 'null' && this.#nullable.has(unionAround(at))) return true
    if (keyword === 'type' && this.#nulls.has(at)) return value === 'null' || value === 'NULL'
    // The list of required names became a mark on each property; names that have none are reported on their own.
    if (keyword === 'required') return this.#objects.has(at)
    if (keyword === 'type') return this.#places.has(at)
    if (keyword === 'description' || keyword === 'title') {
      return typeof value === 'string' && value !== '' && this.#texts.some((text) => text.includes(value))
    }
    if (keyword === 'example') return this.#supports.has('example') && this.#keywords.has(`${at}\nexamples`)
    if (keyword === 'propertyOrdering') return this.#keywords.has(`${at}\nordering`)
    if (keyword === 'nullable' && value === false) return true
    if (keyword === 'properties' && isPlainObject(value) && Object.keys(value).length === 0) return this.#places.has(at)
    const holdsSchemas = typeof value === 'object' && value !== null
    if (!holdsSchemas || keyword === 'enum' || keyword === 'default') return false
    const place = `${at}/${keyword}`
    return this.#places.has(place) || this.#holders.has(place)
  }
}
