import { splitPointer } from '../../../core/pointer.ts'

/** A JSON Schema as Gemini sees it: its schemas, where they stand, and what can be referred to. */
export interface JsonSchemaDocument {
  readonly root: unknown
  /** Every schema object once, with the place where it is met first, in the order in which they are written. */
  readonly places: ReadonlyMap<object, string>
  readonly anchors: ReadonlyMap<string, object>
  readonly ids: ReadonlyMap<string, object>
}

/** What may be referred to. */
export interface ReferenceRules {
  /** Whether `definitions`, which Google's list of keywords lacks, can be referred into. */
  readonly definitions: boolean
  /** Whether only places that hold schemas can be referred to, and not any object of the document. */
  readonly schemasOnly: boolean
}

/** `schema` must be finite: the JSON reader saw it before. */
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

/** A place as the texts of errors name it. */
export function printPlace(place: string): string {
  return place === '' ? 'top-level' : place
}

/** The schema that a reference leads to; undefined where there is none in the document. Nothing is fetched. */
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
  let current: unknown = start
  const tokens = splitPointer(pointer)
  if (tokens[0] === 'definitions' && !rules.definitions) return undefined
  for (const token of tokens) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, token)) return undefined
    current = (current as Record<string, unknown>)[token]
  }
  if (typeof current === 'boolean') return current
  if (!isSchemaObject(current)) return undefined
  return document.places.has(current) || !rules.schemasOnly ? current : undefined
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

/** A schema below a schema: by which keyword it is reached, and by which reference tokens. */
export interface ChildSchema {
  readonly keyword: string
  readonly tokens: readonly string[]
  readonly schema: unknown
}

type Holding = 'one' | 'list' | 'map'

/** The keywords of every draft that hold schemas, and how. All other values are data, whatever they look like. */
const holdings: ReadonlyMap<string, readonly Holding[]> = new Map<string, readonly Holding[]>([
  ['properties', ['map']],
  ['patternProperties', ['map']],
  ['$defs', ['map']],
  ['definitions', ['map']],
  ['dependentSchemas', ['map']],
  ['dependencies', ['map']],
  ['anyOf', ['list']],
  ['oneOf', ['list']],
  ['allOf', ['list']],
  ['prefixItems', ['list']],
  // A list in the drafts before 2020-12.
  ['items', ['one', 'list']],
  ['additionalItems', ['one']],
  ['additionalProperties', ['one']],
  ['unevaluatedItems', ['one']],
  ['unevaluatedProperties', ['one']],
  ['contains', ['one']],
  ['propertyNames', ['one']],
  ['contentSchema', ['one']],
  ['not', ['one']],
  ['if', ['one']],
  ['then', ['one']],
  ['else', ['one']],
])

/** The schemas directly below a schema, in the order in which they are written. */
export function* childSchemas(schema: object): Generator<ChildSchema> {
  for (const keyword of Object.keys(schema)) {
    const holding = holdings.get(keyword)
    if (holding === undefined) continue
    const value: unknown = (schema as Record<string, unknown>)[keyword]
    if (isSchema(value) && holding.includes('one')) yield { keyword, tokens: [keyword], schema: value }
    else if (Array.isArray(value) && holding.includes('list')) yield* members(keyword, value)
    else if (isSchemaObject(value) && holding.includes('map')) yield* members(keyword, value)
  }
}

function* members(keyword: string, holder: object): Generator<ChildSchema> {
  for (const key of Object.keys(holder)) {
    const schema: unknown = (holder as Record<string, unknown>)[key]
    if (isSchema(schema)) yield { keyword, tokens: [keyword, key], schema }
  }
}

/** A schema that can say something: no boolean. */
export function isSchemaObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isSchemaObject(value)
}
