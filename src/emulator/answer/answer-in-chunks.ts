import type { Json, JsonObject } from '../../core/json.ts'
import type {
  Candidate,
  FunctionCall,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  PartialArgument,
  UsageMetadata,
} from '../api/message.ts'
import { tokensOfPart } from '../api/tokens.ts'
import { type AnswerContext, answer } from './answer.ts'

/**
 * The answer to a request as a stream brings it. Text comes in pieces, thoughts before it; a call is always whole in its chunk (but for
 * Vertex's `streamFunctionCallArguments`). A signature on text comes with the first piece up to 2.5, and late, in an empty text part, from 3.0
 * on. Each chunk has the counts up to there; on Vertex it has only `trafficType`, until the last, which has them all. Put together, the chunks are
 * the answer.
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

/**
 * A call in pieces, as Vertex sends it under `streamFunctionCallArguments`: first the name, then the arguments one by one, at last an empty
 * piece without `willContinue`. A long string takes several pieces; where there would be hundreds, one holds several arguments. Undefined:
 * the arguments hold an empty object or list, for which a piece has no form; such a call is sent whole.
 */
export function callInPieces({ id, name, args = {} }: FunctionCall): FunctionCall[] | undefined {
  const leaves = leavesOf(args)
  if (leaves === undefined || name === undefined) return undefined
  const pieces = leaves.flatMap(([jsonPath, value]) => piecesOf(jsonPath, value))
  return [
    { ...(id === undefined ? {} : { id }), name, willContinue: true },
    ...groups(pieces).map((partialArgs) => ({ partialArgs, willContinue: true })),
    {},
  ]
}

/** One piece in each, or several where there would be too many. */
function groups(pieces: readonly PartialArgument[]): PartialArgument[][] {
  const size = Math.ceil(pieces.length / mostPieces)
  return Array.from({ length: Math.ceil(pieces.length / size) || 0 }, (_, index) =>
    pieces.slice(index * size, (index + 1) * size),
  )
}

function leavesOf(args: JsonObject): [string, Leaf][] | undefined {
  const leaves: [string, Leaf][] = []
  const waiting: [string, Json][] = entriesOf('$', args).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value !== 'object' || value === null) {
      leaves.push([path, value])
      continue
    }
    const inner = entriesOf(path, value)
    if (inner.length === 0) return undefined
    waiting.push(...inner.reverse())
  }
  return leaves
}

type Leaf = Exclude<Json, object> | null

function entriesOf(path: string, value: object): [string, Json][] {
  return Object.entries(value).map(([key, inner]) => [`${path}${stepTo(key, Array.isArray(value))}`, inner as Json])
}

function stepTo(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replace(/[\\']/g, '\\$&')}']`
}

function piecesOf(jsonPath: string, value: Leaf): PartialArgument[] {
  if (value === null) return [{ jsonPath, nullValue: 'NULL_VALUE' }]
  if (typeof value === 'number') return [{ jsonPath, numberValue: value }]
  if (typeof value === 'boolean') return [{ jsonPath, boolValue: value }]
  const pieces = value === '' ? [''] : cutText(value)
  return pieces.map((stringValue, index) => ({
    jsonPath,
    stringValue,
    ...(index < pieces.length - 1 ? { willContinue: true } : {}),
  }))
}

const usualPiece = 60
const mostPieces = 200

/**
 * Cuts a text as a stream would bring it: a short piece first, then longer ones, each up to the end of a word where there is one, never inside
 * a surrogate pair. Put together they are the text.
 */
export function cutText(text: string): string[] {
  const pieces: string[] = []
  const usual = Math.max(usualPiece, Math.ceil(text.length / mostPieces))
  for (let start = 0; start < text.length; ) {
    const length = pieces.length === 0 ? Math.min(12, Math.ceil(text.length / 2)) : usual
    const end = endOfPiece(text, start, start + length)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

function endOfPiece(text: string, start: number, wanted: number): number {
  if (wanted >= text.length) return text.length
  const blank = text.lastIndexOf(' ', wanted)
  if (blank > start) return blank
  const isInsidePair = /[\uD800-\uDBFF]/.test(text[wanted - 1]!) && /[\uDC00-\uDFFF]/.test(text[wanted]!)
  return isInsidePair ? wanted + 1 : wanted
}
