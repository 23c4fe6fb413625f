import { ToolfitError } from '../core/errors.ts'
import type { ModelCallOptions } from '../models/language-model.ts'
import { retry } from '../models/retry.ts'
import type { RunnableStreamPart } from '../models/runnable-parts.ts'
import { createDeadline, guard, timeoutReason } from './guard.ts'
import { readTimeouts } from './read-options.ts'
import { requestOf } from './record.ts'
import type { OpenStep, Run } from './run.ts'
import { type Delta, StepRecorder } from './step-recorder.ts'
import type { TextStreamPart } from './stream-part.ts'
import { assertChoice } from './tool-errors.ts'

/** Asks the model for a stream, and gives its parts as they come, in the shapes of `fullStream`. */
export async function* askStream(run: Run, step: OpenStep, options: ModelCallOptions): AsyncGenerator<TextStreamPart> {
  const { model, signal, span } = step
  const open = () => guard(model.doStream(options), signal) as Promise<Awaited<ReturnType<typeof model.doStream>>>
  const result = await retry(async () => (span === undefined ? open() : span.run(open)), {
    maxRetries: run.options.maxRetries ?? 2,
    abortSignal: signal,
  })
  step.request = requestOf(run, result.request)
  step.response = { id: run.generateId(), timestamp: new Date(), modelId: model.modelId, ...result.response }
  const recorder = new StepRecorder(run, step)
  const reader = result.stream.getReader()
  const { mapPart } = result
  const read = createRead(reader, signal, readTimeouts(run.options.timeout).chunkMs)
  // One listener for the whole stream, not one for each part. A cancelled reader is done at once, whatever its source does.
  const stop = () => void reader.cancel(signal!.reason).catch(noop)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // It may have aborted just before there was somebody to listen.
    signal?.throwIfAborted()
    for (;;) {
      const { done, value } = await read()
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

type Read = () => ReturnType<ReadableStreamDefaultReader<RunnableStreamPart>['read']>

/** Reads the next part, within its time. */
function createRead(
  reader: ReadableStreamDefaultReader<RunnableStreamPart>,
  signal: AbortSignal | undefined,
  chunkMs: number | undefined,
): Read {
  if (chunkMs === undefined) return () => reader.read()
  return async () => {
    const deadline = createDeadline(signal, chunkMs, timeoutReason('wait for the next part of the stream'))
    try {
      return await guard(reader.read(), deadline.signal)
    } finally {
      deadline.clear()
    }
  }
}

/** Nobody waits for a stream that is given up. */
function noop(): void {}

function truncated({ number, model }: OpenStep): ToolfitError {
  const message =
    'The stream of the model ended before it said that it was done. What came until then is in `messages`.'
  return new ToolfitError('model-stream-truncated', message, { step: number, provider: model.provider })
}
