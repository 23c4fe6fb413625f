import { ToolfitError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
import type { Change } from '../schema/change.ts'
import { compileSchema, compileSchemaAsync } from '../schema/compile.ts'
import type { CompiledSchema, Received } from '../schema/compiled-schema.ts'
import type { CompileOptions } from '../schema/options.ts'
import { readOptions } from '../schema/options.ts'
import { sentStrict } from './declare-tool.ts'
import type { Envelope } from './envelopes.ts'
import { envelopeFor, openaiName } from './envelopes.ts'
import { fitName } from './fit-name.ts'
import type { ResponseParts } from './read-response.ts'
import { readResponse } from './read-response.ts'
import { nameChange, strictChange } from './tool-changes.ts'

/** How a response schema is compiled. Only `to` is needed. */
export type CompileResponseOptions = Omit<CompileOptions, 'root' | 'onChange'>

/** A response schema fitted to a dialect, and the way back. */
export interface CompiledResponse {
  /** To be spread into Gemini's `generationConfig`, or into the request of an OpenAI-compatible provider. */
  readonly config: JsonObject
  /** Every keyword that did not travel one to one. Gathered when first read. */
  readonly changes: readonly Change[]
  /** Undefined where no schema was given: `{ type: 'json_object' }`, `{ type: 'text' }`. */
  readonly compiled: CompiledSchema | undefined
  /** What a runtime calls with the model's answer, its JSON parsed: decodes, mends, parses. */
  receive(wire: unknown): Received
  receiveAsync(wire: unknown): Promise<Received>
}

/**
 * Fits the schema of a response to a dialect, with what the provider wants around it. The source is a schema in any form;
 * `{ name?, description?, schema, strict? }`; an OpenAI `response_format`, or a whole request that has one.
 *
 * @throws ToolfitError the codes of `compileSchema`; `option-invalid` for a dialect that has no response schemas.
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

function prepare(schema: unknown, options: CompileResponseOptions) {
  const checked = readOptions({ ...options, root: 'any', onChange: 'collect' })
  const envelope = envelopeFor(options.to)
  if (envelope.response === undefined) {
    const message = `The dialect "${checked.dialect.id}" writes tools only. Ask for the response as the arguments of a tool.`
    throw new ToolfitError('option-invalid', message, { name: 'to', value: options.to })
  }
  const schemaOptions: CompileOptions = { ...options, onChange: 'collect' }
  return { parts: readResponse(schema), envelope, schemaOptions }
}

function createCompiledResponse(
  parts: ResponseParts,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): CompiledResponse {
  const wireName = fitName(parts.name, openaiName)
  let changes: readonly Change[] | undefined
  return {
    config: writeConfig(parts, wireName, compiled, envelope),
    get changes() {
      changes ??= gatherChanges(parts, wireName, compiled, envelope)
      return changes
    },
    compiled,
    receive: (wire) => compiled?.receive(wire) ?? { value: wire, issues: [] },
    receiveAsync: async (wire) => (await compiled?.receiveAsync(wire)) ?? { value: wire, issues: [] },
  }
}

function writeConfig(
  parts: ResponseParts,
  wireName: string,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): JsonObject {
  const { response } = envelope
  if (response === 'response_format') return { response_format: writeFormat(parts, wireName, compiled, envelope) }
  if (response === 'schema') return compiled === undefined ? {} : { schema: compiled.schema }
  if (parts.type === 'text') return {}
  const responseMimeType = 'application/json'
  return compiled === undefined ? { responseMimeType } : { responseMimeType, [response!]: compiled.schema }
}

function writeFormat(
  parts: ResponseParts,
  wireName: string,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): JsonObject {
  if (compiled === undefined) return { type: parts.type === 'text' ? 'text' : 'json_object' }
  const strict = sentStrict(parts.strict, envelope)
  const isAlreadySo = wireName === parts.name && compiled.schema === parts.schema && strict === parts.strict
  if (parts.openai !== undefined && isAlreadySo) return parts.openai
  const format: Record<string, Json> = { name: wireName }
  if (parts.description !== undefined) format['description'] = parts.description
  format['schema'] = compiled.schema
  if (strict !== undefined) format['strict'] = strict
  return { type: 'json_schema', json_schema: format }
}

function gatherChanges(
  parts: ResponseParts,
  wireName: string,
  compiled: CompiledSchema | undefined,
  envelope: Envelope,
): readonly Change[] {
  const isFormat = envelope.response === 'response_format'
  const note = 'The provider has no place for the description of a response. Describe the schema itself.'
  const lost: Change = {
    at: '',
    keyword: 'description',
    code: 'annotation-dropped',
    effect: 'dropped',
    enforced: false,
    note,
  }
  return [
    ...(isFormat ? nameChange(parts.name, wireName) : []),
    ...(isFormat || parts.description === undefined ? [] : [lost]),
    ...strictChange(parts.strict, envelope),
    ...(compiled?.changes ?? []),
  ]
}
