import { ToolfitError } from '../core/errors.ts'
import { isPlainObject, type JsonObject, present } from '../core/json.ts'
import type { Change } from '../schema/change.ts'
import { compileSchema, compileSchemaAsync, compileSchemaInSteps } from '../schema/compile.ts'
import type { CompiledSchema, Received } from '../schema/compiled-schema.ts'
import { type CompileOptions, readOptions } from '../schema/options.ts'
import { nameChange, sentStrict, strictChange } from './declare-tool.ts'
import { type Envelope, envelopeFor, envelopeOf, openaiName } from './envelopes.ts'
import { fitName } from './fit-name.ts'

/** How a response schema is compiled. Only `to` is required. */
export type CompileResponseOptions = Omit<CompileOptions, 'root' | 'onChange'>

/** A response schema fitted to a dialect, with functions to receive the response. */
export interface CompiledResponse {
  /** Spread it into Gemini's `generationConfig`, or into the request of an OpenAI-compatible provider. */
  readonly config: JsonObject
  /** Every keyword that was not sent unchanged. Collected on first access. */
  readonly changes: readonly Change[]
  /** Undefined without a schema: `{ type: 'json_object' }`, `{ type: 'text' }`. */
  readonly compiled: CompiledSchema | undefined
  /** Decodes, repairs and parses the model's response, which must be parsed JSON. */
  receive(wire: unknown): Received
  receiveAsync(wire: unknown): Promise<Received>
}

/**
 * Fits the schema of a response to a dialect, in the provider's envelope. The source is a schema in any form, or
 * `{ name?, description?, schema, strict? }`, or an OpenAI `response_format`, or a request that has one.
 *
 * @throws ToolfitError the codes of `compileSchema`; `option-invalid` for a dialect without response schemas.
 *
 * @example
 * ```ts
 * import { compileResponse } from 'toolfit'
 *
 * const compiled = compileResponse({ type: 'array', items: { const: 'ok' } }, { to: 'gemini' })
 * compiled.config.responseMimeType // 'application/json'
 * compiled.config.responseSchema // { type: 'ARRAY', items: { type: 'STRING', enum: ['ok'] } }
 * compiled.receive(['ok']) // { value: ['ok'], issues: [] }
 * ```
 */
export function compileResponse(schema: unknown, options: CompileResponseOptions): CompiledResponse {
  const { parts, envelope, schemaOptions } = prepare(schema, options)
  const compiled = parts.schema === undefined ? undefined : compileSchema(parts.schema, schemaOptions)
  return createCompiledResponse(parts, compiled, envelope)
}

/**
 * Like {@link compileResponse}, for schemas that can only be read asynchronously.
 *
 * @example
 * ```ts
 * import { compileResponseAsync } from 'toolfit'
 *
 * const compiled = await compileResponseAsync(Promise.resolve({ type: 'boolean' }), { to: 'gemini' })
 * compiled.config.responseSchema // { type: 'BOOLEAN' }
 * ```
 */
export async function compileResponseAsync(
  schema: unknown,
  options: CompileResponseOptions,
): Promise<CompiledResponse> {
  const { parts, envelope, schemaOptions } = prepare(schema, options)
  const compiled = parts.schema === undefined ? undefined : await compileSchemaAsync(parts.schema, schemaOptions)
  return createCompiledResponse(parts, compiled, envelope)
}

/**
 * Like {@link compileResponse}, for callers that others wait for: `pause` is awaited between two steps. The schema is cached, so that
 * `compileResponse` with the same source and options finds it.
 *
 * @throws Nothing: an error is thrown again by `compileResponse`, where it is handled.
 */
export async function compileResponseInSteps(
  schema: unknown,
  options: CompileResponseOptions,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  try {
    const { parts, schemaOptions } = prepare(schema, options)
    if (parts.schema === undefined) return
    const compiled = await compileSchemaInSteps(parts.schema, schemaOptions, pause)
    await pause()
    // Collected now: the decoding of the response needs them.
    if (compiled.changes.length > 0) await pause()
  } catch (error) {
    if (!ToolfitError.isInstance(error)) throw error
  }
}

function prepare(schema: unknown, options: CompileResponseOptions) {
  const checked = readOptions({ ...options, root: 'any', onChange: 'collect' })
  const envelope = envelopeFor(options.to)
  if (envelope.response === undefined) {
    const message = `The dialect "${checked.dialect.id}" writes tools only. Ask for the response as the arguments of a tool.`
    throw new ToolfitError('option-invalid', message, { name: 'to', value: options.to })
  }
  const schemaOptions: CompileOptions = { ...options, access: options.access ?? 'response', onChange: 'collect' }
  return { parts: readResponse(schema), envelope, schemaOptions }
}

function createCompiledResponse(
  parts: ResponseParts,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): CompiledResponse {
  const wireName = fitName(parts.name, openaiName)
  const named = { parts, wireName, compiled, envelope: envelopeOf(compiled, envelope) }
  let changes: readonly Change[] | undefined
  return {
    config: writeConfig(named),
    get changes() {
      changes ??= gatherChanges(named)
      return changes
    },
    compiled,
    receive: (wire) => compiled?.receive(wire) ?? { value: wire, issues: [] },
    receiveAsync: async (wire) => (await compiled?.receiveAsync(wire)) ?? { value: wire, issues: [] },
  }
}

/** What the config and the changes of a response are written from. */
interface NamedResponse {
  readonly parts: ResponseParts
  readonly wireName: string
  readonly compiled: CompiledSchema | undefined
  readonly envelope: Envelope
}

function writeConfig(named: NamedResponse): JsonObject {
  const { parts, compiled } = named
  const { response } = named.envelope
  if (response === 'response_format') return { response_format: writeFormat(named) }
  if (response === 'schema') return compiled === undefined ? {} : { schema: compiled.schema }
  if (parts.type === 'text') return {}
  const responseMimeType = 'application/json'
  return compiled === undefined ? { responseMimeType } : { responseMimeType, [response!]: compiled.schema }
}

function writeFormat({ parts, wireName, compiled, envelope }: NamedResponse): JsonObject {
  if (compiled === undefined) return { type: parts.type === 'text' ? 'text' : 'json_object' }
  const strict = sentStrict(parts.strict, envelope)
  const isUnchanged = wireName === parts.name && compiled.schema === parts.schema && strict === parts.strict
  if (parts.openai !== undefined && isUnchanged) return parts.openai
  const format = present({ name: wireName, description: parts.description, schema: compiled.schema, strict })
  return { type: 'json_schema', json_schema: format }
}

function gatherChanges({ parts, wireName, compiled, envelope }: NamedResponse): readonly Change[] {
  const isFormat = envelope.response === 'response_format'
  const note = 'The provider has no field for the description of a response. Describe the schema itself.'
  const dropped = {
    at: '',
    keyword: 'description',
    code: 'annotation-dropped',
    effect: 'dropped',
    enforced: false,
  } as const
  return [
    ...(isFormat ? nameChange(parts.name, wireName) : []),
    ...(isFormat || parts.description === undefined ? [] : [{ ...dropped, note }]),
    ...strictChange(parts.strict, envelope),
    ...(compiled?.changes ?? []),
  ]
}

/** The parts of a response format of any form. */
export interface ResponseParts {
  readonly type: 'json' | 'text'
  /** `response` if it has none. */
  readonly name: string
  readonly description: string | undefined
  /** A schema in any form; undefined for any JSON, or text. */
  readonly schema: unknown
  readonly strict: boolean | undefined
  /** The original `response_format` of OpenAI. */
  readonly openai: JsonObject | undefined
}

/** The keys beside a schema in the flat formats of OpenAI's Responses API and the AI SDK. */
const wrapperKeys: ReadonlySet<string> = new Set(['type', 'name', 'description', 'schema', 'strict'])
const formatTypes: ReadonlySet<unknown> = new Set(['json_schema', 'json_object', 'json', 'text'])

/** Reads a response format, or a bare schema. */
function readResponse(source: unknown): ResponseParts {
  if (source === undefined || source === null) throw unreadable(`${source} is not a schema.`)
  if (!isPlainObject(source)) return toParts({ schema: source })
  const format = isPlainObject(source['response_format']) ? source['response_format'] : source
  if (isPlainObject(format['json_schema'])) {
    return { ...toParts({ ...format['json_schema'], type: format['type'] }), openai: format as JsonObject }
  }
  if (isWrapper(format)) return toParts(format)
  if (format !== source) throw unreadable('The type of this response_format is not json_schema, json_object or text.')
  return toParts({ schema: source })
}

/** Whether the object has only keys of a format. A JSON Schema with such a keyword has others too. */
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
