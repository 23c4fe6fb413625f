import { ToolfitError } from '../../core/errors.ts'
import { retry } from '../../models/http/retry.ts'
import type { RunnableStreamResult } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import { assertChoice } from '../calls/tool-errors.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { guard, timeoutReason } from '../run/deadline.ts'
import { readTimeouts } from '../run/read-options.ts'
import type { OpenStep, Run } from '../run/run.ts'
import { requestOf } from './record-part.ts'
import { type Delta, StepRecorder } from './step-recorder.ts'

/** Asks the model for a stream, and gives its parts as they come, in the shapes of `fullStream`. */
export async function* askStream(run: Run, step: OpenStep, options: ModelCallOptions): AsyncGenerator<TextStreamPart> {
  const { model, signal, span } = step
  const open = () => openStream(step, options)
  const result = await retry(async () => (span === undefined ? open() : span.run(open)), {
    maxRetries: run.options.maxRetries ?? 2,
    abortSignal: signal,
  })
  step.request = requestOf(run, result.request)
  step.response = { id: run.generateId(), timestamp: new Date(), modelId: model.modelId, ...result.response }
  const recorder = new StepRecorder(run, step)
  const reader = result.stream.getReader()
  const { mapPart } = result
  const { chunkMs } = readTimeouts(run.options.timeout)
  // One listener for the whole stream, not one for each part. A cancelled reader is done at once, whatever its source does.
  const stop = () => void reader.cancel(signal!.reason).catch(noop)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // It may have aborted just before there was somebody to listen.
    signal?.throwIfAborted()
    for (;;) {
      const { done, value } = await (chunkMs === undefined ? reader.read() : within(chunkMs, reader.read(), step.abort))
      signal?.throwIfAborted()
      if (done) break
      const part = mapPart === undefined ? value : mapPart(value)
      // The hot path: what most parts of a stream are costs one object.
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        const begun = recorder.beginBlock(part as Delta)
        if (begun !== undefined) yield* begun
        const delta = recorder.addDelta(part as Delta)
        if (delta !== undefined) yield delta
        continue
      }
      yield* await recorder.take(part)
    }
    yield* recorder.begin()
    if (!recorder.isFinished) throw recorder.error ?? truncated(step)
    assertChoice(step)
  } finally {
    signal?.removeEventListener('abort', stop)
    recorder.close()
    // Whoever stopped reading does not wait for the provider to notice.
    if (!recorder.isFinished) reader.cancel().catch(noop)
  }
}

/** Waits for the next part. One that does not come in time ends the step. */
async function within<T>(ms: number, reading: Promise<T>, abort: OpenStep['abort']): Promise<T> {
  const end = () => abort(timeoutReason('wait for the next part of the stream')(ms))
  const timer = setTimeout(end, ms)
  try {
    return await reading
  } finally {
    clearTimeout(timer)
  }
}

/** Opens the stream. One that comes when nobody wants it any more is closed. */
function openStream({ model, signal }: OpenStep, options: ModelCallOptions): Promise<RunnableStreamResult> {
  const opening = Promise.resolve(model.doStream(options))
  const discard = ({ stream }: RunnableStreamResult) => {
    if (signal?.aborted === true) stream.cancel(signal.reason).catch(noop)
  }
  if (signal !== undefined) opening.then(discard, noop)
  return guard(opening, signal) as Promise<RunnableStreamResult>
}

/** Nobody waits for a stream that is given up. */
function noop(): void {}

function truncated({ number, model }: OpenStep): ToolfitError {
  const message =
    'The stream of the model ended before it said that it was done. What came until then is in `messages`.'
  return new ToolfitError('model-stream-truncated', message, { step: number, provider: model.provider })
}
