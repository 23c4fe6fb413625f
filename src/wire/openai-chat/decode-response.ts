import { asFields, asText, type Fields, isPlainObject, jsonText, objectsIn, present } from '../../core/json.ts'
import type {
  DecodedReply,
  ProviderMetadata,
  ReplyContent,
  ReplyJson,
  ReplyMetadata,
  ReplySource,
  ReplyToolCall,
} from '../model-reply.ts'
import { readArguments } from '../read-arguments.ts'
import { decodeError, isErrorBody } from './error.ts'
import { decodeFinishReason, decodeUsage, isCutBy } from './finish.ts'
import { detailMetadata, type Reasoning, reasoningOf } from './reasoning-of.ts'
import { callSignature, extraSignature } from './signature-of.ts'

export interface DecodeOptions {
  /** The key of this provider in `providerMetadata`. */
  readonly optionsKey: string
  /** Creates an id for a call or a source without one. */
  readonly nextId: () => string
  /** The server, where several share `optionsKey`. Opaque state of thoughts goes back to this one only. */
  readonly issuer?: string | undefined
}

/**
 * Decodes a chat completion. An error under status 200, or an answer without a choice, is an error.
 *
 * @example
 * ```ts
 * import { decodeResponse } from 'toolfit/openai'
 *
 * const message = { role: 'assistant', content: 'Hello.' }
 * const decoded = decodeResponse(
 *   { choices: [{ index: 0, message, finish_reason: 'stop' }] },
 *   { optionsKey: 'openai', nextId: () => 'call_1' },
 * )
 * decoded.reply.content // [{ type: 'text', text: 'Hello.' }]
 * decoded.reply.finishReason // { unified: 'stop', raw: 'stop' }
 * ```
 */
export function decodeResponse(body: unknown, options: DecodeOptions): DecodedReply {
  if (isErrorBody(body)) return { error: decodeError(body) }
  const choice = isPlainObject(body) && Array.isArray(body['choices']) ? (body['choices'][0] as unknown) : undefined
  const message = isPlainObject(choice) ? choice['message'] : undefined
  if (!isPlainObject(body) || !isPlainObject(choice) || !isPlainObject(message)) {
    return {
      error: {
        code: 'response-empty',
        message: 'The answer is not a chat completion: it has no message.',
        isRetryable: false,
      },
    }
  }
  const raw = asText(choice['finish_reason'])
  const content = [
    ...decodeMessage(message, isCutBy(raw), options),
    ...foundPages(body).map((page) => sourceOf(page, options.nextId)),
  ]
  const hasCalls = content.some(({ type }) => type === 'tool-call')
  const isRefused = typeof message['refusal'] === 'string' && message['refusal'] !== ''
  const logprobs = isPlainObject(choice['logprobs']) ? (choice['logprobs'] as Record<string, ReplyJson>) : undefined
  return {
    reply: {
      content,
      finishReason: isRefused ? { unified: 'content-filter', raw } : decodeFinishReason(raw, hasCalls),
      usage: decodeUsage(body['usage']),
      response: decodeMetadata(body),
      ...(logprobs === undefined ? {} : { providerMetadata: { [options.optionsKey]: { logprobs } } }),
    },
  }
}

/** The id, model and time of an answer. */
export function decodeMetadata({ id, created, model }: Fields): ReplyMetadata {
  const timestamp = typeof created === 'number' && created > 0 ? new Date(created * 1000) : undefined
  return present({ id: asText(id) || undefined, timestamp, modelId: asText(model) || undefined })
}

function decodeMessage(message: Fields, isCut: boolean, options: DecodeOptions): ReplyContent[] {
  const reasoning = reasoningOf(message)
  const texts = [textOf(message['content']), textOf(message['refusal'])].filter((text) => text !== '')
  const calls = objectsIn(message['tool_calls']).map((call) => decodeCall(call, isCut, options))
  // The single call of the old API, which some servers still use.
  const old = oldCall(message)
  if (old !== undefined) calls.push(decodeCall({ function: old }, isCut, options))
  return [
    ...(reasoning === undefined ? [] : [decodeReasoning(reasoning, options)]),
    ...signLast(texts, extraSignature(message)),
    ...calls,
    ...decodeSources(message['annotations'], options.nextId),
  ]
}

function decodeReasoning({ text, details }: Reasoning, { optionsKey, issuer }: DecodeOptions): ReplyContent {
  if (details === undefined) return { type: 'reasoning', text }
  return { type: 'reasoning', text, providerMetadata: detailMetadata(details, optionsKey, issuer) }
}

/** Google's compatible endpoint signs a text on its message. The last text holds the signature, also if it is empty. */
function signLast(texts: readonly string[], signature: string | undefined): ReplyContent[] {
  const content = texts.map((text): ReplyContent => ({ type: 'text', text }))
  if (signature === undefined) return content
  return [...content.slice(0, -1), { type: 'text', text: texts.at(-1) ?? '', providerMetadata: signedBy(signature) }]
}

/** A thought signature of Google, as metadata. */
export function signedBy(thoughtSignature: string): ProviderMetadata {
  return { google: { thoughtSignature } }
}

/** The single call of the old API. Snowflake sends one without a name and arguments where there is none. */
export function oldCall({ function_call: call }: Fields): Fields | undefined {
  return isPlainObject(call) && Object.values(call).some((value) => value !== '' && value !== null) ? call : undefined
}

function decodeCall(call: Fields, isCut: boolean, { nextId }: DecodeOptions): ReplyToolCall {
  const called = asFields(call['function'])
  const given = called['arguments']
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {})
  return present({
    type: 'tool-call',
    toolCallId: asText(call['id']) || nextId(),
    toolName: jsonText(called['name'] ?? ''),
    input: readArguments(text, { isCut }).text,
    providerMetadata: callMetadata(call),
  })
}

/** A thought signature that Google's compatible endpoint put on a call. */
export function callMetadata(call: Fields): ProviderMetadata | undefined {
  const thoughtSignature = callSignature(call)
  return thoughtSignature === undefined ? undefined : signedBy(thoughtSignature)
}

/** Citations of OpenAI's search models. */
export function decodeSources(annotations: unknown, nextId: () => string): ReplySource[] {
  return objectsIn(annotations).flatMap((annotation) => {
    const citation = annotation['url_citation']
    if (!isPlainObject(citation) || typeof citation['url'] !== 'string') return []
    return sourceOf(citation as { url: string }, nextId)
  })
}

/** A page that an answer is based on. */
export interface FoundPage {
  readonly url: string
  readonly title?: unknown
}

export function sourceOf({ url, title }: FoundPage, nextId: () => string): ReplySource {
  const source: ReplySource = { type: 'source', sourceType: 'url', id: nextId(), url }
  return typeof title === 'string' ? { ...source, title } : source
}

/** Perplexity's pages stand beside the answer: `citations` has their addresses, `search_results` their titles. */
export function foundPages({ citations, search_results: results }: Fields): FoundPage[] {
  const found = new Map<string, FoundPage>()
  for (const url of Array.isArray(citations) ? citations : []) if (typeof url === 'string') found.set(url, { url })
  for (const { url, title } of objectsIn(results)) if (typeof url === 'string') found.set(url, { url, title })
  return [...found.values()]
}

/** The text of a message: a string, or a list of text parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsIn(content)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
    .join('')
}
