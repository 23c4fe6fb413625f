import { type JsonObject, ownValue } from '../../core/json.ts'
import { decodePercent } from '../../core/parse-url.ts'
import { joinPointer, valueAt } from '../../core/pointer.ts'
import { asSchema } from './keyword-values.ts'
import { resolveUri, unknownBase } from './resolve-uri.ts'
import type { Schema } from './schema.ts'
import { schemaKeywords } from './schema-keywords.ts'

/** The target of a reference. */
export interface Resolved {
  readonly schema: Schema
  /** JSON Pointer into the root document. */
  readonly pointer: string
}

/** The target of a dynamic reference, and whether it is that on every path that leads to the reference. */
interface DynamicTarget extends Resolved {
  readonly isCertain: boolean
}

/** A schema with its own URI: the root, or a subschema with an `$id`. References inside are relative to it. */
export interface Resource {
  readonly root: Schema
  readonly pointer: string
  readonly draft: Draft
  readonly uri: string
  /** The `$dynamicAnchor`s inside it, by name. */
  readonly dynamicAnchors: ReadonlyMap<string, Resolved>
  /** Whether its root has `$recursiveAnchor: true` (2019-09). */
  readonly isRecursive: boolean
}

/**
 * A JSON Schema document with its references. Nothing is ever fetched: references to other documents are unresolved. The
 * index is built when a reference first needs it.
 */
export class SchemaDocument {
  declare readonly root: Schema
  declare readonly draft: Draft
  declare private identified: boolean | undefined
  declare private built: Index | undefined

  constructor(root: Schema, draft: Draft | undefined) {
    this.root = root
    this.draft = draft ?? draftOf(root) ?? '2020-12'
    this.identified = undefined
    this.built = undefined
  }

  /** The draft of a subschema: that of its embedded resource, else that of the document. */
  draftAt(schema: JsonObject): Draft {
    return this.hasResources() ? this.resourceOf(schema).draft : this.draft
  }

  /** Whether the draft that the source names gives keywords beside the `$ref` of a schema no meaning: up to draft 7. */
  ignoresSiblings(schema: JsonObject): boolean {
    return typeof ownValue(schema, '$ref') === 'string' && ignoresRefSiblings(this.draftAt(schema))
  }

  /** Resolves a `$ref` of the schema `from`; undefined for a remote or dangling one. */
  resolve(from: JsonObject, ref: string): Resolved | undefined {
    // Most documents have no ids below the root and refer by pointer, which needs no index.
    if ((ref === '#' || ref.startsWith('#/')) && !this.hasResources()) return atPointer(this.root, '', ref.slice(1))
    return resolveIn(this.index, this.resourceOf(from), ref)
  }

  /** Whether a subschema may be a resource. */
  hasResources(): boolean {
    this.identified ??= hasIdentifiers(this.root, this.draft)
    return this.identified
  }

  /** The resource of a subschema; the root for an object that is not in the document. */
  resourceOf(schema: Schema): Resource {
    const { places, rootResource } = this.index
    return (typeof schema === 'object' ? places.get(schema)?.resource : undefined) ?? rootResource
  }

  /** The pointer of a subschema; undefined for an object that is not in the document. */
  pointerOf(schema: JsonObject): string | undefined {
    return this.index.places.get(schema)?.pointer
  }

  private get index(): Index {
    this.built ??= buildIndex(this.root, this.draft)
    return this.built
  }
}

export function openDocument(root: Schema, options: { readonly draft?: Draft | undefined } = {}): SchemaDocument {
  return new SchemaDocument(root, options.draft)
}

/**
 * Resolves a `$dynamicRef` or `$recursiveRef`. Values are validated from the root, so its anchor is the outermost one on every path. If it
 * has none, the path decides: the target is the first one on its own, and not certain.
 */
export function resolveDynamic(
  document: SchemaDocument,
  from: JsonObject,
  keyword: '$dynamicRef' | '$recursiveRef',
  ref: string,
): DynamicTarget | undefined {
  const first = document.resolve(from, ref)
  if (typeof first?.schema !== 'object') return first && { ...first, isCertain: true }
  const { dynamicAnchors, isRecursive } = document.resourceOf(document.root)
  const name = ref.slice(ref.indexOf('#') + 1)
  const isNamed = keyword === '$dynamicRef'
  const isDynamic = isNamed
    ? ownValue(first.schema, '$dynamicAnchor') === name
    : ownValue(first.schema, '$recursiveAnchor') === true
  if (!isDynamic) return { ...first, isCertain: true }
  const whole = isRecursive ? { schema: document.root, pointer: '' } : undefined
  const outermost = isNamed ? dynamicAnchors.get(name) : whole
  return { ...(outermost ?? first), isCertain: outermost !== undefined }
}

function resolveIn(index: Index, from: Resource, ref: string): Resolved | undefined {
  const { uri, fragment = '' } = resolveUri(from.uri, ref)
  const resource = index.resources.get(uri)
  if (resource === undefined) return undefined
  if (fragment === '' || fragment.startsWith('/')) {
    const found = atPointer(resource.root, resource.pointer, fragment)
    if (found !== undefined || from.draft !== '4' || !ref.startsWith('#')) return found
    // In draft 4, an `id` below the root is often only a label: the pointer was meant from the root.
    return atPointer(index.rootResource.root, '', fragment)
  }
  return resource.anchors.get(decodePercent(fragment))
}

function atPointer(from: Schema, at: string, fragment: string): Resolved | undefined {
  if (fragment === '') return { schema: from, pointer: at }
  const tail = decodePercent(fragment)
  const schema = asSchema(valueAt(from, tail))
  return schema === undefined ? undefined : { schema, pointer: at + tail }
}

interface IndexedResource extends Resource {
  readonly anchors: Map<string, Resolved>
  readonly dynamicAnchors: Map<string, Resolved>
}

interface Place {
  readonly pointer: string
  readonly resource: IndexedResource
}

interface Index {
  readonly rootResource: IndexedResource
  readonly resources: Map<string, IndexedResource>
  /** By identity. An object at several places has the first one. */
  readonly places: Map<object, Place>
}

/** Whether an id below the root could change the meaning of a reference by pointer. Also true in some harmless cases. */
function hasIdentifiers(root: Schema, draft: Draft): boolean {
  if (typeof root !== 'object') return false
  const seen = new Set<object>([root])
  const stack: object[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node !== root && (idOf(node, draft) ?? idOf(node, draft === '4' ? '2020-12' : '4')) !== undefined) return true
    for (const child of Object.values(node)) {
      if (typeof child !== 'object' || child === null || seen.has(child)) continue
      seen.add(child)
      stack.push(child)
    }
  }
  return false
}

function idOf(schema: object, draft: Draft): string | undefined {
  const id = ownValue(schema, draft === '4' ? 'id' : '$id')
  if (typeof id !== 'string') return undefined
  return ignoresRefSiblings(draft) && typeof ownValue(schema, '$ref') === 'string' ? undefined : id
}

interface Visit {
  readonly node: object
  readonly pointer: string
  readonly resource: IndexedResource
}

/** Walks schemas first, then other values (unknown keywords, examples), because an id counts only in a schema. */
function buildIndex(root: Schema, draft: Draft): Index {
  const id = typeof root === 'object' ? (idOf(root, draft) ?? '') : ''
  const rootResource = createResource(root, '', draft, resolveUri(unknownBase, id).uri)
  const index: Index = { rootResource, resources: new Map([[rootResource.uri, rootResource]]), places: new Map() }
  if (typeof root !== 'object') return index
  const schemas: Visit[] = [{ node: root, pointer: '', resource: rootResource }]
  const others: Visit[] = []
  for (let visit = schemas.pop(); visit !== undefined; visit = schemas.pop()) {
    if (!index.places.has(visit.node)) visitSchema(index, visit, schemas, others)
  }
  for (let visit = others.pop(); visit !== undefined; visit = others.pop()) {
    if (index.places.has(visit.node)) continue
    index.places.set(visit.node, visit)
    pushChildren(others, visit)
  }
  return index
}

function createResource(root: Schema, pointer: string, draft: Draft, uri: string): IndexedResource {
  const isRecursive = typeof root === 'object' && ownValue(root, '$recursiveAnchor') === true
  return { root, pointer, draft, uri, isRecursive, anchors: new Map(), dynamicAnchors: new Map() }
}

function visitSchema(index: Index, visit: Visit, schemas: Visit[], others: Visit[]): void {
  const { node, pointer } = visit
  const resource = enterResource(index, visit)
  index.places.set(node, { pointer, resource })
  addAnchors(resource, { schema: node as JsonObject, pointer })
  const keys = Object.keys(node)
  // In reverse, so that the first keyword is popped first.
  for (let i = keys.length - 1; i >= 0; i--) {
    const child = (node as JsonObject)[keys[i]!]
    if (typeof child !== 'object' || child === null) continue
    const next: Visit = { node: child, pointer: joinPointer(pointer, keys[i]!), resource }
    const kind = schemaKeywords.get(keys[i]!)
    if (kind === 'map' || (kind !== undefined && Array.isArray(child))) pushChildren(schemas, next)
    else if (kind !== undefined) schemas.push(next)
    else others.push(next)
  }
}

function enterResource(index: Index, { node, pointer, resource }: Visit): IndexedResource {
  if (pointer === '') return resource
  const draft = draftOf(node as JsonObject) ?? resource.draft
  const id = idOf(node, draft)
  if (id === undefined) return resource
  const { uri, fragment } = resolveUri(resource.uri, id)
  const entered = uri === resource.uri ? resource : createResource(node as JsonObject, pointer, draft, uri)
  if (!index.resources.has(uri)) index.resources.set(uri, entered)
  // Drafts before 2019-09 write an anchor as an `$id` of `#name`.
  if (fragment) setOnce(entered.anchors, decodePercent(fragment), { schema: node as JsonObject, pointer })
  return entered
}

function addAnchors(resource: IndexedResource, place: Resolved & { readonly schema: JsonObject }): void {
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = ownValue(place.schema, keyword)
    if (typeof name !== 'string') continue
    setOnce(resource.anchors, name, place)
    if (keyword === '$dynamicAnchor') setOnce(resource.dynamicAnchors, name, place)
  }
}

function setOnce<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value)
}

function pushChildren(stack: Visit[], { node, pointer, resource }: Visit): void {
  const keys = Object.keys(node)
  for (let i = keys.length - 1; i >= 0; i--) {
    const child = (node as JsonObject)[keys[i]!]
    if (typeof child !== 'object' || child === null) continue
    stack.push({ node: child, pointer: joinPointer(pointer, keys[i]!), resource })
  }
}

/** A version of JSON Schema. OpenAPI 3.0 and Gemini's own Schema are read as 2020-12 with their extra keywords. */
export type Draft = '4' | '6' | '7' | '2019-09' | '2020-12'

/** The draft of a `$schema`; undefined if it is missing or unknown. */
function draftOf(schema: Schema): Draft | undefined {
  const declared = typeof schema === 'object' ? ownValue(schema, '$schema') : undefined
  if (typeof declared !== 'string') return undefined
  const version = /draft[-/]?(?:0(\d)|(\d{4}-\d\d))/.exec(declared)
  if (version === null) return undefined
  if (version[2] === '2019-09' || version[2] === '2020-12') return version[2]
  if (version[1] === '3' || version[1] === '4') return '4'
  return version[1] === '6' || version[1] === '7' ? version[1] : undefined
}

/** Whether the draft ignores the keywords beside a `$ref`. */
function ignoresRefSiblings(draft: Draft): boolean {
  return draft === '4' || draft === '6' || draft === '7'
}
