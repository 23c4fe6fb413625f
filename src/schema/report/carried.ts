import { isPlainObject, type Json } from '../../core/json.ts'
import { valueHolderOf } from '../document/holder-of.ts'
import type { Place, Places } from '../document/reachable-keywords.ts'
import { documentKeywords } from '../document/schema-keywords.ts'
import type { Feature } from '../feature.ts'
import type { Node, ObjectNode } from '../ir/node.ts'
import { firstSource, originOf } from '../ir/node.ts'
import type { Reached } from '../ir/walk.ts'
import { unionAround } from './covered.ts'

/** Fields of nodes that are keywords of the source, under the same name. */
const ownKeywords: ReadonlySet<string> = new Set(
  (
    'title description default examples nullable minLength maxLength pattern format minimum maximum exclusiveMinimum ' +
    'exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties'
  ).split(' '),
)

const containsWords = ['contains', 'minContains', 'maxContains']

/** What the nodes of the output carry. Nodes are looked up by the place of the source that they were read from. */
export class Carried {
  readonly #reached: Reached
  readonly #places: Places
  readonly #supports: ReadonlySet<Feature>
  /** By the index of the place. */
  readonly #nodes: Node[][]
  /** Annotations and rules that are written, as place and keyword. */
  readonly #written = new Set<string>()
  #around: Around | undefined

  constructor(reached: Reached, places: Places, supports: ReadonlySet<Feature>) {
    this.#reached = reached
    this.#places = places
    this.#supports = supports
    this.#nodes = new Array(places.all.length)
    for (const node of reached.nodes) if (isFromSource(node)) this.#add(node)
  }

  #add(node: Node): void {
    this.#addAt(node.origin, node)
    if (node.origins !== undefined) for (const at of Object.values(node.origins)) this.#addAt(at, node)
    const closed = closedBy(node)
    if (closed !== undefined && closed.at !== node.origin) this.#addAt(closed.at, node)
    if (!isWritten(node)) return
    for (const { at, keyword } of node.annotations ?? []) {
      if (!documentKeywords.has(keyword)) this.#written.add(`${at}\n${keyword}`)
    }
    for (const { at, keyword, nodes } of node.rules ?? []) {
      const names = keyword === 'if' ? nodes.keys() : keyword === 'contains' ? containsWords : [keyword]
      for (const name of names) if (name !== 'dependencies') this.#written.add(`${at}\n${name}`)
    }
  }

  #addAt(at: string, node: Node): void {
    const place = this.#places.at(at)
    if (place === undefined) return
    const nodes = this.#nodes[place.index]
    if (nodes === undefined) this.#nodes[place.index] = [node]
    else if (nodes[nodes.length - 1] !== node) nodes.push(node)
  }

  nodesAt(place: Place | undefined): readonly Node[] {
    return place === undefined ? none : (this.#nodes[place.index] ?? none)
  }

  /** Whether a keyword at a place, where these nodes were read from, is carried. */
  has(nodes: readonly Node[], at: string, keyword: string, value: Json): boolean {
    if (keyword === 'nullable' && value !== false && !this.#supports.has('nullableKeyword')) return false
    if (keyword.startsWith('exclusive') && typeof value === 'boolean') return !value
    if (keyword === 'additionalItems' || (keyword === 'items' && Array.isArray(value))) return false
    // A list that says null is only carried whole where no merge has ruled null out.
    if (listsNull(keyword, value) && !takesNull(nodes, at)) return false
    for (const node of nodes) if (carries(node, at, keyword)) return true
    return this.#written.size > 0 && this.#written.has(`${at}\n${keyword}`)
      ? true
      : this.#isImplied(nodes, at, keyword, value)
  }

  /** Keywords that other nodes, or the node under another name, speak for. */
  #isImplied(nodes: readonly Node[], at: string, keyword: string, value: Json): boolean {
    switch (keyword) {
      case 'type': {
        const union = unionAround(at)
        // The branch for null is carried by the union that takes null.
        if (value === 'null' && takesNull(this.nodesAt(this.#places.at(union)), union)) return true
        if (nodes.some((node) => node.kind === 'never' && node.nullable && node.origin === at))
          return value === 'null' || value === 'NULL'
        return this.#aroundNodes.places.has(at)
      }
      // The list of required names became a mark on each property; names that have none are reported on their own.
      case 'required':
        return nodes.some((node) => node.origin === at && mayBeObject(node)) || this.#aroundNodes.objects.has(at)
      case 'description':
      case 'title':
        return typeof value === 'string' && value !== '' && this.#aroundNodes.texts.some((text) => text.includes(value))
      case 'example':
        return this.#supports.has('example') && nodes.some((node) => holds(node, 'examples', at))
      case 'propertyOrdering':
        return nodes.some((node) => holds(node, 'ordering', at))
      case 'nullable':
        return value === false
      case 'enum':
      case 'default':
        return false
    }
    if (typeof value !== 'object' || value === null) return false
    if (keyword === 'properties' && isPlainObject(value) && Object.keys(value).length === 0)
      return nodes.some((node) => node.origin === at && isWritten(node)) || this.#aroundNodes.places.has(at)
    const { places, holders } = this.#aroundNodes
    const place = `${at}/${keyword}`
    return places.has(place) || holders.has(place)
  }

  get #aroundNodes(): Around {
    this.#around ??= new Around(this.#reached)
    return this.#around
  }
}

const none: readonly Node[] = []

/** Parts of an encoding, and a wrapper, stand for no schema of the source. */
function isFromSource(node: Node): boolean {
  return firstSource(node) !== undefined && node.encoding?.type !== 'wrap'
}

/** Whether a node carries a keyword of the source at a place by itself. */
function carries(node: Node, at: string, keyword: string): boolean {
  if (node.kind === 'never') return false
  if (keyword === 'type') return originOf(node, 'type') === at
  const isPlaceholder = node.encoding?.type === 'nothing'
  if (keyword === 'properties')
    return node.kind === 'object' && (isPlaceholder || node.fields.length > 0) && originOf(node, keyword) === at
  if (isPlaceholder) return false
  if (keyword === 'items' && node.kind === 'array' && originOf(node, keyword) === at) return true
  if (keyword === 'items' || keyword === 'additionalProperties') {
    const closed = closedBy(node)
    return closed?.keyword === keyword && closed.at === at
  }
  if (node.kind === 'enum' && keyword === node.keyword) return originOf(node, keyword) === at
  if (node.kind === 'union' || node.kind === 'ref') {
    if (keyword === node.keyword) return node.origin === at
    if (node.kind === 'ref' && keyword === 'nullable') return false
  }
  return ownKeywords.has(keyword) && holds(node, keyword, at)
}

/** Whether a field of a node was read from a place. */
function holds(node: Node, field: string, at: string): boolean {
  if (!isWritten(node)) return false
  return (node as unknown as Readonly<Record<string, unknown>>)[field] !== undefined && originOf(node, field) === at
}

/** `additionalProperties: false` and `items: false` leave a node that carries nothing of its own. */
function closedBy(node: Node): { at: string; keyword: string } | undefined {
  const rest = node.kind === 'object' ? node.extras : node.kind === 'array' ? node.items : undefined
  if (rest === undefined) return undefined
  const keyword = node.kind === 'object' ? 'additionalProperties' : 'items'
  const end = rest.origin.length - keyword.length - 1
  return rest.origin.endsWith(keyword) && rest.origin[end] === '/'
    ? { at: rest.origin.slice(0, end), keyword }
    : undefined
}

function takesNull(nodes: readonly Node[], at: string): boolean {
  return nodes.some((node) => isWritten(node) && (node.nullable || node.kind === 'any') && node.origin === at)
}

function listsNull(keyword: string, value: Json): boolean {
  if (!Array.isArray(value)) return false
  return (keyword === 'type' && value.includes('null')) || (keyword === 'enum' && value.includes(null))
}

/** Neither null alone nor a placeholder, which carry no keyword but `type`. */
function isWritten(node: Node): boolean {
  return node.kind !== 'never' && node.encoding?.type !== 'nothing'
}

/** The branches of a union speak for it. */
function mayBeObject(node: Node): boolean {
  if (!isWritten(node)) return false
  return node.kind === 'object' || node.kind === 'ref' || node.encoding !== undefined
}

/** The places that nodes lie in. Made only for a keyword that no node carries by itself. */
class Around {
  readonly places = new Set<string>()
  /** Places of null, and those that they lie in. */
  readonly holders = new Set<string>()
  /** Places where an object may stand, and those that they lie in. */
  readonly objects = new Set<string>()
  readonly texts: string[] = []

  constructor({ nodes, inRules }: Reached) {
    for (const node of nodes) {
      if (!isFromSource(node)) continue
      const isInRule = inRules.has(node)
      if (node.encoding?.type === 'nothing') continue
      if (node.kind === 'never') {
        // The keyword that holds it is there.
        if (!isInRule) addWithHolders(this.holders, node.origin, false)
        continue
      }
      addWithHolders(this.places, node.origin, isInRule)
      if (mayBeObject(node)) addWithHolders(this.objects, node.origin, isInRule)
      if (node.description !== undefined) this.texts.push(node.description)
      if (node.kind === 'object') this.#addDeclaring(node, isInRule)
    }
  }

  /** Each of several schemas that were merged marks what it requires on its own properties. */
  #addDeclaring({ fields, origin }: ObjectNode, isInRule: boolean): void {
    for (const { value } of fields) {
      if (value.origin.startsWith(origin) && value.origin.startsWith('/properties/', origin.length)) continue
      const holder = valueHolderOf(value.origin)
      if (holder !== undefined) addWithHolders(this.objects, holder.at, isInRule)
    }
  }
}

/** A place, and those that it lies in. A rule stands beside what it speaks of, not in it. */
function addWithHolders(places: Set<string>, origin: string, isInRule: boolean): void {
  for (let place = origin; !places.has(place); place = place.slice(0, place.lastIndexOf('/'))) {
    places.add(place)
    if (place === '' || isInRule) break
  }
}
