import type { UsageListener } from '../../models/create-model.ts'
import type { ModelStreamPart } from '../../models/versions/language-model.ts'
import { decodeUsage } from '../../wire/gemini/finish.ts'
import type { FinishReason, ReplyToolCall, Usage } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { addUsage, recordedUsage } from '../observe/request-record.ts'
import type { AnswerBatch, AnswerStream, Ask, AskContext } from './ask.ts'
import { mergeBatches } from './merge-batches.ts'
import { askPrepared, signatureContext } from './prepare-ask.ts'
import { blockedPrompt, createPartShaper } from './shape-parts.ts'
import { storeSignatures } from './signatures.ts'
import { callUpstream, type Upstream } from './upstream.ts'

/**
 * Asks a model for answers that stream. Resolves with the first content: a failure before it is thrown, with a status of its own, and
 * a failure after it is an `error` part, the last one.
 */
export function answerStream(ask: Ask, context: AskContext, upstream: Upstream): Promise<AnswerStream> {
  return askPrepared(ask, context, upstream, async (prepared) => {
    const states = createStates(prepared, upstream)
    const merged = mergeBatches(await openAll(prepared, states, context, upstream))
    const stream = await startStream(merged, states, context, upstream)
    return { ask: prepared, warnings: states[0]!.warnings, ...stream }
  })
}

/**
 * Waits for the first content, or a failure. What streams is made here, apart from the question: a closure beside it would keep the
 * request in memory until the answer ends.
 */
async function startStream(
  merged: Merged,
  states: readonly AnswerState[],
  context: AskContext,
  upstream: Upstream,
): Promise<Pick<AnswerStream, 'batches' | 'usage'>> {
  const stream = createStream(merged, states, context, upstream)
  let first: IteratorResult<AnswerBatch, undefined> | undefined
  try {
    first = await stream.next()
  } catch (error) {
    void merged.return()
    throw error
  }
  const batches: AnswerStream['batches'] = {
    next() {
      if (first === undefined) return stream.next()
      const result = Promise.resolve(first)
      first = undefined
      return result
    },
    async return() {
      await merged.return()
      return { done: true, value: undefined }
    },
  }
  return { batches, usage: () => noteEnd(states, context, upstream) }
}

/** What is known of one of the answers. */
interface AnswerState {
  warnings: readonly RequestWarning[]
  /** The calls that the client gets. */
  readonly calls: ReplyToolCall[]
  readonly shape: ReturnType<typeof createPartShaper>
  hasContent: boolean
  /** Parts that came before the first content. */
  early: ModelStreamPart[]
  end: { readonly finishReason: FinishReason; readonly usage: Usage } | undefined
  /** Gemini's count so far: an answer that ends early is paid for too. */
  counted: Readonly<Record<string, unknown>> | undefined
}

/** One for each answer that is wanted. */
function createStates({ count, isSingle }: Ask, { issuer }: Upstream): AnswerState[] {
  return Array.from({ length: count }, () => {
    const shape = createPartShaper(isSingle, issuer)
    return { warnings: [], calls: [], shape, hasContent: false, early: [], end: undefined, counted: undefined }
  })
}

function countInto(state: AnswerState): UsageListener {
  return (metadata) => {
    state.counted = metadata
  }
}

/** One stream for each answer that is wanted, each with its own tries. */
async function openAll(
  { modelId, traits, options }: Ask,
  states: readonly AnswerState[],
  { client, record, abortSignal, pause }: AskContext,
  upstream: Upstream,
): Promise<AsyncIterable<readonly ModelStreamPart[]>[]> {
  const open = (state: AnswerState, signal: AbortSignal) => {
    const call = { modelId, traits, client, abortSignal: signal, pause, isStream: true, onTry: () => record.countTry() }
    const onUsage = countInto(state)
    return callUpstream(upstream, call, async (model) => {
      const { parts } = await model.open({ abortSignal: signal, ...options }, { onUsage })
      return parts
    })
  }
  const [only] = states
  if (states.length === 1) return [await open(only!, abortSignal)]
  const failing = new AbortController()
  const signal = AbortSignal.any([abortSignal, failing.signal])
  try {
    return await Promise.all(states.map((state) => open(state, signal)))
  } catch (error) {
    failing.abort()
    throw error
  }
}

const visible: ReadonlySet<string> = new Set(['text-delta', 'reasoning-delta', 'tool-call', 'file'])

type Merged = ReturnType<typeof mergeBatches<ModelStreamPart>>

function createStream(
  merged: Merged,
  states: readonly AnswerState[],
  context: AskContext,
  upstream: Upstream,
): Pick<AnswerStream['batches'], 'next'> {
  const signatures = signatureContext(context, upstream)
  let isBegun = false
  let isOver = false

  /** What clients get of a batch. Parts after an error are not read. */
  const read = (state: AnswerState, parts: readonly ModelStreamPart[]): ModelStreamPart[] => {
    const shaped = state.early
    state.early = []
    for (const part of parts) {
      const own = state.shape(part) as ModelStreamPart | undefined
      if (own === undefined) continue
      if (own.type === 'stream-start') state.warnings = own.warnings
      if (own.type === 'tool-call') state.calls.push(own)
      if (visible.has(own.type)) state.hasContent = true
      if (own.type === 'finish') {
        state.end = own
        if (!isBegun && upstream.config.blocked === 'error') refuseBlocked(state)
      }
      if (own.type === 'error' && !isBegun) throw own.error
      if (visible.has(own.type) || own.type === 'finish') isBegun = true
      shaped.push(own)
      if (own.type === 'error') isOver = true
      if (isOver) break
    }
    return shaped
  }
  /** A failure is a part of the stream, unless the client left, or got nothing yet: then it is thrown. */
  const failed = (error: unknown): AnswerBatch => {
    if (context.abortSignal.aborted || !isBegun) throw error
    return { index: 0, parts: [{ type: 'error', error }] }
  }
  return {
    async next() {
      while (!isOver) {
        const batch = await merged.next().then(batchOf, failed)
        if (batch === undefined) break
        const state = states[batch.index]!
        const parts = read(state, batch.parts)
        // Before the answer ends: the client may come back at once.
        if (state.end !== undefined && state.calls.length > 0) await storeSignatures(state.calls.splice(0), signatures)
        if (isOver) await merged.return()
        // Nothing comes after the last reason: waiting for the end of the connection would delay the end of the answer.
        if (states.every(({ end }) => end !== undefined)) isOver = true
        if (isBegun && parts.length > 0) return { done: false, value: { index: batch.index, parts } }
        state.early = parts
      }
      return { done: true, value: undefined }
    },
  }
}

function batchOf({ value }: IteratorResult<AnswerBatch, undefined>): AnswerBatch | undefined {
  return value
}

function refuseBlocked({ end, hasContent }: AnswerState): void {
  if (end?.finishReason.unified === 'content-filter' && !hasContent) throw blockedPrompt(end.finishReason)
}

/** Writes what is known of the answers to the record of the request. */
function noteEnd(states: readonly AnswerState[], { record }: AskContext, { watchReason }: Upstream): Usage | undefined {
  const [first] = states.flatMap(({ end }) => end ?? [])
  if (first !== undefined) {
    record.finishReason = first.finishReason.unified
    watchReason(first.finishReason)
  }
  const usages = states.flatMap(({ end, counted }) => end?.usage ?? (counted === undefined ? [] : decodeUsage(counted)))
  if (usages.length === 0) return undefined
  const usage = addUsage(usages)
  record.usage = recordedUsage(usage)
  return usage
}
