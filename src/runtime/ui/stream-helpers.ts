import type { AsyncIterableStream } from '../result/iterable-stream.ts'
import { readStream, toIterableStream, transform } from '../result/iterable-stream.ts'
import type { TextStreamPart } from '../result/stream-part.ts'

/**
 * Reads a stream to its end. Its error goes to `onError`, and is not thrown.
 *
 * @example
 * ```ts
 * import { consumeStream } from 'toolfit'
 *
 * let count = 0
 * const stream = new ReadableStream({
 *   pull(controller) {
 *     count += 1
 *     if (count === 3) controller.close()
 *     else controller.enqueue('text')
 *   },
 * })
 * await consumeStream({ stream })
 * count // 3
 * ```
 */
export async function consumeStream({
  stream,
  onError,
  abortSignal,
}: {
  readonly stream: ReadableStream
  readonly onError?: ((error: unknown) => void) | undefined
  /** Cancels the stream. */
  readonly abortSignal?: AbortSignal | undefined
}): Promise<void> {
  const reader = stream.getReader()
  const cancel = () => {
    // What cancelling throws is what reading throws.
    reader.cancel().catch(() => undefined)
  }
  if (abortSignal?.aborted === true) cancel()
  else abortSignal?.addEventListener('abort', cancel, { once: true })
  try {
    while (!(await reader.read()).done);
  } catch (error) {
    onError?.(error)
  } finally {
    abortSignal?.removeEventListener('abort', cancel)
    reader.releaseLock()
  }
}

/** The text of a run (`stream` of `streamText`). */
export function toTextStream({
  stream,
}: {
  readonly stream: ReadableStream<TextStreamPart> | AsyncIterable<TextStreamPart>
}): AsyncIterableStream<string> {
  const texts = transform(readStream(stream), async function* (parts) {
    for await (const part of parts) if (part.type === 'text-delta') yield part.text
  })
  return toIterableStream(texts)
}

/** Values as server-sent events, `[DONE]` last. */
export class JsonToSseTransformStream extends TransformStream<unknown, string> {
  constructor() {
    super({
      transform(value, controller) {
        controller.enqueue(`data: ${JSON.stringify(value)}\n\n`)
      },
      flush(controller) {
        controller.enqueue('data: [DONE]\n\n')
      },
    })
  }
}
