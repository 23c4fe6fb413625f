import { isPlainObject, setOwn } from '../../core/json.ts'
import type { FunctionDeclaration } from '../api/message.ts'

/** The schema of a function's arguments, as JSON Schema. A function without one takes no arguments. */
export function argumentsSchema({ parameters, parametersJsonSchema }: FunctionDeclaration): unknown {
  return parametersJsonSchema ?? (parameters === undefined ? { type: 'object' } : toJsonSchema(parameters))
}

const sameInBoth: ReadonlySet<string> = new Set([
  ...['format', 'title', 'description', 'nullable', 'required', 'pattern', 'propertyOrdering', 'default'],
])
const numbers: ReadonlySet<string> = new Set([
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minimum', 'maximum', 'minLength', 'maxLength'],
])

/**
 * A Schema message as JSON Schema, so that one sampler serves both. `additionalProperties` is a plain value for the transcoder, so what
 * stands in it may have any spelling that the message allows.
 */
export function toJsonSchema(message: unknown): unknown {
  if (!isPlainObject(message)) return message
  const schema: Record<string, unknown> = {}
  const type = typeof message['type'] === 'string' ? message['type'].toLowerCase() : undefined
  if (type !== undefined && type !== 'type_unspecified') schema['type'] = type
  for (const key of Object.keys(message)) {
    if (sameInBoth.has(key)) schema[key] = message[key]
    else if (numbers.has(key)) schema[key] = readNumber(message[key])
  }
  if (Array.isArray(message['enum'])) schema['enum'] = message['enum'].map((member) => readMember(member, type))
  if (message['example'] !== undefined) schema['examples'] = [message['example']]
  if (typeof message['ref'] === 'string') schema['$ref'] = message['ref'].replace('#/defs/', '#/$defs/')
  if (message['items'] !== undefined) schema['items'] = toJsonSchema(message['items'])
  if (message['additionalProperties'] !== undefined) {
    schema['additionalProperties'] = toJsonSchema(message['additionalProperties'])
  }
  for (const key of ['anyOf', 'allOf', 'oneOf']) {
    if (Array.isArray(message[key])) schema[key] = message[key].map(toJsonSchema)
  }
  if (isPlainObject(message['properties'])) schema['properties'] = readMap(message['properties'])
  if (isPlainObject(message['defs'])) schema['$defs'] = readMap(message['defs'])
  return schema
}

function readMap(map: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(map)) setOwn(copy, name, toJsonSchema(map[name]))
  return copy
}

/** Members of an enum are strings in the message, also of numbers (Vertex lets an INTEGER have some). */
function readMember(member: unknown, type: string | undefined): unknown {
  return type === 'integer' || type === 'number' ? readNumber(member) : member
}

/** Objects, which only `additionalProperties` can bring here, are not converted: their `valueOf` is a caller's data. */
function readNumber(value: unknown): number {
  return typeof value === 'object' ? Number.NaN : Number(value)
}
