import { findJsonProblem, isPlainObject } from '../../core/json.ts'
import { readNumber } from './keyword-values.ts'
import type { TypeName } from './type-names.ts'

/** A type that keywords apply to. */
export type Family = Extract<TypeName, 'string' | 'number' | 'array' | 'object'>

export type Role = 'plain' | 'enum' | 'reference' | 'combinator' | 'rule'

/** The properties of a known keyword. Unknown keywords are annotations. */
export interface KeywordInfo {
  /** The type that the keyword applies to. It does not restrict values of other types. */
  readonly family: Family | undefined
  /** Whether the keyword asserts something, unlike `title` and `default`. */
  readonly asserts: boolean
  /** How the keyword is read, where that is not with the keywords of its type. */
  readonly role: Role
  /** Whether it may have no effect without another keyword beside it. */
  readonly isDependent: boolean
  /** Whether a value of the keyword is well-formed. */
  readonly isWellFormed: IsWellFormed
  /** The groups that it belongs to. */
  readonly groups: Groups
}

/** A set of groups of keywords, one bit each: reading a keyword that is not there costs as much as reading one that is. */
export type Groups = number

export const groups = {
  title: 1 << 0,
  description: 1 << 1,
  default: 1 << 2,
  examples: 1 << 3,
  nullable: 1 << 4,
  format: 1 << 5,
  string: 1 << 6,
  number: 1 << 7,
  array: 1 << 8,
  /** Keywords of arrays other than `items`. */
  otherOfArrays: 1 << 9,
  object: 1 << 10,
  /** Keywords of objects other than `properties`, `required` and `additionalProperties`. */
  otherOfObjects: 1 << 11,
  exclusiveBounds: 1 << 12,
  enum: 1 << 13,
  reference: 1 << 14,
  combinator: 1 << 15,
  rule: 1 << 16,
  /** `required: true` or `false`, beside the keywords of a property. */
  requiredFlag: 1 << 17,
} as const

const groupOf = new Map<string, Groups>([
  ...(['title', 'description', 'default', 'examples', 'nullable', 'format'] as const).map(
    (keyword) => [keyword, groups[keyword]] as const,
  ),
  ['example', groups.examples],
  ['x-nullable', groups.nullable],
  ...['exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, groups.exclusiveBounds] as const),
  ...'prefixItems additionalItems minItems maxItems uniqueItems'
    .split(' ')
    .map((keyword) => [keyword, groups.otherOfArrays] as const),
  ...'patternProperties propertyOrdering minProperties maxProperties'
    .split(' ')
    .map((keyword) => [keyword, groups.otherOfObjects] as const),
])

type IsWellFormed = (value: unknown) => boolean

/** The deepest nesting of a value inside a schema. No endpoint accepts more. */
const deepestValue = 200

const isNumber = (value: unknown) => readNumber(value) !== undefined
const isBound = (value: unknown) => typeof value === 'boolean' || isNumber(value)
const isString = (value: unknown) => typeof value === 'string'
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isSchema = (value: unknown) => typeof value === 'boolean' || isPlainObject(value)
// What is not a schema, or not a name, in a list or a map is reported by itself; the others hold.
const isSchemas = (value: unknown) => Array.isArray(value) && value.length > 0
const isMap = (value: unknown) => isPlainObject(value)
const isNames = (value: unknown) => Array.isArray(value)
const isJson = (value: unknown) => findJsonProblem(value, deepestValue) === undefined
const isFlagOrNames = (value: unknown) => isBoolean(value) || isNames(value)
const isSchemaOrSchemas = (value: unknown) => isSchema(value) || Array.isArray(value)

const dependent = new Set(
  'if then else minContains maxContains additionalItems exclusiveMinimum exclusiveMaximum'.split(' '),
)

const info = new Map<string, KeywordInfo>()
define('string', 'minLength maxLength', isNumber)
define('string', 'pattern', isString)
define('string', 'contentEncoding contentMediaType', isString, 'rule')
define('string', 'contentSchema', isSchema, 'rule')
define('number', 'minimum maximum multipleOf', isNumber)
define('number', 'exclusiveMinimum exclusiveMaximum', isBound)
define('array', 'items', isSchemaOrSchemas)
define('array', 'prefixItems', isSchemas)
define('array', 'additionalItems', isSchema)
define('array', 'contains unevaluatedItems', isSchema, 'rule')
define('array', 'minItems maxItems', isNumber)
define('array', 'minContains maxContains', isNumber, 'rule')
define('array', 'uniqueItems', isBoolean)
define('object', 'properties patternProperties', isMap)
define('object', 'dependentRequired dependentSchemas dependencies', isMap, 'rule')
define('object', 'additionalProperties', isSchema)
define('object', 'propertyNames unevaluatedProperties', isSchema, 'rule')
define('object', 'required', isFlagOrNames)
define('object', 'propertyOrdering', isNames)
define('object', 'minProperties maxProperties', isNumber)
define(undefined, 'allOf anyOf oneOf', isSchemas, 'combinator')
define(undefined, 'not if then else', isSchema, 'rule')
define(undefined, '$ref $dynamicRef $recursiveRef', isString, 'reference')
define(undefined, 'enum', (value) => Array.isArray(value) && isJson(value), 'enum')
define(undefined, 'const', isJson, 'enum')
define(undefined, 'type', (value) => !Array.isArray(value) || value.length > 0)
annotate('title description format', isString)
annotate('nullable x-nullable', isBoolean)
annotate('default examples example', isJson)

/** The properties of a keyword; undefined for an annotation. */
export function keywordInfo(keyword: string): KeywordInfo | undefined {
  return info.get(keyword)
}

/** The names of all keywords with properties. */
export function keywordNames(): Iterable<string> {
  return info.keys()
}

function define(family: Family | undefined, keywords: string, isWellFormed: IsWellFormed, role: Role = 'plain'): void {
  const shared = (family === undefined ? 0 : groups[family]) | (role === 'plain' ? 0 : groups[role])
  for (const keyword of keywords.split(' ')) {
    const isDependent = dependent.has(keyword)
    const own = shared | (groupOf.get(keyword) ?? 0)
    info.set(keyword, { family, asserts: true, role, isDependent, isWellFormed, groups: own })
  }
}

function annotate(keywords: string, isWellFormed: IsWellFormed): void {
  const entry = { family: undefined, asserts: false, role: 'plain', isDependent: false, isWellFormed } as const
  for (const keyword of keywords.split(' ')) info.set(keyword, { ...entry, groups: groupOf.get(keyword) ?? 0 })
}
