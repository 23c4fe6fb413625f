import type { Json, JsonObject } from '../../src/core/json.ts'
import {
  isSchemaObject,
  readJsonSchemaDocument,
  resolveReference,
} from '../../src/emulator/accept/schema/json-schema-document.ts'
import { eachSchema, eachSchemaObject } from './each-schema.ts'
import { isRegularExpression } from './is-regular-expression.ts'
import { checkOpenaiLimits } from './openai-limits.ts'

/**
 * What OpenAI refuses in a schema with `strict: true`, for tools and for responses: one line a breach.
 * Source, where no other is named: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas. The texts are
 * those of the API where a public report quotes them.
 */
export function checkOpenaiStrict(schema: JsonObject): string[] {
  const breaches: string[] = []
  // "schema must be a JSON Schema of 'type: "object"', got 'type: "array"'", and
  // "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level":
  // https://github.com/chatanywhere/GPT_API_free/issues/403
  if (schema['type'] !== 'object') breaches.push(': schema must be a JSON Schema of \'type: "object"\'')
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref'])
    if (Object.hasOwn(schema, keyword)) breaches.push(`: schema must not have '${keyword}' at the top level`)
  for (const { schema: each, pointer, keyword } of eachSchema(schema)) {
    // `additionalProperties: false` is judged where it stands.
    if (typeof each === 'boolean' && keyword === 'additionalProperties') continue
    const texts = typeof each === 'boolean' ? ['a boolean is no schema here'] : checkNode(each, pointer === '')
    for (const text of texts) breaches.push(`${pointer}: ${text}`)
  }
  return [...breaches, ...checkReferences(schema), ...checkLimits(schema, breaches)]
}

/** "Definitions are supported", "Recursive schemas are supported": `#/$defs/…` and `#`. A reference to nothing means nothing. */
function checkReferences(schema: JsonObject): string[] {
  const document = readJsonSchemaDocument(schema)
  const breaches: string[] = []
  for (const { schema: each, pointer } of eachSchemaObject(schema)) {
    const { $ref } = each
    if ($ref === undefined) continue
    const isLocal = typeof $ref === 'string' && $ref.startsWith('#')
    if (!isLocal || resolveReference(document, $ref, { definitions: true, schemasOnly: true }) === undefined)
      breaches.push(`${pointer}: reference can only point to definitions of this schema`)
  }
  return breaches
}

/** The limits are counted only where the shape is right: a broken schema has no meaningful size. */
function checkLimits(schema: JsonObject, breaches: readonly string[]): string[] {
  return breaches.length === 0 ? checkOpenaiLimits(schema) : []
}

/** `title` comes from Pydantic and `$schema` from zod with every request of OpenAI's own libraries. `default`: "not permitted" in 2024. */
const annotations = ['description', 'title']
const rootOnly = ['$defs', 'definitions', '$schema']

/** "Supported properties", by type. `minLength` and `maxLength` are in no list of these, and were refused in 2025. */
const byType: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['pattern', 'format'],
  number: ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  integer: ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  boolean: [],
  null: [],
}

/** A list of types is read as a union: errors name its members (`'type', '0'`), https://github.com/cyanheads/git-mcp-server/issues/47 */
function typesOf({ type }: JsonObject): readonly string[] | undefined {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) && type.length > 0 ? type.map(String) : undefined
}

function fitsType(value: Json, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return type === 'array' ? Array.isArray(value) : typeof value === type && value !== null
}

function checkNode(node: JsonObject, isRoot: boolean): string[] {
  const extra = isRoot ? rootOnly : []
  if (Object.hasOwn(node, '$ref')) {
    // "$ref cannot have keywords {'description'}": https://github.com/camel-ai/camel/issues/3001
    const siblings = Object.keys(node).filter((keyword) => keyword !== '$ref' && !extra.includes(keyword))
    return siblings.length === 0
      ? []
      : [`$ref cannot have keywords {${siblings.map((each) => `'${each}'`).join(', ')}}`]
  }
  if (Object.hasOwn(node, 'anyOf')) {
    // What else binds beside a union is documented nowhere; descriptions are sent by Pydantic AI.
    return [...notPermitted(node, ['anyOf', ...annotations, ...extra]), ...checkList(node, 'anyOf')]
  }
  const types = typesOf(node)
  // https://github.com/can1357/oh-my-pi/issues/211
  if (types === undefined) return ["schema must have a 'type' key", ...notPermitted(node, [...annotations, ...extra])]
  const unknown = types.filter((type) => !Object.hasOwn(byType, type))
  if (unknown.length > 0) return [`'${unknown[0]}' is not a type`]
  const allowed = [
    'type',
    'enum',
    'const',
    ...types.flatMap((type) => byType[type] as string[]),
    ...annotations,
    ...extra,
  ]
  return [
    ...notPermitted(node, allowed),
    ...checkValues(node, types),
    ...(types.includes('object') ? checkObject(node) : []),
    ...(types.includes('array') && !isSchemaObject(node['items']) ? ['array schema missing items'] : []),
    ...checkString(node),
    ...checkNumbers(node),
  ]
}

/** "'oneOf' is not permitted": https://github.com/can1357/oh-my-pi/issues/920. The same words for `allOf`, `default`, `uniqueItems`, … */
function notPermitted(node: JsonObject, allowed: readonly string[]): string[] {
  return Object.keys(node)
    .filter((keyword) => !allowed.includes(keyword))
    .map((keyword) => `'${keyword}' is not permitted`)
}

function checkList(node: JsonObject, keyword: string): string[] {
  const list = node[keyword]
  return Array.isArray(list) && list.length > 0 ? [] : [`'${keyword}' must be a list that is not empty`]
}

/** https://github.com/lastmile-ai/openai-agents-mcp/issues/2 and https://github.com/anomalyco/opencode/issues/13737 */
function checkObject(node: JsonObject): string[] {
  const breaches: string[] = []
  const { properties, required, additionalProperties } = node
  if (additionalProperties !== false) breaches.push("'additionalProperties' is required to be supplied and to be false")
  if (!isSchemaObject(properties)) return [...breaches, 'object schema missing properties']
  const names = Object.keys(properties)
  if (!Array.isArray(required))
    return [...breaches, "'required' is required to be supplied and to be an array including every key in properties"]
  for (const name of names) {
    if (!required.includes(name))
      breaches.push(
        `'required' is required to be supplied and to be an array including every key in properties. Missing '${name}'`,
      )
  }
  for (const name of required)
    if (!names.includes(name as string)) breaches.push(`Extra required key '${name}' supplied`)
  return breaches
}

/** "enum value javascript does not validate against {'type': 'null'}": https://github.com/can1357/oh-my-pi/issues/1835 */
function checkValues(node: JsonObject, types: readonly string[]): string[] {
  const hasEnum = Object.hasOwn(node, 'enum')
  const members: readonly Json[] = Array.isArray(node['enum']) ? node['enum'] : []
  const values = [...members, ...(Object.hasOwn(node, 'const') ? [node['const'] as Json] : [])]
  const breaches = hasEnum ? checkList(node, 'enum') : []
  for (const value of values) {
    if (!types.some((type) => fitsType(value, type)))
      breaches.push(`enum value ${JSON.stringify(value)} does not validate against ${JSON.stringify(types)}`)
  }
  // "enum values must be of the same type" was measured on a list of a string, a number and a boolean; null is no type of its own there.
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value))
  if (kinds.size > 1) breaches.push('enum values must be of the same type')
  if (kinds.has('object')) breaches.push('enum values must be strings, numbers, booleans or null')
  return breaches
}

/** "'uri' is not a valid format": https://github.com/cyanheads/git-mcp-server/issues/47. The closed list stands in the guide. */
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

function checkString({ format, pattern }: JsonObject): string[] {
  const breaches: string[] = []
  if (format !== undefined && !formats.includes(format as string)) breaches.push(`'${format}' is not a valid format`)
  if (pattern === undefined) return breaches
  // Pydantic AI keeps patterns that look ahead or behind from OpenAI (pydantic_ai/profiles/openai.py).
  if (typeof pattern !== 'string' || !isRegularExpression(pattern) || /\(\?<?[=!]/.test(pattern.replace(/\\./g, '')))
    breaches.push(`'${pattern}' is not a valid pattern`)
  return breaches
}

const bounds = [...(byType['number'] as string[]), 'minItems', 'maxItems']

function checkNumbers(node: JsonObject): string[] {
  return bounds
    .filter((keyword) => Object.hasOwn(node, keyword) && typeof node[keyword] !== 'number')
    .map((keyword) => `'${keyword}' must be a number`)
}
