import type { Change } from './change.ts'
import type { Node } from './ir/node.ts'
import { originOf } from './ir/node.ts'
import { childrenOf } from './ir/walk.ts'
import { keywordInfo } from './read/keywords.ts'
import type { KeywordOccurrence } from './read/reachable-keywords.ts'

/**
 * The net under all passes: keywords of the source that no node of the output carries and no change names. Merging can
 * swallow a keyword that the rest implies; here it is confessed all the same, so that nothing is ever lost in silence.
 */
export function confessTheRest(
  occurrences: Iterable<KeywordOccurrence>,
  tree: Node,
  changes: Iterable<Change>,
): Change[] {
  const carried = new Carried(tree)
  const covered = new Covered(changes)
  const rest: Change[] = []
  for (const occurrence of occurrences) {
    if (!carried.has(occurrence) && !covered.has(occurrence)) rest.push(confession(occurrence))
  }
  return rest
}

function confession({ at, keyword }: KeywordOccurrence): Change {
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
class Covered {
  readonly #exact = new Set<string>()
  readonly #below = new Set<string>()
  readonly #nullable = new Set<string>()

  constructor(changes: Iterable<Change>) {
    for (const { at, keyword, effect, code } of changes) {
      this.#exact.add(`${at}\n${keyword}`)
      if (code.endsWith('-to-json-text')) this.#below.add(at)
      if (effect === 'described' || effect === 'dropped' || saidOtherwise.has(code)) this.#below.add(`${at}/${keyword}`)
      if (code === 'null-to-nullable') this.#nullable.add(at)
    }
  }

  has({ at, keyword, value }: KeywordOccurrence): boolean {
    if (this.#exact.has(`${at}\n${keyword}`)) return true
    // The branch for null is what its union's `nullable` says.
    if (keyword === 'type' && value === 'null' && this.#nullable.has(at.replace(/\/[^/]*\/[^/]*$/, ''))) return true
    for (let prefix = at; ; prefix = prefix.slice(0, prefix.lastIndexOf('/'))) {
      if (this.#below.has(prefix)) return true
      if (prefix === '') return false
    }
  }
}

/** What the nodes of the output carry. */
class Carried {
  /** Nodes whose every keyword stands where they do, which are nearly all; asked for their fields only when it matters. */
  readonly #nodes = new Map<string, Node | Node[]>()
  /** The keywords of all others, each with its own place. */
  readonly #keywords = new Set<string>()
  readonly #places = new Set<string>()
  readonly #texts: string[] = []
  readonly #nulls = new Set<string>()

  constructor(tree: Node) {
    const seen = new Set<Node>()
    const stack: Node[] = [tree]
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      this.#add(node)
      stack.push(...childrenOf(node))
    }
  }

  #add(node: Node): void {
    // Parts of an encoding, and a wrapper, stand for no schema of the source.
    if (node.sources.length === 0 || node.encoding?.type === 'wrap') return
    if (node.encoding?.type === 'nothing') {
      this.#keywords.add(`${originOf(node, 'type')}\ntype`)
      this.#keywords.add(`${originOf(node, 'properties')}\nproperties`)
      return
    }
    // Null alone is left: no other keyword of the schema is carried.
    if (node.kind === 'never') {
      this.#nulls.add(node.origin)
      return
    }
    for (let place = node.origin; !this.#places.has(place); place = place.slice(0, place.lastIndexOf('/'))) {
      this.#places.add(place)
      if (place === '') break
    }
    if (node.description !== undefined) this.#texts.push(node.description)
    if (node.origins === undefined) {
      const known = this.#nodes.get(node.origin)
      if (known === undefined) this.#nodes.set(node.origin, node)
      else if (Array.isArray(known)) known.push(node)
      else this.#nodes.set(node.origin, [known, node])
      return
    }
    for (const [field, value] of Object.entries(node)) {
      if (value !== undefined) this.#keywords.add(`${originOf(node, field)}\n${field}`)
    }
    for (const keyword of impliedKeywords(node)) this.#keywords.add(`${originOf(node, keyword)}\n${keyword}`)
    if (node.kind === 'union') this.#keywords.add(`${node.origin}\n${node.keyword}`)
  }

  #carries(at: string, keyword: string): boolean {
    const found = this.#nodes.get(at)
    if (
      found !== undefined &&
      (Array.isArray(found) ? found.some((node) => says(node, keyword)) : says(found, keyword))
    )
      return true
    return this.#keywords.size > 0 && this.#keywords.has(`${at}\n${keyword}`)
  }

  has({ at, keyword, value }: KeywordOccurrence): boolean {
    if (this.#carries(at, keyword)) return true
    if (keyword === 'type' && this.#nulls.has(at)) return value === 'null' || value === 'NULL'
    // The list of required names became a mark on each property; names that have none are confessed on their own.
    if (keyword === 'required' || keyword === 'type') return this.#places.has(at)
    if (keyword === 'description' || keyword === 'title') {
      return typeof value === 'string' && this.#texts.some((text) => text.includes(value))
    }
    if (keyword === 'example') return this.#carries(at, 'examples')
    if (keyword === 'propertyOrdering') return this.#carries(at, 'ordering')
    if (keyword === 'nullable' && value === false) return true
    const holdsSchemas = typeof value === 'object' && value !== null
    return holdsSchemas && keyword !== 'enum' && keyword !== 'default' && this.#places.has(`${at}/${keyword}`)
  }
}

/** Whether a node has a keyword: in a field of that name, or by its kind. */
function says(node: Node, keyword: string): boolean {
  if (Object.hasOwn(node, keyword) && (node as unknown as Record<string, unknown>)[keyword] !== undefined) return true
  return impliedKeywords(node).includes(keyword) || (node.kind === 'union' && node.keyword === keyword)
}

/** The keywords that a node of a kind stands for, besides its fields. */
function impliedKeywords(node: Node): readonly string[] {
  switch (node.kind) {
    case 'object':
      return objectKeywords
    case 'array':
      return arrayKeywords
    case 'enum':
      return ['type', node.keyword]
    default:
      return anyKeywords
  }
}

const objectKeywords = ['type', 'properties']
const arrayKeywords = ['type', 'items']
const anyKeywords = ['type']
