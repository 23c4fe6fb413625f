import { isPlainObject, type JsonObject, present } from '../../core/json.ts'
import type { ModelReply, ReplyContent } from '../model-reply.ts'
import type { GeminiPart } from './encode-contents.ts'
import { encodeFinishReason, encodeUsage } from './finish.ts'
import { dataOf, type GeminiOrigin, signatureOf } from './origin.ts'

/**
 * Encodes an answer of `generateContent`: the inverse of `decodeResponse`.
 *
 * @example
 * ```ts
 * import { decodeResponse, encodeResponse } from 'toolfit/gemini'
 *
 * const origin = { keys: ['google'], family: '3.0' }
 * const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP', index: 0 }] }
 * const { reply } = decodeResponse(answer, { origin, nextId: () => 'call_1' })
 * encodeResponse(reply, origin).candidates[0].content // { role: 'model', parts: [{ text: 'Hi.' }] }
 * ```
 */
export function encodeResponse(reply: ModelReply, origin: GeminiOrigin): JsonObject {
  const { id, modelId, timestamp } = reply.response
  const own = dataOf(reply.providerMetadata, origin)
  const { promptFeedback, unreadParts, ...candidate } = own
  const unread = Array.isArray(unreadParts) ? (unreadParts as GeminiPart[]) : []
  const parts = [...reply.content.flatMap((part) => encodePart(part, origin)), ...unread]
  const usageMetadata = encodeUsage(reply.usage)
  const isBlocked = isPlainObject(promptFeedback) && parts.length === 0
  const finishReason = encodeFinishReason(reply.finishReason)
  const candidates = [{ content: { role: 'model', parts }, finishReason, index: 0, ...candidate }]
  return present({
    candidates: isBlocked ? undefined : candidates,
    promptFeedback,
    usageMetadata: Object.keys(usageMetadata).length === 0 ? undefined : usageMetadata,
    modelVersion: modelId,
    responseId: id,
    createTime: timestamp?.toISOString(),
  }) as JsonObject
}

function encodePart(part: ReplyContent, origin: GeminiOrigin): GeminiPart[] {
  // A source is not a part: it comes from the grounding metadata of the whole answer.
  if (part.type === 'source') return []
  const raw = dataOf(part.providerMetadata, origin)['part']
  if (isPlainObject(raw)) return [raw as GeminiPart]
  const thoughtSignature = signatureOf(part.providerMetadata, origin)
  const signed = thoughtSignature === undefined ? {} : { thoughtSignature }
  switch (part.type) {
    case 'text':
      return [{ text: part.text, ...signed }]
    case 'reasoning':
      return [{ text: part.text, thought: true, ...signed }]
    case 'file':
      return [{ inlineData: { mimeType: part.mediaType, data: part.data }, ...signed }]
    case 'tool-call': {
      const { toolCallId: id, toolName: name, input } = part
      return [{ functionCall: { id, name, args: JSON.parse(input) as JsonObject }, ...signed }]
    }
    case 'tool-result':
      // Only Google's own tools have results in an answer, and those are returned above.
      return []
  }
}
