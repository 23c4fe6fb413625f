import type { Candidate, GenerateContentRequest, GenerateContentResponse, Part, UsageMetadata } from '../api/message.ts'
import { tokensOfPart } from '../tokens/count-tokens.ts'
import { type AnswerContext, answer } from './answer.ts'
import { cutText } from './cut-text.ts'
import { callInPieces } from './partial-arguments.ts'

/**
 * The answer to a request as a stream brings it. Text comes in pieces, thoughts before it; a call is always whole in its chunk (but for
 * Vertex's `streamFunctionCallArguments`). A signature on text comes with the first piece up to 2.5, and late, in an empty text part, from 3.0
 * on. Each chunk has the counts up to there; on Vertex it has only `trafficType`, until the last, which has them all. Put together, the chunks are
 * the answer.
 *
 * @example
 * ```ts
 * answerInChunks(request, { endpoint: 'ai-studio', model }).map(({ candidates }) => candidates[0].content.parts[0].text)
 * // ['[Toolfit', ' emulator] You said "Hello".', …]
 * ```
 */
export function answerInChunks(request: GenerateContentRequest, context: AnswerContext): GenerateContentResponse[] {
  const { candidates = [], usageMetadata = {}, ...rest } = answer(request, context)
  const streamsArguments =
    context.endpoint === 'vertex' && request.toolConfig?.functionCallingConfig?.streamFunctionCallArguments === true
  const pieces = candidates.flatMap((candidate) => cutCandidate(candidate, context, streamsArguments))
  const usages =
    context.endpoint === 'vertex' ? trafficOnly(pieces, usageMetadata) : runningCounts(pieces, usageMetadata)
  return pieces.map((piece, index) => ({ candidates: [piece], usageMetadata: usages[index]!, ...rest }))
}

/** One part in each, the reason for the end in the last. */
function cutCandidate(candidate: Candidate, context: AnswerContext, streamsArguments: boolean): Candidate[] {
  const { content, finishReason, ...rest } = candidate
  const parts = (content?.parts ?? []).flatMap((part) => cutPart(part, context, streamsArguments))
  // An answer without any part still ends.
  const contents = parts.length === 0 ? [{ role: 'model' }] : parts.map((part) => ({ parts: [part], role: 'model' }))
  return contents.map((piece, index) => ({
    content: piece,
    ...(index === contents.length - 1 && finishReason !== undefined ? { finishReason } : {}),
    ...rest,
  }))
}

function cutPart(part: Part, { model }: AnswerContext, streamsArguments: boolean): Part[] {
  const { text, functionCall, thoughtSignature, ...rest } = part
  const signature = thoughtSignature === undefined ? {} : { thoughtSignature }
  if (functionCall !== undefined) {
    const pieces = streamsArguments ? callInPieces(functionCall) : undefined
    return (
      pieces?.map((piece, index) => ({ functionCall: piece, ...(index === 0 ? signature : {}), ...rest })) ?? [part]
    )
  }
  if (text === undefined) return [part]
  const pieces = cutText(text).map((piece): Part => ({ text: piece, ...rest }))
  if (thoughtSignature === undefined) return pieces
  if (model.generation !== '2.5') return [...pieces, { text: '', ...rest, ...signature }]
  return pieces.map((piece, index) => (index === 0 ? { ...piece, ...signature } : piece))
}

function trafficOnly(pieces: readonly Candidate[], usage: UsageMetadata): UsageMetadata[] {
  const { trafficType } = usage
  const traffic = trafficType === undefined ? {} : { trafficType }
  return pieces.map((_, index) => (index === pieces.length - 1 ? usage : traffic))
}

/** Pieces of a word may count for more than the word: the sum never passes the total. */
function runningCounts(pieces: readonly Candidate[], usage: UsageMetadata): UsageMetadata[] {
  const { candidatesTokenCount: all = 0, promptTokenCount = 0, thoughtsTokenCount = 0 } = usage
  let count = 0
  return pieces.map(({ content }, index) => {
    if (index === pieces.length - 1) return usage
    for (const part of content?.parts ?? []) if (part.thought !== true) count += tokensOfPart(part)
    count = Math.min(count, all)
    const { candidatesTokenCount: _, ...rest } = usage
    const total = promptTokenCount + thoughtsTokenCount + count
    return { ...rest, ...(count === 0 ? {} : { candidatesTokenCount: count }), totalTokenCount: total }
  })
}
