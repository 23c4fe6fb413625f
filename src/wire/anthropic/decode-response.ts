import { asFields, asText, type Fields, isPlainObject, jsonText, objectsIn, present } from '../../core/json.ts'
import {
  asCount,
  type DecodedReply,
  type FinishReason,
  type ProviderMetadata,
  type ReplyContent,
  type ReplyJson,
  type ReplySource,
  type Usage,
  unknownUsage,
} from '../model-reply.ts'
import { blockMetadata, isCall, isOwnResult, isThought, opaqueMetadata } from './blocks.ts'
import { decodeError } from './error.ts'

export interface DecodeOptions {
  /** Creates ids for sources. */
  readonly nextId: () => string
}

/**
 * Decodes a message. Any other body is an error.
 *
 * @example
 * ```ts
 * import { decodeResponse } from 'toolfit/anthropic'
 *
 * const message = { type: 'message', content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn' }
 * const decoded = decodeResponse(message, { nextId: () => 'source_1' })
 * decoded.reply.content // [{ type: 'text', text: 'Hello.' }]
 * decoded.reply.finishReason // { unified: 'stop', raw: 'end_turn' }
 * ```
 */
export function decodeResponse(body: unknown, options: DecodeOptions): DecodedReply {
  if (isPlainObject(body) && body['type'] === 'error') return { error: decodeError(body) }
  if (!isPlainObject(body) || !Array.isArray(body['content'])) {
    return {
      error: { code: 'response-empty', message: 'The answer is not a message: it has no content.', isRetryable: false },
    }
  }
  const blocks = body['content'].filter(isPlainObject)
  const content = decodeBlocks(blocks, new Map(), options)
  const unread = blocks.filter((block) => !isKnown(block))
  const { id, model, stop_reason: reason } = body
  return {
    reply: {
      content,
      finishReason: decodeStopReason(asText(reason)),
      usage: decodeUsage(body['usage']),
      response: present({ id: asText(id), modelId: asText(model) }),
      providerMetadata: { anthropic: replyMetadata(body, unread) },
    },
  }
}

/** Data without a neutral field: the stop sequence, the use of the cache, blocks of unknown kinds (which are in the content, too). */
export function replyMetadata(message: Fields, unread: readonly unknown[]): ProviderMetadata[string] {
  const metadata: Record<string, unknown> = {}
  if (typeof message['stop_sequence'] === 'string') metadata['stopSequence'] = message['stop_sequence']
  if (isPlainObject(message['usage'])) metadata['usage'] = message['usage']
  if (isPlainObject(message['stop_details'])) metadata['stopDetails'] = message['stop_details']
  if (unread.length > 0) metadata['unreadBlocks'] = unread
  return metadata as ProviderMetadata[string]
}

/** Decodes what a model wrote. `names` are the names of the calls so far, by id; without `nextId`, citations are no sources. */
export function decodeBlocks(
  blocks: readonly Fields[],
  names: Map<string, string>,
  options?: DecodeOptions,
): ReplyContent[] {
  return blocks.flatMap((block) => decodeBlock(block, names, options))
}

function isKnown(block: Fields): boolean {
  return block['type'] === 'text' || isThought(block) || isCall(block) || isOwnResult(block)
}

function decodeBlock(block: Fields, names: Map<string, string>, options: DecodeOptions | undefined): ReplyContent[] {
  switch (block['type']) {
    case 'text':
      return [
        { type: 'text', text: jsonText(block['text'] ?? ''), ...citationMetadata(block['citations']) },
        ...(options === undefined ? [] : decodeCitations(block['citations'], options.nextId)),
      ]
    case 'thinking':
      return [
        {
          type: 'reasoning',
          text: jsonText(block['thinking'] ?? ''),
          ...thoughtMetadata('signature', block['signature']),
        },
      ]
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', ...thoughtMetadata('redactedData', block['data']) }]
    default:
      if (isCall(block)) return [decodeCall(block, names)]
      if (isOwnResult(block)) return [decodeOwnResult(block, names)]
      return [{ type: 'reasoning', text: '', providerMetadata: opaqueMetadata(block) }]
  }
}

function decodeCall(block: Fields, names: Map<string, string>): ReplyContent {
  const [toolCallId, toolName] = [jsonText(block['id']), jsonText(block['name'])]
  names.set(toolCallId, toolName)
  const input = JSON.stringify(block['input'] ?? {})
  return { type: 'tool-call', toolCallId, toolName, input, ...ranByAnthropic(block), ...blockMetadata(block) }
}

export function ranByAnthropic({ type }: Fields): { providerExecuted?: true } {
  return type === 'tool_use' ? {} : { providerExecuted: true }
}

/** The signature of a thought, or a whole redacted thought: only Anthropic can read it. */
export function thoughtMetadata(
  key: 'signature' | 'redactedData',
  value: unknown,
): { providerMetadata?: ProviderMetadata } {
  return typeof value === 'string' && value !== '' ? { providerMetadata: { anthropic: { [key]: value } } } : {}
}

export function decodeOwnResult(block: Fields, names: ReadonlyMap<string, string>): ReplyContent {
  const [blockType, toolCallId] = [jsonText(block['type']), jsonText(block['tool_use_id'])]
  const { content } = block
  const isError = block['is_error'] === true || (isPlainObject(content) && jsonText(content['type']).endsWith('_error'))
  return {
    type: 'tool-result',
    toolCallId,
    toolName: names.get(toolCallId) ?? blockType.replace(/_tool_result$/, ''),
    result: (content ?? {}) as NonNullable<ReplyJson>,
    ...(isError ? { isError } : {}),
    ...blockMetadata(block),
  }
}

/** The citations of a text, in Anthropic's form: places in documents have no neutral form. */
export function citationMetadata(citations: unknown): { providerMetadata?: ProviderMetadata } {
  if (!Array.isArray(citations) || citations.length === 0) return {}
  return { providerMetadata: { anthropic: { citations: citations as ReplyJson[] } } }
}

/** Pages that a text cites. */
export function decodeCitations(citations: unknown, nextId: () => string): ReplySource[] {
  return objectsIn(citations).flatMap(({ url, title }) => {
    if (typeof url !== 'string') return []
    return [present({ type: 'source', sourceType: 'url', id: nextId(), url, title: asText(title) })]
  })
}

const reasons: Readonly<Record<string, FinishReason['unified']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  // Anthropic's own tools need another round: the same messages are sent again.
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'content-filter',
}

export function decodeStopReason(raw: string | undefined): FinishReason {
  return { unified: raw !== undefined && Object.hasOwn(reasons, raw) ? reasons[raw]! : 'other', raw }
}

/** True for reasons after which the last block may be cut off. */
export function isCutBy(raw: string | undefined): boolean {
  return ['length', 'content-filter'].includes(decodeStopReason(raw).unified)
}

/** Decodes usage. `input_tokens` excludes cached tokens; our total includes them. */
export function decodeUsage(usage: unknown): Usage {
  if (!isPlainObject(usage)) return unknownUsage
  const noCache = asCount(usage['input_tokens'])
  const cacheRead = asCount(usage['cache_read_input_tokens'])
  const cacheWrite = asCount(usage['cache_creation_input_tokens'])
  const output = asCount(usage['output_tokens'])
  const reasoning = asCount(asFields(usage['output_tokens_details'])['thinking_tokens'])
  return {
    inputTokens: {
      total: noCache === undefined ? undefined : noCache + (cacheRead ?? 0) + (cacheWrite ?? 0),
      noCache,
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total: output,
      text: output === undefined || reasoning === undefined ? undefined : Math.max(0, output - reasoning),
      reasoning,
    },
    raw: usage as Record<string, ReplyJson>,
  }
}
