import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual, isPlainObject } from '../../src/core/json.ts'

/** Keywords that assert nothing where they stand, or whose parts are looked at one by one. */
const structural = new Set(
  (
    'properties items allOf anyOf oneOf prefixItems patternProperties dependentSchemas $defs not if then else contains ' +
    'propertyNames unevaluatedItems unevaluatedProperties'
  ).split(' '),
)

/** True when the output says a keyword somewhere as the source does; notation (letter case, counts as strings) is no difference. */
export function isKept(keyword: string, value: Json, output: JsonObject): boolean {
  if (saysNothing(keyword, value)) return true
  // A list of types may have become branches.
  if (keyword === 'type' && Array.isArray(value)) {
    const types = value.filter((type) => type !== 'integer' || !value.includes('number'))
    return types.every((type) => isKept('type', type, output))
  }
  // Where a reference leads is written in each dialect's own way.
  if (keyword === '$ref') return messagesOf(output).some((message) => (message['$ref'] ?? message['ref']) !== undefined)
  return messagesOf(output).some((message) => says(message, keyword, value))
}

/** What holds for every value, or is as good as absent. */
function saysNothing(keyword: string, value: Json): boolean {
  if (keyword === 'uniqueItems' || keyword === 'nullable' || keyword === 'deprecated') return value === false
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return value === false
  if (keyword === 'properties') return Object.keys(value as JsonObject).length === 0
  if (keyword === 'minLength' || keyword === 'minItems' || keyword === 'minProperties') return value === 0
  return (
    (keyword === 'required' || keyword === 'propertyOrdering' || keyword === 'examples') &&
    Array.isArray(value) &&
    value.length === 0
  )
}

function says(message: JsonObject, keyword: string, value: Json): boolean {
  const written = message[keyword]
  if (keyword === 'description') return typeof written === 'string' && written.startsWith(value as string)
  if (keyword === 'examples' || keyword === 'example')
    return Object.hasOwn(message, 'example') || Object.hasOwn(message, 'examples')
  if (written === undefined) return false
  if (structural.has(keyword)) return true
  if (keyword === 'additionalProperties') return typeof value === 'object' || written === value
  if (keyword === 'type')
    return typesIn(value).every((type) => names(type).some((name) => typesIn(written).includes(name)))
  if (keyword === 'default') return true
  if (keyword === 'pattern') return unescaped(written) === unescaped(value)
  if (keyword === 'required' || keyword === 'enum')
    return (value as Json[]).every(
      (each) => each === '' || each === null || (written as Json[]).some((other) => deepEqual(other, each)),
    )
  return deepEqual(written, value) || String(written) === String(value)
}

/** An escape of a sign that needs none is notation. */
function unescaped(pattern: Json): string {
  return String(pattern).replace(/\\(?=\W)/g, '')
}

function typesIn(type: Json): string[] {
  return [type].flat().map((each) => String(each).toLowerCase())
}

/** A number that is an integer elsewhere is an integer. */
function names(type: string): string[] {
  return type === 'number' ? ['number', 'integer'] : [type]
}

/** Every schema of an output, in the notation of Gemini, of Vertex and of JSON Schema. */
function messagesOf(output: JsonObject): readonly JsonObject[] {
  const known = messages.get(output)
  if (known !== undefined) return known
  const found: JsonObject[] = [output]
  messages.set(output, found)
  for (const message of found) {
    for (const keyword of maps) add(found, Object.values((message[keyword] ?? {}) as JsonObject))
    for (const keyword of lists) add(found, (message[keyword] ?? []) as readonly Json[])
    for (const keyword of singles) add(found, [message[keyword] ?? null])
  }
  return found
}

/** An output is asked once for each keyword of its source. */
const messages = new WeakMap<JsonObject, readonly JsonObject[]>()

const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'defs']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const singles =
  'items additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties'.split(' ')

function add(found: JsonObject[], schemas: readonly unknown[]): void {
  for (const each of schemas) if (isPlainObject(each)) found.push(each as JsonObject)
}
