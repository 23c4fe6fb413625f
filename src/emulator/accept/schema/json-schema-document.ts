import { splitPointer, valueAt } from '../../../core/pointer.ts'

/** A JSON Schema as Gemini reads it: its schemas, their places, and the targets of references. */
export interface JsonSchemaDocument {
  readonly root: unknown
  /** Every schema object once, with the first place where it stands, in the order of the document. */
  readonly places: ReadonlyMap<object, string>
  readonly anchors: ReadonlyMap<string, object>
  readonly ids: ReadonlyMap<string, object>
}

/** Which targets references may have. */
export interface ReferenceRules {
  /** Whether references into `definitions`, which Google's list of keywords lacks, are resolved. */
  readonly definitions: boolean
  /** Whether a target must be a place that holds a schema, and not any object of the document. */
  readonly schemasOnly: boolean
}

/** `schema` must be finite: the JSON reader has checked it. */
export function readJsonSchemaDocument(schema: unknown): JsonSchemaDocument {
  const places = new Map<object, string>()
  const anchors = new Map<string, object>()
  const ids = new Map<string, object>()
  const visit = (node: unknown, place: string) => {
    if (!isSchemaObject(node) || places.has(node)) return
    places.set(node, place)
    if (typeof node['$anchor'] === 'string') anchors.set(node['$anchor'], node)
    if (typeof node['$id'] === 'string') ids.set(withoutHash(node['$id']), node)
    for (const child of childSchemas(node)) visit(child.schema, below(place, child))
  }
  visit(schema, '')
  return { root: schema, places, anchors, ids }
}

/** `properties.a.anyOf.1`: the tokens of the path, joined by dots. */
function below(place: string, { tokens }: ChildSchema): string {
  const steps = tokens.join('.')
  return place === '' ? steps : `${place}.${steps}`
}

/** A place as errors print it. */
export function printPlace(place: string): string {
  return place === '' ? 'top-level' : place
}

/** The target of a reference; undefined where the document has none. Nothing is fetched. */
export function resolveReference(document: JsonSchemaDocument, ref: string, rules: ReferenceRules): unknown {
  const hash = ref.indexOf('#')
  const base = hash === -1 ? ref : ref.slice(0, hash)
  const start = base === '' ? document.root : document.ids.get(base)
  const fragment = decodeFragment(hash === -1 ? '' : ref.slice(hash + 1))
  if (start === undefined || fragment === undefined) return undefined
  if (fragment === '') return start
  return fragment.startsWith('/') ? follow(document, start, fragment, rules) : document.anchors.get(fragment)
}

function follow(document: JsonSchemaDocument, start: unknown, pointer: string, rules: ReferenceRules): unknown {
  if (splitPointer(pointer)[0] === 'definitions' && !rules.definitions) return undefined
  const target = valueAt(start, pointer)
  if (typeof target === 'boolean') return target
  if (!isSchemaObject(target)) return undefined
  return document.places.has(target) || !rules.schemasOnly ? target : undefined
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

function withoutHash(id: string): string {
  return id.endsWith('#') ? id.slice(0, -1) : id
}

/** A schema below a schema, with the keyword and the reference tokens that lead to it. */
export interface ChildSchema {
  readonly keyword: string
  readonly tokens: readonly string[]
  readonly schema: unknown
}

/** The keywords of every draft that hold schemas. All other values are data. `items` was a list before 2020-12. */
const maps = keywords('properties patternProperties $defs definitions dependentSchemas dependencies')
const lists = keywords('anyOf oneOf allOf prefixItems items')
const singles = keywords(
  `items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames contentSchema not if
  then else`,
)

function keywords(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** The schemas directly below a schema, in the order of the document. */
export function* childSchemas(schema: object): Generator<ChildSchema> {
  for (const keyword of Object.keys(schema)) {
    const value: unknown = (schema as Record<string, unknown>)[keyword]
    if (singles.has(keyword) && isSchema(value)) yield { keyword, tokens: [keyword], schema: value }
    else if (Array.isArray(value) ? lists.has(keyword) : maps.has(keyword) && isSchemaObject(value)) {
      yield* members(keyword, value as object)
    }
  }
}

function* members(keyword: string, holder: object): Generator<ChildSchema> {
  for (const key of Object.keys(holder)) {
    const schema: unknown = (holder as Record<string, unknown>)[key]
    if (isSchema(schema)) yield { keyword, tokens: [keyword, key], schema }
  }
}

/** A schema that is not a boolean. */
export function isSchemaObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isSchemaObject(value)
}
