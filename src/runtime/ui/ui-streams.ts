import { ToolfitError } from '../../core/errors.ts'
import type { ToolSet } from '../../tools/tool.ts'
import { toPullStream } from '../result/iterable-stream.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { replace } from '../result/tool-output.ts'
import type { AnyUIMessage } from './ui-message.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import { toUiMessageChunks } from './ui-message-stream.ts'
import type {
  ServerResponseLike,
  UIMessageStreamOptions,
  UIMessageStreamResponseInit,
} from './ui-message-stream-options.ts'

export { toUiMessageChunks }

/** A run as server-sent events for a front end, with the mark of the end. */
export function toUiMessageEvents<MESSAGE extends AnyUIMessage>(
  parts: AsyncIterable<TextStreamPart>,
  options: UIMessageStreamOptions<MESSAGE> & UIMessageStreamResponseInit,
  tools?: ToolSet,
): AsyncIterator<string> {
  const { keepAliveMs, onError = () => 'An error occurred.' } = options
  const events = toEvents(toUiMessageChunks(parts, options, tools), onError)
  return keepAliveMs === undefined ? events : keepAlive(events, keepAliveMs)
}

function toEvents(chunks: AsyncIterator<UIMessageChunk>, onError: (error: unknown) => string): AsyncIterator<string> {
  let isOver = false
  const toText = ({ done, value }: IteratorResult<UIMessageChunk>): IteratorResult<string> => {
    isOver = done === true
    return { done: false, value: `data: ${done ? '[DONE]' : write(value, onError)}\n\n` }
  }
  return {
    next: () => (isOver ? Promise.resolve({ done: true, value: undefined }) : chunks.next().then(toText)),
    return: async () => {
      isOver = true
      await chunks.return?.()
      return { done: true, value: undefined }
    },
  }
}

/**
 * What a tool returned can be anything. It is written as the model is told of it; if that cannot be, the front end is told so, and
 * the stream goes on.
 */
function write(chunk: UIMessageChunk, onError: (error: unknown) => string): string {
  if (!('toolCallId' in chunk)) return JSON.stringify(chunk)
  try {
    return JSON.stringify(chunk, replace)
  } catch (error) {
    const type = 'toolName' in chunk ? 'tool-input-error' : 'tool-output-error'
    return JSON.stringify({ ...chunk, type, input: undefined, output: undefined, errorText: onError(error) })
  }
}

/** Longer timers fire at once. */
const longestTimer = 2_147_483_647

/** Adds a comment whenever nothing came for a while, for proxies that close silent connections. */
function keepAlive(texts: AsyncIterator<string>, afterMs: number): AsyncIterator<string> {
  if (!(afterMs > 0 && afterMs <= longestTimer)) {
    throw new ToolfitError('option-invalid', `keepAliveMs must be a number from 1 to ${longestTimer}.`, {
      keepAliveMs: afterMs,
    })
  }
  const silence: IteratorResult<string> = { done: false, value: ': keep-alive\n\n' }
  let isOpen = false
  let asked: Promise<IteratorResult<string>> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (next: Promise<IteratorResult<string>>) =>
    new Promise<IteratorResult<string>>((resolve, reject) => {
      timer = setTimeout(() => resolve(silence), afterMs)
      next.then(resolve, reject)
    })
  return {
    async next() {
      if (!isOpen) {
        isOpen = true
        return { done: false, value: ': stream-open\n\n' }
      }
      asked ??= texts.next()
      try {
        const result = await wait(asked)
        // After a comment, the same question is still open.
        if (result !== silence) asked = undefined
        return result
      } finally {
        clearTimeout(timer)
      }
    },
    async return() {
      clearTimeout(timer)
      await texts.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** Text in pieces that can be encoded each by itself: a character whose two halves came apart is put together first. */
export function toWholeCharacters(texts: AsyncIterable<string>): AsyncIterator<string> {
  let source: AsyncIterator<string> | undefined
  let half = ''
  const open = () => {
    source ??= texts[Symbol.asyncIterator]()
    return source
  }
  const cut = (text: string) => {
    const code = text.charCodeAt(text.length - 1)
    half = code >= 0xd800 && code <= 0xdbff ? text.slice(-1) : ''
    return half === '' ? text : text.slice(0, -1)
  }
  return {
    async next() {
      for (;;) {
        const { done, value } = await open().next()
        if (done && half === '') return { done, value: undefined }
        const text = done ? half : cut(half + value)
        if (done) half = ''
        // An empty piece would be nothing to send.
        if (text !== '') return { done: false, value: text }
      }
    },
    async return() {
      await open().return?.()
      return { done: true, value: undefined }
    },
  }
}

/** Writes texts to a response of Node's, no faster than it takes them. A client that goes away returns the source at once. */
export async function writeResponse(response: ServerResponseLike, texts: AsyncIterator<string>): Promise<void> {
  // Through a reader, because one that is cancelled does not wait for a source that hangs.
  const reader = toPullStream(texts).getReader()
  let left: Promise<void> | undefined
  let wake = () => {}
  const leave = () => {
    left = reader.cancel()
    // It is awaited below; until then, nobody is to take its rejection for forgotten.
    left.catch(() => undefined)
    wake()
  }
  response.once('close', leave)
  if (response.destroyed) leave()
  try {
    for (let next = await reader.read(); !next.done && left === undefined; next = await reader.read()) {
      const hasRoom = response.write(next.value)
      // Compression keeps what is written until it is told to let go.
      response.flush?.()
      if (!hasRoom) {
        await new Promise<void>((resolve) => {
          wake = resolve
          response.once('drain', resolve)
        })
      }
    }
    await left
  } finally {
    response.off('close', leave)
    if (left === undefined) response.end()
  }
}
