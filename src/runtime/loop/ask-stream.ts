import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import { wait } from '../../models/http/retry.ts'
import type { RunnableStream, RunnableStreamPart } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { OutputLimit } from '../run/output-limit.ts'
import { readTimeouts } from '../run/read-options.ts'
import type { OpenStep, Run } from '../run/run.ts'
import { callModel } from './model-call.ts'
import { requestOf } from './record-part.ts'
import { type Delta, StepRecorder } from './step-recorder.ts'

const batchesBetweenTimers = 1_000

/** Asks the model for a stream, and yields its parts as they come, in the shapes of `fullStream`. */
export async function* askStream(run: Run, step: OpenStep, options: ModelCallOptions): AsyncGenerator<TextStreamPart> {
  const { model, signal } = step
  const result = await callModel(run, step, options, () => openStream(step, options))
  step.request = requestOf(run, step, result.request)
  const { headers } = result.response ?? {}
  step.response = { id: run.generateId(), timestamp: run.currentDate(), modelId: model.modelId, headers }
  const limit = await openLimit(run, step)
  const recorder = new StepRecorder(run, step, limit?.onOutput)
  const batches = result.parts[Symbol.asyncIterator]()
  // One listener for the whole stream, not one for each part. A batch that is awaited ends at once.
  const stop = () => cancel(batches)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    for (let count = 1; ; count++) {
      // A model that always has its next part at hand would let no timer run, not even its timeout.
      if (count % batchesBetweenTimers === 0) await wait(0, signal)
      // It may have aborted before the listener was there.
      signal?.throwIfAborted()
      const next = batches.next()
      const { done, value: batch } = await (limit === undefined || recorder.isFinished ? next : limit.within(next))
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
    if (!recorder.isFinished) throw truncated(step, recorder.hasOutput)
  } finally {
    signal?.removeEventListener('abort', stop)
    recorder.close()
    if (!recorder.isFinished) cancel(batches)
  }
}

/** Few streams have a limit for their parts: what keeps it is loaded then. */
async function openLimit(run: Run, step: OpenStep): Promise<OutputLimit | undefined> {
  const timeouts = readTimeouts(run.options.timeout)
  if ((timeouts.chunkMs ?? timeouts.firstChunkMs) === undefined) return undefined
  return (await import('../run/output-limit.ts')).createOutputLimit(timeouts, run.now, step.abort)
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

/** Where the model said nothing at all, `NoOutputGeneratedError.isInstance` of `ai` recognises it. */
function truncated({ number, model }: OpenStep, hasOutput: boolean): ToolfitError {
  const message = hasOutput
    ? 'The stream of the model ended before it said that it was done. What came until then is in `messages`.'
    : 'No output generated. The model stream ended without a finish chunk.'
  const error = new ToolfitError('model-stream-truncated', message, { step: number, provider: model.provider })
  return hasOutput ? error : asAiSdkError(error, 'AI_NoOutputGeneratedError')
}
