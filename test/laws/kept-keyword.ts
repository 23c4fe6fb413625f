import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual } from '../../src/core/json.ts'

/** Keywords that assert nothing where they stand, or whose parts are looked at one by one. */
const structural = new Set(['properties', 'items', 'anyOf'])

/** True when the output says a keyword somewhere as the source does; notation (letter case, counts as strings) is no difference. */
export function isKept(keyword: string, value: Json, output: JsonObject): boolean {
  if (saysNothing(keyword, value)) return true
  return messagesOf(output).some((message) => says(message, keyword, value))
}

/** What holds for every value, or is as good as absent. */
function saysNothing(keyword: string, value: Json): boolean {
  if (keyword === 'uniqueItems' || keyword === 'nullable' || keyword === 'deprecated') return value === false
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') return value === false
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
  if (keyword === 'examples' || keyword === 'example') return message['example'] !== undefined
  if (written === undefined) return false
  if (structural.has(keyword)) return true
  if (keyword === 'type') return names(String(value).toLowerCase()).includes(String(written).toLowerCase())
  if (keyword === 'default') return true
  if (keyword === 'required' || keyword === 'enum')
    return (value as Json[]).every((each) => each === '' || (written as Json[]).includes(each))
  return deepEqual(written, value) || written === String(value)
}

/** A number that is an integer elsewhere is an integer. */
function names(type: string): string[] {
  return type === 'number' ? ['number', 'integer'] : [type]
}

function messagesOf(output: JsonObject): JsonObject[] {
  const found: JsonObject[] = [output]
  for (const message of found) {
    found.push(
      ...(Object.values((message['properties'] ?? {}) as JsonObject) as JsonObject[]),
      ...((message['anyOf'] ?? []) as JsonObject[]),
    )
    if (message['items'] !== undefined) found.push(message['items'] as JsonObject)
  }
  return found
}
