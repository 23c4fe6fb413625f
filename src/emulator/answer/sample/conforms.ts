import { deepEqual, isPlainObject, type Json } from '../../../core/json.ts'
import { both, type Outcome } from '../../../core/outcome.ts'
import { hasFormat } from './formats.ts'
import { type LoosePatterns, lengthOf } from './patterns.ts'
import { type Effort, type Facet, type References, resolve, spend } from './sampling.ts'

/** What a check needs besides the value and the schema. */
export interface Checking {
  readonly references: References
  readonly effort: Effort
  readonly patterns: LoosePatterns
  /** Whether several branches of a `oneOf` may hold at once, as Gemini reads it. */
  readonly overlaps: boolean
}

type Check = (value: Json, schema: unknown) => Outcome

const deepestCheck = 200

/**
 * Whether a value satisfies a JSON Schema of any draft; unknown where a pattern decides that cannot be run. Unknown keywords, formats and
 * references are ignored; `unevaluated…` is followed only where it stands alone. Without effort left the result is false: the sampler then
 * takes the value that it has.
 */
export function conforms(value: Json, schema: unknown, checking: Checking, depth = 0): Outcome {
  if (typeof schema === 'boolean') return schema
  if (!isPlainObject(schema)) return true
  if (depth > deepestCheck || !spend(checking.effort)) return false
  const check: Check = (inner, below) => conforms(inner, below, checking, depth + 1)
  if (!hasType(value, schema) || !isListed(value, schema)) return false
  return all([fitsReference, fitsComposition, fitsKind], (fits) => fits(value, schema, checking, check))
}

/** Whether a value satisfies all schemas, as far as it is known. */
export function conformsToAll(value: Json, schemas: readonly unknown[], checking: Checking): boolean {
  return schemas.every((schema) => conforms(value, schema, checking))
}

/** The outcome of several tests, up to the first that fails. */
function all<T>(items: readonly T[], test: (item: T) => Outcome): Outcome {
  let outcome: Outcome = true
  for (const item of items) {
    outcome = both(outcome, test(item))
    if (!outcome) return false
  }
  return outcome
}

/** Whether between `min` and `max` of several tests hold. */
function someOf(outcomes: readonly Outcome[], min: number, max: number): Outcome {
  const certain = outcomes.filter((outcome) => outcome === true).length
  const possible = outcomes.filter(Boolean).length
  if (possible < min || certain > max) return false
  return (certain >= min && possible <= max) || 'unknown'
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

function fitsReference(value: Json, schema: Facet, { references }: Checking, check: Check): Outcome {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return true
  const target = resolve(references, reference)
  return target === undefined || check(value, target)
}

function fitsComposition(value: Json, schema: Facet, { overlaps }: Checking, check: Check): Outcome {
  const fits = (branch: unknown) => check(value, branch)
  const { allOf, anyOf, oneOf } = schema
  const outcomes: (() => Outcome)[] = []
  if (Array.isArray(allOf)) outcomes.push(() => all(allOf, fits))
  if (Array.isArray(anyOf) && anyOf.length > 0) outcomes.push(() => fitsSome(anyOf, fits))
  if (Array.isArray(oneOf) && oneOf.length > 0)
    outcomes.push(() => (overlaps ? fitsSome(oneOf, fits) : someOf(oneOf.map(fits), 1, 1)))
  if (schema['not'] !== undefined) outcomes.push(() => opposite(fits(schema['not'])))
  if (schema['if'] !== undefined) outcomes.push(() => fitsCondition(schema, fits))
  return all(outcomes, (outcome) => outcome())
}

function fitsSome(branches: readonly unknown[], fits: (branch: unknown) => Outcome): Outcome {
  let outcome: Outcome = false
  for (const branch of branches) {
    const each = fits(branch)
    if (each === true) return true
    outcome ||= each
  }
  return outcome
}

function opposite(outcome: Outcome): Outcome {
  return outcome === 'unknown' ? outcome : !outcome
}

function fitsCondition(schema: Facet, fits: (branch: unknown) => Outcome): Outcome {
  const condition = fits(schema['if'])
  const branches = [schema['then'] ?? true, schema['else'] ?? true]
  if (condition !== 'unknown') return fits(branches[condition ? 0 : 1])
  const outcomes = branches.map(fits)
  return someOf(outcomes, 2, 2) || (outcomes.some(Boolean) ? 'unknown' : false)
}

function fitsKind(value: Json, schema: Facet, checking: Checking, check: Check): Outcome {
  if (typeof value === 'string') return fitsString(value, schema, checking)
  if (typeof value === 'number') return fitsNumber(value, schema)
  if (Array.isArray(value)) return fitsArray(value, schema, check)
  return !isPlainObject(value) || fitsObject(value as Readonly<Record<string, Json>>, schema, checking, check)
}

function fitsString(value: string, schema: Facet, { patterns }: Checking): Outcome {
  const { minLength, maxLength, pattern, format } = schema
  if (typeof minLength === 'number' && lengthOf(value) < minLength) return false
  if (typeof maxLength === 'number' && lengthOf(value) > maxLength) return false
  if (typeof format === 'string' && !hasFormat(value, format)) return false
  return typeof pattern !== 'string' || (patterns.matches(pattern, value) ?? 'unknown')
}

function fitsNumber(value: number, schema: Facet): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (typeof minimum === 'number' && (value < minimum || (exclusiveMinimum === true && value === minimum))) return false
  if (typeof maximum === 'number' && (value > maximum || (exclusiveMaximum === true && value === maximum))) return false
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false
  return typeof multipleOf !== 'number' || multipleOf <= 0 || Number.isInteger(value / multipleOf)
}

function fitsArray(value: readonly Json[], schema: Facet, check: Check): Outcome {
  const { minItems, maxItems, uniqueItems, contains } = schema
  if (typeof minItems === 'number' && value.length < minItems) return false
  if (typeof maxItems === 'number' && value.length > maxItems) return false
  if (uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length) return false
  const contained = contains === undefined || containsEnough(value, schema, check)
  if (!contained) return false
  const { tuple, rest } = itemSchemas(schema)
  const items = all([...value.entries()], ([index, item]) => check(item, index < tuple.length ? tuple[index] : rest))
  return both(contained, items)
}

function containsEnough(value: readonly Json[], schema: Facet, check: Check): Outcome {
  const min = typeof schema['minContains'] === 'number' ? schema['minContains'] : 1
  const max = typeof schema['maxContains'] === 'number' ? schema['maxContains'] : Number.POSITIVE_INFINITY
  return someOf(
    value.map((item) => check(item, schema['contains'])),
    min,
    max,
  )
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

function fitsObject(
  value: Readonly<Record<string, Json>>,
  schema: Facet,
  { patterns }: Checking,
  check: Check,
): Outcome {
  const { required, minProperties, maxProperties, propertyNames } = schema
  const names = Object.keys(value)
  const has = (name: unknown) => typeof name !== 'string' || Object.hasOwn(value, name)
  if (Array.isArray(required) && !required.every(has)) return false
  if (typeof minProperties === 'number' && names.length < minProperties) return false
  if (typeof maxProperties === 'number' && names.length > maxProperties) return false
  const named = propertyNames === undefined ? true : all(names, (name) => check(name, propertyNames))
  if (!named) return false
  const properties = all(names, (name) => {
    const { schemas, isCertain } = propertySchemas(schema, name, patterns)
    return both(
      isCertain || 'unknown',
      all(schemas, (below) => check(value[name] as Json, below)),
    )
  })
  const dependencies = all(dependenciesOf(schema), ([name, needs]) => {
    if (!Object.hasOwn(value, name)) return true
    return Array.isArray(needs) ? needs.every(has) : check(value, needs)
  })
  return both(both(named, properties), dependencies)
}

/** The schemas that one schema has for a property. Where a pattern cannot be run, there may be others. */
export function propertySchemas(
  schema: Facet,
  name: string,
  patterns: LoosePatterns,
): { readonly schemas: readonly unknown[]; readonly isCertain: boolean } {
  const { properties, patternProperties } = schema
  const additionalProperties = schema['additionalProperties'] ?? leftOver(schema, 'unevaluatedProperties')
  const found: unknown[] = []
  let isCertain = true
  if (isPlainObject(properties) && Object.hasOwn(properties, name)) found.push(properties[name])
  if (isPlainObject(patternProperties)) {
    isCertain = !patterns.steps.areUsedUp
    for (const pattern of isCertain ? Object.keys(patternProperties) : []) {
      const matches = patterns.matches(pattern, name)
      if (matches === true) found.push(patternProperties[pattern])
      isCertain &&= matches !== undefined
    }
  }
  if (found.length === 0 && isCertain && additionalProperties !== undefined) found.push(additionalProperties)
  return { schemas: found, isCertain }
}

/** Names, and what an object that has them needs: other names, or a schema. */
export function dependenciesOf(schema: Facet): [string, unknown][] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const holder = schema[keyword]
    return isPlainObject(holder) ? Object.entries(holder) : []
  })
}
