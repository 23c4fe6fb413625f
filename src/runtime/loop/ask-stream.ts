import { ToolfitError } from '../../core/errors.ts'
import type { RunnableStream, RunnableStreamPart } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { timeoutReason } from '../run/deadline.ts'
import { readTimeouts } from '../run/read-options.ts'
import type { OpenStep, Run } from '../run/run.ts'
import { callModel } from './model-call.ts'
import { requestOf } from './record-part.ts'
import { type Delta, StepRecorder } from './step-recorder.ts'

/** Asks the model for a stream, and yields its parts as they come, in the shapes of `fullStream`. */
export async function* askStream(run: Run, step: OpenStep, options: ModelCallOptions): AsyncGenerator<TextStreamPart> {
  const { model, signal } = step
  const result = await callModel(run, step, options, () => openStream(step, options))
  step.request = requestOf(run, step, result.request)
  const { headers } = result.response ?? {}
  step.response = { id: run.generateId(), timestamp: new Date(), modelId: model.modelId, headers }
  const limit = createOutputLimit(run, step)
  const recorder = new StepRecorder(run, step, limit?.onOutput)
  const batches = result.parts[Symbol.asyncIterator]()
  // One listener for the whole stream, not one for each part. A batch that is awaited ends at once.
  const stop = () => cancel(batches)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      // It may have aborted before the listener was there.
      signal?.throwIfAborted()
      const next = batches.next()
      const { done, value: batch } = await (limit === undefined ? next : limit.within(next))
      signal?.throwIfAborted()
      if (done === true) break
      for (const part of batch as readonly RunnableStreamPart[]) {
        // Most parts of a stream are deltas: they cost one object.
        if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
          const begun = recorder.beginBlock(part as Delta)
          if (begun !== undefined) yield* begun
          const delta = recorder.addDelta(part as Delta)
          if (delta !== undefined) yield delta
          continue
        }
        yield* await recorder.take(part)
        signal?.throwIfAborted()
      }
    }
    yield* recorder.begin()
    if (!recorder.isFinished) throw truncated(step)
    yield* recorder.end()
  } finally {
    signal?.removeEventListener('abort', stop)
    recorder.close()
    if (!recorder.isFinished) cancel(batches)
  }
}

/** A time limit for output of the model: text, reasoning, calls or files. */
interface OutputLimit {
  readonly onOutput: () => void
  /** Waits for the next parts. If no output comes in time, the step ends. */
  within<T>(reading: Promise<T>): Promise<T>
}

/** `firstChunkMs` until the first output, `chunkMs` between two. The time that readers of the stream take is not counted. */
function createOutputLimit({ options, now }: Run, { abort }: OpenStep): OutputLimit | undefined {
  const { firstChunkMs, chunkMs } = readTimeouts(options.timeout)
  if (firstChunkMs === undefined && chunkMs === undefined) return undefined
  let ms = firstChunkMs
  let what = 'First chunk'
  let left = ms
  return {
    onOutput() {
      ms = chunkMs
      what = 'Chunk'
      left = ms
    },
    async within(reading) {
      if (left === undefined || ms === undefined) return reading
      const reason = timeoutReason(what)
      const limit = ms
      const startedAt = now()
      const timer = setTimeout(() => abort(reason(limit)), left)
      try {
        return await reading
      } finally {
        clearTimeout(timer)
        left = Math.max(0, left - (now() - startedAt))
      }
    },
  }
}

/** Opens the stream. A stream that opens after the step was aborted is cancelled. */
async function openStream({ model, signal }: OpenStep, options: ModelCallOptions): Promise<RunnableStream> {
  const result = await model.stream(options)
  if (signal?.aborted === true) cancel(result.parts[Symbol.asyncIterator]())
  return result
}

/** Does not wait for the provider, and ignores its errors. */
function cancel(batches: AsyncIterator<unknown>): void {
  batches.return?.().catch(() => undefined)
}

function truncated({ number, model }: OpenStep): ToolfitError {
  const message =
    'The stream of the model ended before it said that it was done. What came until then is in `messages`.'
  return new ToolfitError('model-stream-truncated', message, { step: number, provider: model.provider })
}
