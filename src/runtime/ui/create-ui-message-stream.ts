import { type AsyncIterableStream, readStream, toIterableStream } from '../result/iterable-stream.ts'
import { generateId as defaultGenerateId, type IdGenerator } from './ids.ts'
import { recordUiMessage } from './record-ui-message.ts'
import type { AnyUIMessage, UIMessage } from './ui-message.ts'
import type { InferUIMessageChunk, UIMessageChunk } from './ui-message-chunk.ts'
import { maskError, type UIMessageStreamOptions, type UIMessageStreamOutcome } from './ui-message-stream-options.ts'

/** Writes a stream for a front end. */
export interface UIMessageStreamWriter<MESSAGE extends AnyUIMessage = UIMessage> {
  write(part: InferUIMessageChunk<MESSAGE>): void
  /** Adds the chunks of another stream as they come. The stream stays open until it ends. */
  merge(stream: ReadableStream<InferUIMessageChunk<MESSAGE>> | AsyncIterable<InferUIMessageChunk<MESSAGE>>): void
  /** For streams that are merged: errors have their text from one place. */
  onError: ((error: unknown) => string) | undefined
}

export interface UIMessageStreamWriterWithOutcome<MESSAGE extends AnyUIMessage = UIMessage>
  extends UIMessageStreamWriter<MESSAGE> {
  /** Says how the stream ended, for `onEnd`. The first one counts, unless the stream fails. */
  setOutcome(outcome: UIMessageStreamOutcome): void
}

/** What {@link createUIMessageStream} takes. */
export interface CreateUIMessageStreamOptions<MESSAGE extends AnyUIMessage = UIMessage>
  extends Pick<
    UIMessageStreamOptions<MESSAGE>,
    'originalMessages' | 'onError' | 'onStepEnd' | 'onStepFinish' | 'onEnd' | 'onFinish'
  > {
  /** Writes the stream. It ends when this is done, and the merged streams are. */
  readonly execute: (options: { readonly writer: UIMessageStreamWriterWithOutcome<MESSAGE> }) => Promise<void> | void
  /** The id of a new message. */
  readonly generateId?: IdGenerator | undefined
}

/**
 * A stream of chunks for `useChat`, of an application's own data and of the runs that are merged into it. What `execute` throws is an
 * `error` chunk.
 *
 * @example
 * ```ts
 * import { createUIMessageStream, createUIMessageStreamResponse } from 'toolfit'
 *
 * const stream = createUIMessageStream({
 *   generateId: () => 'a1',
 *   execute({ writer }) {
 *     writer.write({ type: 'start' })
 *     writer.write({ type: 'data-notice', data: 'Looking things up.' })
 *   },
 * })
 * const body = await createUIMessageStreamResponse({ stream }).text()
 * body.split('\n')[0] // 'data: {"type":"start","messageId":"a1"}'
 * ```
 */
export function createUIMessageStream<MESSAGE extends AnyUIMessage = UIMessage>(
  options: CreateUIMessageStreamOptions<MESSAGE>,
): AsyncIterableStream<InferUIMessageChunk<MESSAGE>> {
  const { execute, onError = maskError, generateId = defaultGenerateId } = options
  const sink = openSink(onError)
  run(sink, execute as CreateUIMessageStreamOptions['execute'], onError)
  const chunks = recordUiMessage(readStream(sink.stream), (chunk) => [chunk], {
    ...options,
    onError,
    messageId: generateId(),
    outcome: () => sink.outcome,
  })
  return toIterableStream(chunks) as AsyncIterableStream<InferUIMessageChunk<MESSAGE>>
}

/** Runs `execute` now, and closes the stream when nothing writes to it any more. */
function run(sink: Sink, execute: CreateUIMessageStreamOptions['execute'], onError: (error: unknown) => string): void {
  // Callbacks of a merged stream may merge another one.
  const open: Promise<void>[] = []
  const keep = (work: Promise<void>) => void open.push(work.catch(sink.fail))
  const writer: UIMessageStreamWriterWithOutcome = {
    write: sink.add,
    merge: (stream) => keep(sink.merge(stream)),
    setOutcome(outcome) {
      if (sink.outcome.status === 'unknown') sink.outcome = outcome
    },
    onError,
  }
  try {
    const work = execute({ writer })
    if (work) keep(work)
  } catch (error) {
    sink.fail(error)
  }
  const close = async () => {
    for (let work = open.shift(); work !== undefined; work = open.shift()) await work
    sink.close()
  }
  void close()
}

interface Sink {
  readonly stream: ReadableStream<UIMessageChunk>
  outcome: UIMessageStreamOutcome
  add(chunk: UIMessageChunk): void
  merge(stream: ReadableStream<UIMessageChunk> | AsyncIterable<UIMessageChunk>): Promise<void>
  fail(error: unknown): void
  close(): void
}

function openSink(onError: (error: unknown) => string): Sink {
  let controller: ReadableStreamDefaultController<UIMessageChunk>
  let isOpen = true
  const merged = new Set<AsyncIterator<UIMessageChunk>>()
  const stream = new ReadableStream<UIMessageChunk>({
    start(given) {
      controller = given
    },
    async cancel() {
      isOpen = false
      await Promise.all([...merged].map((iterator) => iterator.return?.()))
    },
  })
  const end = (finish: () => void) => {
    if (isOpen) finish()
    isOpen = false
  }
  const sink: Sink = {
    stream,
    outcome: { status: 'unknown' },
    // What comes too late is dropped.
    add(chunk) {
      if (isOpen) controller.enqueue(chunk)
    },
    async merge(source) {
      const iterator = readStream(source)[Symbol.asyncIterator]()
      merged.add(iterator)
      try {
        if (!isOpen) await iterator.return?.()
        for (let next = await iterator.next(); isOpen && !next.done; next = await iterator.next()) sink.add(next.value)
      } finally {
        merged.delete(iterator)
      }
    },
    fail(error) {
      sink.outcome = { status: 'failed', error }
      try {
        sink.add({ type: 'error', errorText: onError(error) })
      } catch (worse) {
        sink.outcome = { status: 'failed', error: worse }
        end(() => controller.error(worse))
      }
    },
    close: () => end(() => controller.close()),
  }
  return sink
}
