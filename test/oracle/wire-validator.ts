import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * "Valid under the output", read the way constrained decoding works: objects hold declared properties only.
 * Gemini's Schema message is turned into JSON Schema by a plain mapping of its fields and judged by ajv, which knows
 * nothing of Toolfit.
 */
export function wireValidator(schema: unknown): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true, addUsedSchema: false })
  addFormats.default(ajv, ['date-time'])
  const validate: ValidateFunction = ajv.compile(toJsonSchema(schema) as object)
  return (value) => validate(value) === true
}

type Message = Record<string, unknown>

/** The JSON Schema that says what a Gemini Schema message says. */
export function toJsonSchema(message: unknown): Message {
  const schema = message as Message
  const out: Message = {}
  const type = schema['type'] as string | undefined
  if (Array.isArray(schema['anyOf'])) out['anyOf'] = schema['anyOf'].map(toJsonSchema)
  for (const keyword of ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']) {
    if (schema[keyword] !== undefined) out[keyword] = Number(schema[keyword])
  }
  for (const keyword of ['minimum', 'maximum', 'required']) if (schema[keyword] !== undefined) out[keyword] = schema[keyword]
  if (schema['format'] === 'date-time') out['format'] = 'date-time'
  if (schema['pattern'] !== undefined && compiles(schema['pattern'] as string)) out['pattern'] = schema['pattern']
  if (schema['items'] !== undefined) out['items'] = toJsonSchema(schema['items'])
  if (type === 'OBJECT') {
    const properties = (schema['properties'] ?? {}) as Message
    out['properties'] = Object.fromEntries(Object.keys(properties).map((name) => [name, toJsonSchema(properties[name])]))
    out['additionalProperties'] = false
  }
  if (type !== undefined) out['type'] = type.toLowerCase()
  if (schema['enum'] !== undefined) out['enum'] = schema['enum']
  return schema['nullable'] === true ? { anyOf: [out, { type: 'null' }] } : out
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}
