import { ToolfitError } from '../../core/errors.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { TextStreamPart } from '../stream-part.ts'
import { replace } from '../tool-output.ts'
import type { AnyUIMessage } from './ui-message.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import { toUiMessageChunks } from './ui-message-stream.ts'
import type { UIMessageStreamOptions, UIMessageStreamResponseInit } from './ui-message-stream-options.ts'

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
