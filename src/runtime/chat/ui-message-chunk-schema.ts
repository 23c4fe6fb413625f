import type { JsonObject } from '../../core/json.ts'
import { jsonSchema, type Schema } from '../../tools/json-schema.ts'
import { TypeValidationError } from '../errors/value-errors.ts'
import type { UIMessageChunk } from '../ui/ui-message-chunk.ts'

const text: JsonObject = { type: 'string' }
const flag: JsonObject = { type: 'boolean' }
const any: JsonObject = {}
const metadata: JsonObject = { type: 'object', additionalProperties: { type: 'object' } }
const parts: JsonObject = { type: 'array', items: { type: 'object' } }
const call = { toolCallId: text, providerExecuted: flag, providerMetadata: metadata, toolMetadata: { type: 'object' } }
const named = { ...call, toolName: text, title: text, dynamic: flag }
const written = { id: text, providerMetadata: metadata }

type Fields = Readonly<Record<string, JsonObject>>

/** The fields of each chunk, and those that it must have. Others are allowed. */
const chunks: Readonly<Record<string, readonly [fields: Fields, required: string]>> = {
  start: [{ messageId: text, messageMetadata: any }, ''],
  'start-step': [{}, ''],
  'text-start': [written, 'id'],
  'text-delta': [{ ...written, delta: text }, 'id delta'],
  'text-end': [written, 'id'],
  'reasoning-start': [written, 'id'],
  'reasoning-delta': [{ ...written, delta: text }, 'id delta'],
  'reasoning-end': [written, 'id'],
  custom: [{ kind: text, providerMetadata: metadata }, 'kind'],
  file: [{ url: text, mediaType: text, providerMetadata: metadata }, 'url mediaType'],
  'reasoning-file': [{ url: text, mediaType: text, providerMetadata: metadata }, 'url mediaType'],
  'source-url': [{ sourceId: text, url: text, title: text, providerMetadata: metadata }, 'sourceId url'],
  'source-document': [
    { sourceId: text, mediaType: text, title: text, filename: text, providerMetadata: metadata },
    'sourceId mediaType title',
  ],
  'tool-input-start': [{ ...named, inputEncoding: { enum: ['json', 'text'] } }, 'toolCallId toolName'],
  'tool-input-delta': [{ toolCallId: text, inputTextDelta: text }, 'toolCallId inputTextDelta'],
  'tool-input-available': [{ ...named, input: any }, 'toolCallId toolName'],
  'tool-input-error': [{ ...named, input: any, errorText: text }, 'toolCallId toolName errorText'],
  'tool-output-available': [{ ...call, output: any, dynamic: flag, preliminary: flag }, 'toolCallId'],
  'tool-output-error': [{ ...call, errorText: text, dynamic: flag }, 'toolCallId errorText'],
  'tool-output-denied': [{ toolCallId: text }, 'toolCallId'],
  'tool-approval-request': [
    { approvalId: text, toolCallId: text, reason: text, isAutomatic: flag, signature: text },
    'approvalId toolCallId',
  ],
  'tool-approval-response': [{ approvalId: text, approved: flag, reason: text }, 'approvalId approved'],
  'steering-message': [{ id: text, parts }, 'id parts'],
  'message-metadata': [{ messageMetadata: any }, ''],
  'finish-step': [{}, ''],
  'reset-step': [{}, ''],
  finish: [{ finishReason: text, messageMetadata: any }, ''],
  abort: [{ reason: text }, ''],
  error: [{ errorText: text }, 'errorText'],
}

function shapeOf([type, [properties, required]]: [string, readonly [Fields, string]]): JsonObject {
  const names = ['type', ...required.split(' ').filter((name) => name !== '')]
  return { type: 'object', properties: { type: { const: type }, ...properties }, required: names }
}

const data: JsonObject = {
  type: 'object',
  properties: { type: { type: 'string', pattern: '^data-' }, id: text, data: any, transient: flag },
  required: ['type'],
}

/**
 * The schema of the chunks of a UI message stream, for those who read one themselves.
 *
 * @example
 * ```ts
 * import { parseJsonEventStream, uiMessageChunkSchema } from 'toolfit'
 *
 * const { body } = new Response('data: {"type":"text-delta","id":"1","delta":"Hi."}\n\ndata: [DONE]\n\n')
 * const events = parseJsonEventStream({ stream: body!, schema: uiMessageChunkSchema })
 * const { value } = await events.getReader().read()
 * value?.success // true
 * ```
 */
export function uiMessageChunkSchema(): Schema<UIMessageChunk> {
  schema ??= createChunkSchema()
  return schema
}

function createChunkSchema(): Schema<UIMessageChunk> {
  const source = { anyOf: [...Object.entries(chunks).map(shapeOf), data] }
  const { validate } = jsonSchema<UIMessageChunk>(source)['~standard']
  return jsonSchema<UIMessageChunk>(source, {
    validate: async (value) => {
      const result = await validate(value)
      if (result.issues === undefined) return { success: true, value: result.value }
      return { success: false, error: new TypeValidationError({ value, cause: result.issues }) }
    },
  })
}

/** Made with the first use. */
let schema: Schema<UIMessageChunk> | undefined
