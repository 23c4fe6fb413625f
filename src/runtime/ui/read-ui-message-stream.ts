import { type AsyncIterableStream, readStream, toIterableStream, transform } from '../result/iterable-stream.ts'
import { emptyMessage, openUiMessage } from './assemble-ui-message.ts'
import type { AnyUIMessage, UIMessage } from './ui-message.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'

/** What {@link readUIMessageStream} takes. */
export interface ReadUIMessageStreamOptions<MESSAGE extends AnyUIMessage = UIMessage> {
  readonly stream: ReadableStream<UIMessageChunk> | AsyncIterable<UIMessageChunk>
  /** The message of the assistant that the stream continues. It is not changed. */
  readonly message?: MESSAGE | undefined
  /** Is told of error chunks, and of what ends the stream early. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Whether an error ends the stream with it. Default false: it ends like a whole one. */
  readonly terminateOnError?: boolean | undefined
}

/**
 * The message of a stream, again and again as it grows. Each one is a copy.
 *
 * @example
 * ```ts
 * import { createUIMessageStream, readUIMessageStream } from 'toolfit'
 *
 * const stream = createUIMessageStream({
 *   execute({ writer }) {
 *     writer.write({ type: 'text-start', id: '1' })
 *     writer.write({ type: 'text-delta', id: '1', delta: 'Hi.' })
 *     writer.write({ type: 'text-end', id: '1' })
 *   },
 * })
 * const texts: string[] = []
 * for await (const { parts } of readUIMessageStream({ stream })) {
 *   if (parts[0]?.type === 'text') texts.push(parts[0].text)
 * }
 * texts // ['', 'Hi.', 'Hi.']
 * ```
 */
export function readUIMessageStream<MESSAGE extends AnyUIMessage = UIMessage>({
  stream,
  message,
  onError,
  terminateOnError = false,
}: ReadUIMessageStreamOptions<MESSAGE>): AsyncIterableStream<MESSAGE> {
  const start = message?.role === 'assistant' ? structuredClone(message) : emptyMessage(message?.id ?? '')
  let failure: { readonly error: unknown } | undefined
  const fail = (error: unknown) => {
    onError?.(error)
    if (terminateOnError) failure ??= { error }
  }
  const open = openUiMessage(start as UIMessage, { onError: fail, resets: true })
  const states = transform(readStream(stream), async function* (chunks) {
    try {
      for await (const chunk of chunks) {
        if (open.add(chunk)) yield copyOf(open.message) as unknown as MESSAGE
        if (failure !== undefined) break
      }
    } catch (error) {
      fail(error)
    }
    if (failure !== undefined) throw failure.error
  })
  return toIterableStream(states)
}

/** Texts are most of a message, and need no copy. */
function copyOf(message: UIMessage): UIMessage {
  const texts = message.parts.map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : undefined))
  const parts = message.parts.map((part, index) => (texts[index] === undefined ? part : { ...part, text: '' }))
  const copy = structuredClone({ ...message, parts }) as UIMessage
  for (const [index, text] of texts.entries()) {
    if (text !== undefined) (copy.parts[index] as { text: string }).text = text
  }
  return copy
}
