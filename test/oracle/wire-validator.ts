import type { Json } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { jsonSchemaValidator } from './source-validator.ts'

/**
 * "Valid under the output", read the way constrained decoding works: objects hold declared properties only.
 * Gemini's Schema message, that of Vertex and that of the OpenAI-compatible endpoint are turned into JSON Schema by a plain
 * mapping of their fields and judged by ajv, which knows nothing of Toolfit. A format is an annotation, on the wire as in the source.
 */
export function wireValidator(schema: unknown): (value: unknown) => boolean {
  const validate = jsonSchemaValidator(toJsonSchema(schema) as Json)
  return (value) => validate(value) === true
}

type Message = Record<string, unknown>

/** The JSON Schema that says what a Gemini Schema message says. */
export function toJsonSchema(message: unknown): Message {
  const schema = message as Message
  const out: Message = {}
  // The OpenAI envelope writes the same types in lower case.
  const type = (schema['type'] as string | undefined)?.toLowerCase()
  // Vertex: `ref` stands for all that is said of the value.
  if (schema['ref'] !== undefined) return { $ref: (schema['ref'] as string).replace(/^#\/defs\//, '#/$defs/') }
  if (Array.isArray(schema['anyOf'])) out['anyOf'] = schema['anyOf'].map(toJsonSchema)
  for (const keyword of ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']) {
    if (schema[keyword] !== undefined) out[keyword] = Number(schema[keyword])
  }
  for (const keyword of ['minimum', 'maximum', 'required'])
    if (schema[keyword] !== undefined) out[keyword] = schema[keyword]
  if (schema['pattern'] !== undefined && compiles(schema['pattern'] as string)) out['pattern'] = schema['pattern']
  if (schema['items'] !== undefined) out['items'] = toJsonSchema(schema['items'])
  if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as Message
    const mapped: Message = {}
    for (const name of Object.keys(properties)) setOwn<unknown>(mapped, name, toJsonSchema(properties[name]))
    out['properties'] = mapped
    out['additionalProperties'] = additionalOf(schema)
  }
  if (type !== undefined) out['type'] = type
  if (schema['enum'] !== undefined) out['enum'] = schema['enum']
  if (schema['description'] !== undefined) out['description'] = schema['description']
  return withDefinitions(schema, schema['nullable'] === true ? { anyOf: [out, { type: 'null' }] } : out)
}

/** Only Vertex can say what other properties hold; unsaid, there are none. */
function additionalOf({ additionalProperties = false }: Message): unknown {
  return typeof additionalProperties === 'boolean' ? additionalProperties : toJsonSchema(additionalProperties)
}

/** `defs` of Vertex, which stands at the root only. */
function withDefinitions({ defs }: Message, out: Message): Message {
  if (defs === undefined) return out
  const definitions: Message = {}
  for (const [name, definition] of Object.entries(defs as Message))
    setOwn<unknown>(definitions, name, toJsonSchema(definition))
  return { ...out, $defs: definitions }
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}
