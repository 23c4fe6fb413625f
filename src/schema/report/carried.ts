import { isPlainObject, type Json } from '../../core/json.ts'
import { holdersOf, holdsDefinitions, valueHolderOf } from '../document/holder-of.ts'
import type { Place, Places } from '../document/reachable-keywords.ts'
import { documentKeywords } from '../document/schema-keywords.ts'
import type { Feature } from '../feature.ts'
import type { Node, ObjectNode } from '../ir/node.ts'
import { firstSource } from '../ir/node.ts'
import type { Reached } from '../ir/walk.ts'
import { unionAround } from './covered.ts'
import { placeOf } from './place-changes.ts'

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
  #written: Set<string> | undefined
  #around: Around | undefined
  /** The nodes with a description; collected for the first text that the nodes of its own place do not say. */
  #speaking: readonly Node[] | undefined

  constructor(reached: Reached, places: Places, supports: ReadonlySet<Feature>) {
    this.#reached = reached
    this.#places = places
    this.#supports = supports
    this.#nodes = new Array(places.all.length)
    for (const node of reached.nodes) if (isFromSource(node)) this.#add(node)
  }

  #add(node: Node): void {
    this.#addAt(placeOf(node, this.#places), node)
    if (node.origins !== undefined) for (const at of Object.values(node.origins)) this.#addAt(this.#places.at(at), node)
    this.#addAt(closedBy(node, this.#places)?.place, node)
    if ((node.annotations === undefined && node.rules === undefined) || !isWritten(node)) return
    this.#written ??= new Set()
    for (const { at, keyword } of node.annotations ?? []) {
      if (!documentKeywords.has(keyword)) this.#written.add(`${at}\n${keyword}`)
    }
    for (const { at, keyword, nodes } of node.rules ?? []) {
      const names = keyword === 'if' ? nodes.keys() : keyword === 'contains' ? containsWords : [keyword]
      for (const name of names) if (name !== 'dependencies') this.#written.add(`${at}\n${name}`)
    }
  }

  #addAt(place: Place | undefined, node: Node): void {
    if (place === undefined) return
    const nodes = this.#nodes[place.index]
    if (nodes === undefined) this.#nodes[place.index] = [node]
    else if (nodes[nodes.length - 1] !== node) nodes.push(node)
  }

  #nodesAt(place: Place): readonly Node[] {
    return this.#nodes[place.index] ?? none
  }

  /** Whether a keyword at a place is carried. */
  has(place: Place, keyword: string, value: Json): boolean {
    if (keyword === 'nullable' && value !== false && !this.#supports.has('nullableKeyword')) return false
    if (keyword.startsWith('exclusive') && typeof value === 'boolean') return !value
    if (keyword === 'additionalItems' || (keyword === 'items' && Array.isArray(value))) return false
    // A list that says null is only carried whole where no merge has ruled null out.
    const nodes = this.#nodesAt(place)
    if (listsNull(keyword, value) && !takesNull(nodes, place)) return false
    for (const node of nodes) if (this.#carries(node, place, keyword)) return true
    if (this.#written?.has(`${place.at}\n${keyword}`)) return true
    return this.#isImplied(nodes, place, keyword, value)
  }

  /** Whether a node carries a keyword of the source at a place by itself. */
  #carries(node: Node, place: Place, keyword: string): boolean {
    if (node.kind === 'never') return false
    if (keyword === 'type') return !isCut(node) && isReadAt(node, 'type', place)
    // The list of required names became a mark on each property; names that have none are reported on their own.
    if (keyword === 'required') return mayBeObject(node) && standsAt(node, place)
    const isPlaceholder = node.encoding?.type === 'nothing'
    if (keyword === 'properties')
      return node.kind === 'object' && (isPlaceholder || node.fields.length > 0) && isReadAt(node, keyword, place)
    if (isPlaceholder) return false
    if (keyword === 'items' && node.kind === 'array' && isReadAt(node, keyword, place)) return true
    if (keyword === 'items' || keyword === 'additionalProperties') {
      const closed = closedBy(node, this.#places)
      return closed?.keyword === keyword && closed.place === place
    }
    if (node.kind === 'enum' && keyword === node.keyword) return isReadAt(node, keyword, place)
    if (node.kind === 'union' || node.kind === 'ref') {
      if (keyword === node.keyword) return standsAt(node, place)
      if (node.kind === 'ref' && keyword === 'nullable') return false
    }
    return ownKeywords.has(keyword) && holds(node, keyword, place)
  }

  /** Keywords that other nodes, or the node under another name, speak for. */
  #isImplied(nodes: readonly Node[], place: Place, keyword: string, value: Json): boolean {
    const { at } = place
    switch (keyword) {
      case 'type': {
        const around = value === 'null' ? unionAround(at) : undefined
        const union = around === undefined ? undefined : this.#places.at(around)
        // The branch for null is carried by the union that takes null.
        if (union !== undefined && takesNull(this.#nodesAt(union), union)) return true
        if (nodes.some((node) => node.kind === 'never' && node.nullable && standsAt(node, place)))
          return value === 'null' || value === 'NULL'
        return this.#aroundNodes.typed.has(at)
      }
      case 'required':
        return this.#aroundNodes.objects.has(at)
      case 'description':
      case 'title':
        return typeof value === 'string' && value !== '' && (nodes.some(saysText(value)) || this.#says(value))
      case 'example':
        return this.#supports.has('example') && nodes.some((node) => holds(node, 'examples', place))
      case 'propertyOrdering':
        return nodes.some((node) => holds(node, 'ordering', place))
      case 'nullable':
        return value === false
      case 'enum':
      case 'default':
        return false
    }
    if (typeof value !== 'object' || value === null) return false
    if (keyword === 'properties' && isPlainObject(value) && Object.keys(value).length === 0)
      return nodes.some((node) => isWritten(node) && standsAt(node, place)) || this.#aroundNodes.places.has(at)
    const { places, holders } = this.#aroundNodes
    const pointer = `${at}/${keyword}`
    return places.has(pointer) || holders.has(pointer)
  }

  /** Whether any node says a text: where schemas are merged, so are their texts. */
  #says(text: string): boolean {
    this.#speaking ??= [...this.#reached.nodes].filter((node) => node.description !== undefined && isFromSource(node))
    return this.#speaking.some(saysText(text))
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

/** Whether a node was read from the schema at a place. Pointers are compared where the schema object does not decide. */
function standsAt(node: Node, place: Place): boolean {
  return (node.sources === place.schema && !place.isShared) || node.origin === place.at
}

/** Whether a keyword of a node was read from the schema at a place. */
function isReadAt(node: Node, keyword: string, place: Place): boolean {
  const moved = node.origins?.[keyword]
  return moved === undefined ? standsAt(node, place) : moved === place.at
}

/** Whether a field of a node was read from a place. */
function holds(node: Node, field: string, place: Place): boolean {
  if (!isWritten(node)) return false
  return (node as unknown as Readonly<Record<string, unknown>>)[field] !== undefined && isReadAt(node, field, place)
}

/** `additionalProperties: false` and `items: false` leave a node that carries nothing of its own. */
function closedBy(node: Node, places: Places): { place: Place; keyword: string } | undefined {
  const rest = node.kind === 'object' ? node.extras : node.kind === 'array' ? node.items : undefined
  if (rest === undefined) return undefined
  const keyword = node.kind === 'object' ? 'additionalProperties' : 'items'
  const own = typeof rest.sources === 'object' ? placeOf(rest, places) : undefined
  if (own?.parent !== undefined) return own.keyword === keyword ? { place: own.parent, keyword } : undefined
  const end = rest.origin.length - keyword.length - 1
  const isHeld = rest.origin.endsWith(keyword) && rest.origin[end] === '/'
  const place = isHeld ? places.at(rest.origin.slice(0, end)) : undefined
  return place === undefined ? undefined : { place, keyword }
}

function saysText(text: string): (node: Node) => boolean {
  return (node) => node.description?.includes(text) === true && isWritten(node)
}

function takesNull(nodes: readonly Node[], place: Place): boolean {
  return nodes.some((node) => isWritten(node) && (node.nullable || node.kind === 'any') && standsAt(node, place))
}

function listsNull(keyword: string, value: Json): boolean {
  if (!Array.isArray(value)) return false
  return (keyword === 'type' && value.includes('null')) || (keyword === 'enum' && value.includes(null))
}

/** Neither null alone nor a placeholder, which carry no keyword but `type`. */
function isWritten(node: Node): boolean {
  return node.kind !== 'never' && node.encoding?.type !== 'nothing'
}

/** Any value is sent where a shape was. */
function isCut(node: Node): boolean {
  return node.kind === 'any' && node.cut !== undefined
}

/** The branches of a union speak for it. */
function mayBeObject(node: Node): boolean {
  // A wrapper, and what fills a list of which nothing is said, stand for no object of the source.
  if (!isWritten(node) || node.encoding?.type === 'wrap' || firstSource(node) === true) return false
  return node.kind === 'object' || node.kind === 'ref' || node.encoding !== undefined
}

/** The places that nodes lie in. Made only for a keyword that no node carries by itself. */
class Around {
  readonly places = new Set<string>()
  /** Places whose type is said, by a node there or by what lies in its values. */
  readonly typed = new Set<string>()
  /** Places of null, and those that they lie in. */
  readonly holders = new Set<string>()
  /** Places where an object may stand, and those that they lie in. */
  readonly objects = new Set<string>()

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
      // Text, and any value where a shape was, say no more than that there is a value.
      const said =
        node.encoding?.type === 'json-text' || node.kind === 'any' ? valueHolderOf(node.origin)?.at : node.origin
      if (said !== undefined) addWithHolders(this.typed, said, isInRule)
      if (said !== undefined && mayBeObject(node)) addWithHolders(this.objects, said, isInRule)
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

/** A place, and those that it lies in. A rule stands beside what it speaks of, not in it, and a definition in no other schema. */
function addWithHolders(places: Set<string>, origin: string, isInRule: boolean): void {
  if (places.has(origin)) return
  places.add(origin)
  if (isInRule || origin === '') return
  const holders = holdersOf(origin)
  for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
    const { at, keyword } = holder
    places.add(`${at}/${keyword}`)
    if (holdsDefinitions(keyword) || places.has(at)) return
    places.add(at)
  }
}
