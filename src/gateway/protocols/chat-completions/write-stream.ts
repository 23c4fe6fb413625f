import type { Json } from '../../../core/json.ts'
import type { PartBatches } from '../../../models/part-batches.ts'
import type { ModelStreamPart } from '../../../models/versions/language-model.ts'
import { decodeUsage } from '../../../wire/gemini/usage.ts'
import type { Usage } from '../../../wire/model-reply.ts'
import type { RequestWarning } from '../../../wire/model-request.ts'
import { encodeUsage } from '../../../wire/openai-chat/usage.ts'
import { addUsage } from '../../ask/add-usage.ts'
import { blockedPrompt } from '../../ask/blocked-prompt.ts'
import { type FollowingAbort, followAbort } from '../../ask/follow-abort.ts'
import { type MergedRead, type MergedReader, mergeReaders, type PieceSource } from '../../ask/merge-readers.ts'
import { createReport } from '../../ask/report.ts'
import { keepSignatures } from '../../ask/signatures.ts'
import { callUpstream } from '../../ask/upstream.ts'
import { recordedUsage } from '../../observe/request-record.ts'
import { createEventStream } from '../event-stream.ts'
import type { AnswerContext } from './answer-context.ts'
import { answerHeaders } from './answer-headers.ts'
import { type ChoiceEncoder, createChoiceEncoder } from './choice-encoder.ts'

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Asks proxies not to buffer the response.
  'x-accel-buffering': 'no',
}

/**
 * Answers with server-sent events. The head waits for the first of them: what goes wrong before is an error with a status of its own.
 * After that it is an event, and neither a reason nor `[DONE]` follows it.
 */
export async function streamAnswer(context: AnswerContext): Promise<Response> {
  const { upstream, draft } = context
  const leaving = followAbort(context.abortSignal)
  const counts: UsageCounts = new Map()
  const reader = mergeReaders(await openAll(context, leaving, counts))
  const source = createSource(reader, context, counts)
  // Reads up to the first event, or throws.
  const first = await source.next().catch((error: unknown) => {
    leaving.abort()
    throw error
  })
  const headers = { ...streamHeaders, ...answerHeaders(context, source.warnings()) }
  const opening = context.wantsReport ? [reportChunk(context, source.warnings())] : []
  draft.isOpen = true
  const body = createEventStream({
    opening: [...opening, ...(first ?? [])],
    next: () => source.next(),
    keepAliveMs: upstream.config.keepAliveMs,
    onEnd(outcome) {
      const hasLeft = outcome === 'aborted' || (outcome === 'failed' && leaving.signal.aborted)
      if (outcome === 'ok') leaving.release()
      else leaving.abort()
      if (outcome !== 'ok') source.note()
      draft.finish(hasLeft ? 'aborted' : draft.error === undefined ? outcome : 'failed')
    },
  })
  return new Response(body, { headers })
}

/** What Gemini has counted so far of each answer: one that ends in the middle is paid for too. */
type UsageCounts = Map<number, Readonly<Record<string, unknown>>>

/** One stream for each answer that is wanted, each with its own tries. */
async function openAll(
  { request, upstream, draft }: AnswerContext,
  leaving: FollowingAbort,
  counts: UsageCounts,
): Promise<PieceSource<ModelStreamPart>[]> {
  const abortSignal = leaving.signal
  const call = {
    modelId: request.modelId,
    isStream: true,
    abortSignal,
    onTry() {
      draft.tries = (draft.tries ?? 0) + 1
    },
  }
  const options = { ...request.options, abortSignal }
  const open = (index: number) =>
    callUpstream(upstream, call, async (model) => {
      const { parts } = await model.open(options, { onUsage: (metadata) => void counts.set(index, metadata) })
      return sourceOf(parts)
    })
  try {
    if (request.count === 1) return [await open(0)]
    return await Promise.all(Array.from({ length: request.count }, (_, index) => open(index)))
  } catch (error) {
    leaving.abort()
    throw error
  }
}

function sourceOf(batches: PartBatches): PieceSource<ModelStreamPart> {
  const iterator = batches[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await iterator.next()
      return done ? undefined : value
    },
    cancel: () => void iterator.return?.(),
  }
}

interface Source {
  /** The data of the next events; at least one, or undefined at the end. */
  next(): Promise<string[] | undefined>
  warnings(): readonly RequestWarning[]
  /** Tells the record of the request what is known of the answers. */
  note(): void
}

function createSource(reader: MergedReader<ModelStreamPart>, context: AnswerContext, counts: UsageCounts): Source {
  const { request, upstream, shelf, draft } = context
  const encoders = Array.from({ length: request.count }, (_, index) => createChoiceEncoder(index, context))
  let warnings: readonly RequestWarning[] = []
  let isBegun = false
  let isOver = false

  const read = (encoder: ChoiceEncoder, part: ModelStreamPart): string[] => {
    if (part.type === 'stream-start') warnings = part.warnings
    if (part.type === 'error' && !isBegun) throw part.error
    const data = encoder.push(part)
    if (upstream.config.blocked === 'error' && !isBegun) refuseBlocked(encoder)
    return data
  }
  /** The data of parts that came together. What follows an error is not looked at. */
  const readAll = async (encoder: ChoiceEncoder, parts: readonly ModelStreamPart[]): Promise<string[]> => {
    const all: string[] = []
    for (const part of parts) {
      // Kept before the answer ends: the client may come back at once.
      if (part.type === 'finish') await keepSignatures(encoder.calls, shelf)
      const data = read(encoder, part)
      if (data.length > 0) isBegun = true
      for (const one of data) all.push(one)
      if (encoder.error !== undefined) break
    }
    return all
  }
  const finish = (): string[] => {
    isOver = true
    const usage = note(encoders, counts, context)
    return draft.error === undefined ? lastData(context, usage) : []
  }
  /** One answer that fails ends them all. */
  const fail = () => {
    isOver = true
    reader.cancel()
    note(encoders, counts, context)
  }
  return {
    warnings: () => warnings,
    note: () => void note(encoders, counts, context),
    async next() {
      if (isOver) return undefined
      for (;;) {
        const merged = await readNext(reader, () => context.abortSignal.aborted || !isBegun)
        if (merged === undefined) return finish()
        const encoder = encoders[merged.index]!
        const data = await readAll(encoder, merged.values ?? [])
        // All have said their last word: what the gateway has to say goes with it.
        if (encoder.error === undefined && encoders.every(({ end }) => end !== undefined)) return [...data, ...finish()]
        if (data.length === 0) continue
        if (encoder.error !== undefined) fail()
        return data
      }
    },
  }
}

/** What goes wrong is told in the stream. Who left hears of no error, and who has heard nothing yet gets it as a status: it is thrown. */
async function readNext(
  reader: MergedReader<ModelStreamPart>,
  isThrown: () => boolean,
): Promise<MergedRead<ModelStreamPart> | undefined> {
  try {
    return await reader.read()
  } catch (error) {
    if (isThrown()) throw error
    return { index: 0, values: [{ type: 'error', error }] }
  }
}

function refuseBlocked({ end, hasContent }: ChoiceEncoder): void {
  if (end?.finishReason.unified === 'content-filter' && !hasContent) throw blockedPrompt(end.finishReason)
}

function lastData(context: AnswerContext, usage: Usage | undefined): string[] {
  const counted = context.request.includesUsage && usage !== undefined ? encodeUsage(usage) : undefined
  return [...(counted === undefined ? [] : [chunkOf(context, [], { usage: counted })]), '[DONE]']
}

/** What the record of the request has to say of the answers. */
function note(
  encoders: readonly ChoiceEncoder[],
  counts: UsageCounts,
  { draft, upstream }: AnswerContext,
): Usage | undefined {
  const error = encoders.find((encoder) => encoder.error !== undefined)?.error
  if (error !== undefined) draft.error = error
  const [first] = encoders.flatMap(({ end }) => end ?? [])
  if (first !== undefined) {
    draft.finishReason = first.finishReason.unified
    upstream.watchReason(first.finishReason)
  }
  const usages = encoders.flatMap(({ end }, index) => end?.usage ?? usageOf(counts.get(index)))
  if (usages.length === 0) return undefined
  const usage = addUsage(usages)
  draft.usage = recordedUsage(usage)
  return usage
}

function usageOf(metadata: Readonly<Record<string, unknown>> | undefined): Usage[] {
  return metadata === undefined ? [] : [decodeUsage(metadata)]
}

function chunkOf(
  { id, created, request }: AnswerContext,
  choices: readonly Json[],
  rest: Record<string, Json>,
): string {
  return JSON.stringify({ id, object: 'chat.completion.chunk', created, model: request.modelId, choices, ...rest })
}

/** Where nobody looks who did not ask for it: a chunk without a choice, as that of the usage is. */
function reportChunk(context: AnswerContext, warnings: readonly RequestWarning[]): string {
  const usage = context.request.includesUsage ? { usage: null } : {}
  return chunkOf(context, [], { ...usage, toolfit: createReport(context.request, warnings) })
}
