import { cutText } from '../answer/answer-in-chunks.ts'
import { createNumbers, drawWord, hashText } from '../answer/sample/fingerprint.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { GenerateContentResponse, Part, UsageMetadata } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { sign, signedPart } from '../api/signature.ts'
import { tokensOfPart } from '../api/tokens.ts'

export interface ReplyContext {
  readonly endpoint: Endpoint
  readonly model: Model
  /** The emulator's own answer to the request, for ids, usage and version. */
  readonly own: GenerateContentResponse
}

/** Makes the whole response of a model that says these parts. Ids and signatures that a part has are kept. */
export function completeReply(parts: readonly Part[], context: ReplyContext): GenerateContentResponse {
  const complete = signFirst(
    parts.map((part, index) => identify(part, index, context)),
    context,
  )
  const { usageMetadata, ...own } = context.own
  return {
    ...own,
    candidates: [{ content: { role: 'model', parts: complete }, finishReason: 'STOP', index: 0 }],
    ...(usageMetadata !== undefined && { usageMetadata: recount(usageMetadata, parts) }),
  }
}

function identify(part: Part, index: number, { model, own }: ReplyContext): Part {
  const { functionCall } = part
  if (functionCall === undefined || functionCall.id !== undefined || !model.supports.has('call-ids')) return part
  const seed = hashText(`${own.responseId} ${index} ${JSON.stringify(functionCall)}`)
  const id = drawWord(createNumbers(seed), 8, 'abcdefghijklmnopqrstuvwxyz0123456789')
  return { ...part, functionCall: { ...functionCall, id } }
}

/** Signs the first call of a step, unless a part has a signature already. */
function signFirst(parts: readonly Part[], { endpoint, model }: ReplyContext): readonly Part[] {
  const first = parts.findIndex(({ functionCall }) => functionCall !== undefined)
  const call = parts[first]
  const isSigned = parts.some(({ thoughtSignature }) => thoughtSignature !== undefined)
  if (call === undefined || isSigned || !model.supports.has('signatures-required')) return parts
  const thoughtSignature = sign(signedPart(call), { endpoint, generation: model.generation })
  return parts.map((part, index) => (index === first ? { ...part, thoughtSignature } : part))
}

function recount(usage: UsageMetadata, parts: readonly Part[]): UsageMetadata {
  const candidatesTokenCount = parts.reduce((sum, part) => sum + tokensOfPart(part), 0)
  const { promptTokenCount = 0, thoughtsTokenCount = 0 } = usage
  return {
    ...usage,
    candidatesTokenCount,
    totalTokenCount: promptTokenCount + thoughtsTokenCount + candidatesTokenCount,
  }
}

/** Splits a response into the chunks of a stream: texts in pieces, calls whole, finish reason and usage at the end. */
export function splitReply(response: GenerateContentResponse): readonly GenerateContentResponse[] {
  const { candidates = [], usageMetadata, ...rest } = response
  const [candidate] = candidates
  const parts = (candidate?.content?.parts ?? []).flatMap(splitPart)
  if (candidate === undefined || parts.length < 2) return [response]
  return parts.map((part, index) => {
    const content = { ...candidate.content, parts: [part] }
    const isLast = index === parts.length - 1
    const { finishReason: _reason, finishMessage: _message, ...open } = candidate
    return {
      ...rest,
      candidates: [isLast ? { ...candidate, content } : { ...open, content }],
      ...(isLast && usageMetadata !== undefined && { usageMetadata }),
    }
  })
}

function splitPart(part: Part): readonly Part[] {
  // A signature belongs to the whole text. An empty text has no pieces.
  if (part.text === undefined || part.text === '' || part.thoughtSignature !== undefined) return [part]
  return cutText(part.text).map((text) => ({ ...part, text }))
}
