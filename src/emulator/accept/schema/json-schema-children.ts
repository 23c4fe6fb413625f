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
