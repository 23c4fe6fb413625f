import { deepEqual, isPlainObject, type Json } from '../../../core/json.ts'
import { lengthOf, textMatches } from '../pattern/string-for-patterns.ts'
import { hasFormat } from './formats.ts'
import { type Effort, type References, resolve, spend } from './sampling.ts'

/** What a check needs besides the value and the schema. */
export interface Checking {
  readonly references: References
  readonly effort: Effort
  /** Whether several branches of a `oneOf` may hold at once, as Gemini reads it. */
  readonly overlaps: boolean
}

type Facet = Readonly<Record<string, unknown>>
type Check = (value: Json, schema: unknown) => boolean

const deepestCheck = 200

/**
 * Whether a value satisfies a JSON Schema of any draft. Unknown keywords, formats and references are ignored; `unevaluated…` is
 * followed only where it stands alone. Without effort left the result is false: the sampler then takes the value that it has.
 */
export function conforms(value: Json, schema: unknown, checking: Checking, depth = 0): boolean {
  if (typeof schema === 'boolean') return schema
  if (!isPlainObject(schema)) return true
  if (depth > deepestCheck || !spend(checking.effort)) return false
  const check: Check = (inner, below) => conforms(inner, below, checking, depth + 1)
  return (
    hasType(value, schema) &&
    isListed(value, schema) &&
    fitsReference(value, schema, checking, check) &&
    fitsComposition(value, schema, checking.overlaps, check) &&
    fitsKind(value, schema, check)
  )
}

/** Whether a value satisfies all schemas. */
export function conformsToAll(value: Json, schemas: readonly unknown[], checking: Checking): boolean {
  return schemas.every((schema) => conforms(value, schema, checking))
}

function hasType(value: Json, schema: Facet): boolean {
  const type = schema['type']
  const names = Array.isArray(type) ? type : typeof type === 'string' ? [type] : []
  if (names.length === 0 || (value === null && schema['nullable'] === true)) return true
  return names.some((name) => isOfType(value, name))
}

function isOfType(value: Json, name: unknown): boolean {
  switch (name) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isPlainObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === name
    default:
      return true
  }
}

function isListed(value: Json, schema: Facet): boolean {
  const members = schema['enum']
  if (Array.isArray(members) && members.length > 0 && !members.some((member) => deepEqual(member, value))) {
    return value === null && schema['nullable'] === true
  }
  return !Object.hasOwn(schema, 'const') || deepEqual(schema['const'], value)
}

function fitsReference(value: Json, schema: Facet, { references }: Checking, check: Check): boolean {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return true
  const target = resolve(references, reference)
  return target === undefined || check(value, target)
}

function fitsComposition(value: Json, schema: Facet, overlaps: boolean, check: Check): boolean {
  const fits = (branch: unknown) => check(value, branch)
  const { allOf, anyOf, oneOf } = schema
  if (Array.isArray(allOf) && !allOf.every(fits)) return false
  if (Array.isArray(anyOf) && anyOf.length > 0 && !anyOf.some(fits)) return false
  if (Array.isArray(oneOf) && oneOf.length > 0 && !(overlaps ? oneOf.some(fits) : oneOf.filter(fits).length === 1))
    return false
  if (schema['not'] !== undefined && fits(schema['not'])) return false
  if (schema['if'] === undefined) return true
  const branch = fits(schema['if']) ? schema['then'] : schema['else']
  return branch === undefined || fits(branch)
}

function fitsKind(value: Json, schema: Facet, check: Check): boolean {
  if (typeof value === 'string') return fitsString(value, schema)
  if (typeof value === 'number') return fitsNumber(value, schema)
  if (Array.isArray(value)) return fitsArray(value, schema, check)
  return !isPlainObject(value) || fitsObject(value as Readonly<Record<string, Json>>, schema, check)
}

function fitsString(value: string, schema: Facet): boolean {
  const { minLength, maxLength, pattern, format } = schema
  if (typeof minLength === 'number' && lengthOf(value) < minLength) return false
  if (typeof maxLength === 'number' && lengthOf(value) > maxLength) return false
  if (typeof pattern === 'string' && textMatches(pattern, value) === false) return false
  return typeof format !== 'string' || hasFormat(value, format)
}

function fitsNumber(value: number, schema: Facet): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof minimum === 'number' && (value < minimum || (exclusiveMinimum === true && value === minimum))) return false
  if (typeof maximum === 'number' && (value > maximum || (exclusiveMaximum === true && value === maximum))) return false
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false
  return typeof multipleOf !== 'number' || multipleOf <= 0 || Number.isInteger(value / multipleOf)
}

function fitsArray(value: readonly Json[], schema: Facet, check: Check): boolean {
  const { minItems, maxItems, uniqueItems, contains } = schema
  if (typeof minItems === 'number' && value.length < minItems) return false
  if (typeof maxItems === 'number' && value.length > maxItems) return false
  if (uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length) return false
  if (contains !== undefined && !containsEnough(value, schema, check)) return false
  const { tuple, rest } = itemSchemas(schema)
  return value.every((item, index) => check(item, index < tuple.length ? tuple[index] : rest))
}

function containsEnough(value: readonly Json[], schema: Facet, check: Check): boolean {
  const found = value.filter((item) => check(item, schema['contains'])).length
  const min = typeof schema['minContains'] === 'number' ? schema['minContains'] : 1
  const max = typeof schema['maxContains'] === 'number' ? schema['maxContains'] : Number.POSITIVE_INFINITY
  return found >= min && found <= max
}

/** The schemas of the first items, and of all others. Before 2020-12, the first ones were a list in `items`. */
export function itemSchemas(schema: Facet): { readonly tuple: readonly unknown[]; readonly rest: unknown } {
  const { prefixItems, items, additionalItems } = schema
  if (Array.isArray(items)) return { tuple: items, rest: additionalItems ?? true }
  return {
    tuple: Array.isArray(prefixItems) ? prefixItems : [],
    rest: items ?? leftOver(schema, 'unevaluatedItems') ?? true,
  }
}

/** The schema of `unevaluated…` where no keyword beside it evaluates anything. Elsewhere it is ignored. */
function leftOver(schema: Facet, keyword: 'unevaluatedItems' | 'unevaluatedProperties'): unknown {
  if (schema[keyword] === undefined) return undefined
  const others = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'contains', 'dependentSchemas']
  return others.some((other) => schema[other] !== undefined) ? undefined : schema[keyword]
}

function fitsObject(value: Readonly<Record<string, Json>>, schema: Facet, check: Check): boolean {
  const { required, minProperties, maxProperties, propertyNames } = schema
  const names = Object.keys(value)
  const has = (name: unknown) => typeof name !== 'string' || Object.hasOwn(value, name)
  if (Array.isArray(required) && !required.every(has)) return false
  if (typeof minProperties === 'number' && names.length < minProperties) return false
  if (typeof maxProperties === 'number' && names.length > maxProperties) return false
  if (propertyNames !== undefined && !names.every((name) => check(name, propertyNames))) return false
  if (!names.every((name) => propertySchemas(schema, name).every((below) => check(value[name] as Json, below))))
    return false
  return dependenciesOf(schema).every(
    ([name, needs]) => !Object.hasOwn(value, name) || (Array.isArray(needs) ? needs.every(has) : check(value, needs)),
  )
}

/** The schemas that one schema has for a property. */
export function propertySchemas(schema: Facet, name: string): unknown[] {
  const { properties, patternProperties } = schema
  const additionalProperties = schema['additionalProperties'] ?? leftOver(schema, 'unevaluatedProperties')
  const found: unknown[] = []
  let isUnknown = false
  if (isPlainObject(properties) && Object.hasOwn(properties, name)) found.push(properties[name])
  if (isPlainObject(patternProperties)) {
    for (const [pattern, below] of Object.entries(patternProperties)) {
      const matches = textMatches(pattern, name)
      if (matches === true) found.push(below)
      isUnknown ||= matches === undefined
    }
  }
  if (found.length === 0 && !isUnknown && additionalProperties !== undefined) found.push(additionalProperties)
  return found
}

/** Names, and what an object that has them needs: other names, or a schema. */
export function dependenciesOf(schema: Facet): [string, unknown][] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const holder = schema[keyword]
    return isPlainObject(holder) ? Object.entries(holder) : []
  })
}
