import { transform } from '../result/iterable-stream.ts'
import { replace } from '../result/tool-output.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import { toUiMessageChunks } from './ui-message-stream.ts'
import { maskError, type ServerResponseLike, type UIMessageStreamResponseInit } from './ui-message-stream-options.ts'

export { toUiMessageChunks }

/** Chunks as server-sent events for a front end, `[DONE]` last. */
export function toUiMessageEvents(
  source: AsyncIterable<UIMessageChunk>,
  options: UIMessageStreamResponseInit & { readonly onError?: ((error: unknown) => string) | undefined },
): AsyncIterableIterator<string> {
  const { keepAliveMs, onError = maskError } = options
  const events = transform(source, async function* (chunks) {
    for await (const chunk of chunks) yield `data: ${write(chunk, onError)}\n\n`
    yield 'data: [DONE]\n\n'
  })
  return keepAliveMs === undefined ? events : keepAlive(events, keepAliveMs)
}

/**
 * A tool may return anything. Its output is serialised as it is for the model; if it has no JSON form, the front end gets an error
 * instead, and the stream goes on.
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

/** Adds a comment whenever nothing came for a while, for proxies that close silent connections. */
function keepAlive(texts: AsyncIterable<string>, afterMs: number): AsyncIterableIterator<string> {
  return transform(texts, async function* (source) {
    yield ': stream-open\n\n'
    for (let next = source.next(); ; ) {
      const result = await within(next, afterMs)
      if (result?.done) return
      yield result === undefined ? ': keep-alive\n\n' : result.value
      // After a comment, the same value is still awaited.
      if (result !== undefined) next = source.next()
    }
  })
}

/** Undefined where it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), ms)
      work.then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Text whose pieces can each be encoded: the halves of a character that came apart are joined. */
export async function* toWholeCharacters(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let half = ''
  for await (const text of texts) {
    const joined = half + text
    const code = joined.charCodeAt(joined.length - 1)
    half = code >= 0xd800 && code <= 0xdbff ? joined.slice(-1) : ''
    const whole = half === '' ? joined : joined.slice(0, -1)
    if (whole !== '') yield whole
  }
  if (half !== '') yield half
}

export async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** Writes to a response of Node's, no faster than it takes them. A client that goes away returns the source at once. */
export async function writeBytes(
  response: ServerResponseLike,
  bytes: AsyncIterableIterator<Uint8Array>,
): Promise<void> {
  let leaving: Promise<unknown> | undefined
  let wake = () => {}
  const leave = () => {
    leaving = bytes.return!()
    // It is awaited below; until then, its rejection is not an unhandled one.
    leaving.catch(() => undefined)
    wake()
  }
  response.once('close', leave)
  if (response.destroyed) leave()
  try {
    for (let next = await bytes.next(); !next.done && leaving === undefined; next = await bytes.next()) {
      const hasRoom = response.write(next.value)
      // Compression middleware holds back what is written until it is flushed.
      response.flush?.()
      if (!hasRoom) {
        await new Promise<void>((resolve) => {
          wake = resolve
          response.once('drain', resolve)
        })
      }
    }
    await leaving
    if (leaving === undefined) response.end()
  } catch (error) {
    // The client must not take what it has for everything.
    if (response.destroy === undefined) response.end()
    else response.destroy()
    throw error
  } finally {
    response.off('close', leave)
  }
}
