import { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { isPlainObject } from '../core/json.ts'

/** What is read of a response format, whatever form it has. */
export interface ResponseParts {
  readonly type: 'json' | 'text'
  /** `response` where it has none. */
  readonly name: string
  readonly description: string | undefined
  /** A schema in any form; undefined where any JSON, or text, is wanted. */
  readonly schema: unknown
  readonly strict: boolean | undefined
  /** OpenAI's `response_format` as it came. */
  readonly openai: JsonObject | undefined
}

/** What stands around a schema: OpenAI's Responses API and the AI SDK have it flat. */
const wrapperKeys: ReadonlySet<string> = new Set(['type', 'name', 'description', 'schema', 'strict'])
const formatTypes: ReadonlySet<unknown> = new Set(['json_schema', 'json_object', 'json', 'text'])

/** Reads a response format, or a schema that stands for itself. */
export function readResponse(source: unknown): ResponseParts {
  if (source === undefined || source === null) throw unreadable(`${source} is not a schema.`)
  if (!isPlainObject(source)) return toParts({ schema: source })
  const format = isPlainObject(source['response_format']) ? source['response_format'] : source
  if (isPlainObject(format['json_schema'])) {
    return { ...toParts({ ...format['json_schema'], type: format['type'] }), openai: format as JsonObject }
  }
  if (isWrapper(format)) return toParts(format)
  if (format !== source)
    throw unreadable('This response_format is none of the types json_schema, json_object and text.')
  return toParts({ schema: source })
}

/** Nothing but a name, a schema and their like. A JSON Schema that happens to have such a keyword has others too. */
function isWrapper(format: Readonly<Record<string, unknown>>): boolean {
  const { type, schema } = format
  if (!Object.keys(format).every((key) => wrapperKeys.has(key))) return false
  return formatTypes.has(type) || (type === undefined && schema !== undefined)
}

function unreadable(message: string): ToolfitError {
  return new ToolfitError(
    'schema-unreadable',
    `${message} Pass a schema, { name, schema } or a response_format of OpenAI.`,
  )
}

function toParts({ type, name, description, schema, strict }: Readonly<Record<string, unknown>>): ResponseParts {
  if (type === 'json_schema' && (schema ?? undefined) === undefined) throw unreadable('This json_schema has no schema.')
  return {
    type: type === 'text' ? 'text' : 'json',
    name: typeof name === 'string' && name !== '' ? name : 'response',
    description: typeof description === 'string' ? description : undefined,
    schema: schema ?? undefined,
    strict: typeof strict === 'boolean' ? strict : undefined,
    openai: undefined,
  }
}
