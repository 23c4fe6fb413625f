import { findJsonProblem, isPlainObject } from '../../core/json.ts'
import { readNumber } from './keyword-values.ts'
import type { TypeName } from './type-names.ts'

/** A type that keywords speak about. */
export type Family = Extract<TypeName, 'string' | 'number' | 'array' | 'object'>

/** What the reader knows about a keyword. Keywords without an entry are annotations. */
export interface KeywordInfo {
  /** The type that the keyword speaks about: it says nothing about values of other types. */
  readonly family?: Family
  /** Asserts something, as `title` and `default` do not. */
  readonly asserts: boolean
  /** Whether the keyword's value is of the kind that it must be. */
  isWellFormed(value: unknown): boolean
}

/** Values inside a schema may nest as deep as this; no endpoint takes more. */
const deepestValue = 200

const isNumber = (value: unknown) => readNumber(value) !== undefined
const isBound = (value: unknown) => typeof value === 'boolean' || isNumber(value)
const isString = (value: unknown) => typeof value === 'string'
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isSchema = (value: unknown) => typeof value === 'boolean' || isPlainObject(value)
const isSchemas = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isSchema)
const isMap = (value: unknown) => isPlainObject(value)
const isNames = (value: unknown) => Array.isArray(value) && value.every(isString)
const isAnything = () => true
const isJson = (value: unknown) => findJsonProblem(value, deepestValue) === undefined
const isFlagOrNames = (value: unknown) => isBoolean(value) || isNames(value)
const isSchemaOrSchemas = (value: unknown) => isSchema(value) || (Array.isArray(value) && value.every(isSchema))

const info = new Map<string, KeywordInfo>()
define('string', 'minLength maxLength', isNumber)
define('string', 'pattern contentEncoding contentMediaType', isString)
define('string', 'contentSchema', isSchema)
define('number', 'minimum maximum multipleOf', isNumber)
define('number', 'exclusiveMinimum exclusiveMaximum', isBound)
define('array', 'items', isSchemaOrSchemas)
define('array', 'prefixItems', isSchemas)
define('array', 'additionalItems contains unevaluatedItems', isSchema)
define('array', 'minItems maxItems minContains maxContains', isNumber)
define('array', 'uniqueItems', isBoolean)
define('object', 'properties patternProperties dependentRequired dependentSchemas dependencies', isMap)
define('object', 'additionalProperties propertyNames unevaluatedProperties', isSchema)
define('object', 'required', isFlagOrNames)
define('object', 'propertyOrdering', isNames)
define('object', 'minProperties maxProperties', isNumber)
define(undefined, 'allOf anyOf oneOf', isSchemas)
define(undefined, 'not if then else', isSchema)
define(undefined, '$ref $dynamicRef $recursiveRef', isString)
define(undefined, 'enum', (value) => Array.isArray(value) && isJson(value))
define(undefined, 'const', isJson)
define(undefined, 'type', isAnything)
annotate('title description format', isString)
annotate('nullable x-nullable', isBoolean)
annotate('default examples example', isJson)

/** What is known about a keyword; undefined for an annotation that nobody reads. */
export function keywordInfo(keyword: string): KeywordInfo | undefined {
  return info.get(keyword)
}

function define(family: Family | undefined, keywords: string, isWellFormed: (value: unknown) => boolean): void {
  const entry = family === undefined ? { asserts: true, isWellFormed } : { family, asserts: true, isWellFormed }
  for (const keyword of keywords.split(' ')) info.set(keyword, entry)
}

function annotate(keywords: string, isWellFormed: (value: unknown) => boolean): void {
  for (const keyword of keywords.split(' ')) info.set(keyword, { asserts: false, isWellFormed })
}

/** Keywords about a document and its parts: an output is a document of its own, and keeps none of them. */
export const documentKeywords: ReadonlySet<string> = new Set(
  '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions'.split(' '),
)
