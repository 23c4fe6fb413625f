import type { Json } from '../../core/json.ts'
import type { ModelStreamPart } from '../../models/language-model.ts'
import type { Usage } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { encodeUsage } from '../../wire/openai-chat/usage.ts'
import { recordedUsage } from '../request-draft.ts'
import { keepSignatures } from '../signatures-in.ts'
import { addUsage } from './add-usage.ts'
import type { AnswerContext } from './answer-context.ts'
import { answerHeaders } from './answer-headers.ts'
import { blockedPrompt } from './blocked-prompt.ts'
import { callUpstream } from './call-upstream.ts'
import { type ChoiceEncoder, createChoiceEncoder } from './choice-encoder.ts'
import { createEventStream } from './event-stream.ts'
import { type FollowingAbort, followAbort } from './follow-abort.ts'
import { type MergedReader, mergeReaders } from './merge-readers.ts'
import { createReport } from './report.ts'

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Proxies that gather an answer before they hand it on are asked not to.
  'x-accel-buffering': 'no',
}

/**
 * Answers with server-sent events. The head waits for the first of them: what goes wrong before is an error with a status of its own.
 * After that it is an event, and neither a reason nor `[DONE]` follows it.
 */
export async function streamAnswer(context: AnswerContext): Promise<Response> {
  const { upstream, draft } = context
  const leaving = followAbort(context.abortSignal)
  const reader = mergeReaders(await openAll(context, leaving))
  const source = createSource(reader, context)
  // Reads up to the first event, or throws.
  const first = await source.next().catch((error: unknown) => {
    leaving.abort()
    throw error
  })
  const headers = answerHeaders(context, source.warnings())
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
      draft.finish(hasLeft ? 'aborted' : draft.error === undefined ? outcome : 'failed')
    },
  })
  return new Response(body, { headers: { ...streamHeaders, ...headers } })
}

/** One stream for each answer that is wanted, each with its own tries. */
async function openAll(
  { request, upstream, draft }: AnswerContext,
  leaving: FollowingAbort,
): Promise<ReadableStream<ModelStreamPart>[]> {
  const abortSignal = leaving.signal
  const call = {
    modelId: request.modelId,
    isStream: true,
    abortSignal,
    onTry() {
      draft.tries = (draft.tries ?? 0) + 1
    },
  }
  const open = () =>
    callUpstream(upstream, call, async (model) => {
      const { stream } = await model.doStream({ ...request.options, abortSignal })
      return stream
    })
  try {
    return await Promise.all(Array.from({ length: request.count }, open))
  } catch (error) {
    leaving.abort()
    throw error
  }
}

interface Source {
  /** The data of the next events; at least one, or undefined at the end. */
  next(): Promise<string[] | undefined>
  warnings(): readonly RequestWarning[]
}

function createSource(reader: MergedReader<ModelStreamPart>, context: AnswerContext): Source {
  const { request, upstream, shelf, draft } = context
  const encoders = Array.from({ length: request.count }, (_, index) => createChoiceEncoder(index, context))
  let warnings: readonly RequestWarning[] = []
  let isBegun = false
  let isOver = false

  const read = async (index: number, part: ModelStreamPart): Promise<string[]> => {
    const encoder = encoders[index]!
    if (part.type === 'stream-start') warnings = part.warnings
    if (part.type === 'error' && !isBegun) throw part.error
    // Kept before the answer ends: the client may come back at once.
    if (part.type === 'finish') await keepSignatures(encoder.calls, shelf)
    const data = encoder.push(part)
    if (upstream.config.blocked === 'error' && !isBegun && encoder.end?.finishReason.unified === 'content-filter') {
      if (!encoder.hasContent) throw blockedPrompt(encoder.end.finishReason)
    }
    return data
  }
  const finish = (): string[] => {
    isOver = true
    const usage = note(encoders, context)
    if (draft.error !== undefined) return []
    const counted = request.includesUsage && usage !== undefined ? encodeUsage(usage) : undefined
    return [...(counted === undefined ? [] : [chunkOf(context, [], { usage: counted })]), '[DONE]']
  }
  /** One answer that fails ends them all. */
  const fail = () => {
    isOver = true
    reader.cancel()
    note(encoders, context)
  }
  return {
    warnings: () => warnings,
    async next() {
      if (isOver) return undefined
      for (;;) {
        const merged = await reader.read().catch((error: unknown) => {
          // Who left hears of no error, and who has heard nothing yet gets it as a status.
          if (context.abortSignal.aborted || !isBegun) throw error
          return { index: 0, value: { type: 'error', error } } as const
        })
        if (merged === undefined) return finish()
        const data = merged.value === undefined ? [] : await read(merged.index, merged.value)
        if (data.length === 0) continue
        isBegun = true
        if (encoders[merged.index]!.error !== undefined) fail()
        return data
      }
    },
  }
}

/** What the record of the request has to say of the answers. */
function note(encoders: readonly ChoiceEncoder[], { draft }: AnswerContext): Usage | undefined {
  const ends = encoders.flatMap(({ end }) => (end === undefined ? [] : [end]))
  const error = encoders.find((encoder) => encoder.error !== undefined)?.error
  if (error !== undefined) draft.error = error
  if (ends.length === 0) return undefined
  const usage = addUsage(ends.map((end) => end.usage))
  draft.finishReason = ends[0]!.finishReason.unified
  draft.usage = recordedUsage(usage)
  return usage
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
