import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { fromByteStream } from '../core/bytes.ts'
import type { HttpAnswer } from '../core/http.ts'

export interface WriteOptions {
  /** A client that reads nothing for this long is disconnected. */
  readonly readTimeoutMs: number
  /** The connection is closed after this response. */
  readonly isLast: boolean
}

/** How long a client that still sends has to read its response before the connection is closed. */
const lingerMs = 1_000

/** A response to write. Bytes are complete, as a text is. */
export interface NodeAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: HttpAnswer['body'] | Uint8Array
}

export async function fromResponse(response: Response): Promise<NodeAnswer> {
  const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const body = response.body === null ? null : await readTurn(fromByteStream(response.body))
  return { status: response.status, headers, body }
}

/** A body of one chunk that ends within this turn of the event loop is complete, and can be sent with its length. Others stream. */
async function readTurn(body: AsyncIterable<Uint8Array>): Promise<NodeAnswer['body']> {
  const chunks = body[Symbol.asyncIterator]()
  const turn = new Promise<undefined>((resolve) => void setImmediate(resolve, undefined))
  const begun = [chunks.next()]
  const first = await Promise.race([begun[0]!, turn])
  if (first?.done) return new Uint8Array()
  if (first !== undefined) {
    begun.push(chunks.next())
    // A failure comes after the first chunk: `pipe` reads it there.
    const second = await Promise.race([begun[1]!, turn]).catch(() => undefined)
    if (second?.done) return first.value
  }
  const rest = { next: () => begun.shift() ?? chunks.next(), return: () => chunks.return!() }
  return { [Symbol.asyncIterator]: () => rest }
}

/** Writes a response. Rejects when its body fails. */
export async function writeResponse(
  { status, headers, body }: NodeAnswer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { readTimeoutMs, isLast }: WriteOptions,
): Promise<void> {
  // The unread rest of the request would be taken for the next request.
  const isUnread = !incoming.complete
  const closing = isUnread || isLast ? { connection: 'close' } : undefined
  if (body === null || incoming.method === 'HEAD') {
    cancelBody(body)
    outgoing.writeHead(status, { ...headers, ...closing })
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    outgoing.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers, ...closing })
    if (!isUnread) {
      // The head and the body leave in one packet. After `end`, Node emits no `drain`.
      outgoing.end(body)
      if (outgoing.writableLength >= outgoing.writableHighWaterMark) await drained(outgoing, readTimeoutMs)
      return
    }
    if (!outgoing.write(body)) await drained(outgoing, readTimeoutMs)
  } else {
    outgoing.writeHead(status, { ...headers, ...closing })
    await pipe(body, outgoing, readTimeoutMs)
  }
  if (isUnread) await linger(incoming)
  outgoing.end()
}

/** Ends a body that is not written. */
export function cancelBody(body: NodeAnswer['body']): void {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) return
  cancel(body[Symbol.asyncIterator]())
}

function cancel(chunks: AsyncIterator<Uint8Array>): void {
  chunks.return?.().catch(() => undefined)
}

/** Reads no faster than the client does. */
async function pipe(body: AsyncIterable<Uint8Array>, outgoing: ServerResponse, readTimeoutMs: number): Promise<void> {
  const chunks = body[Symbol.asyncIterator]()
  // Ends the read below when the body does not watch the request's signal.
  const onClose = () => cancel(chunks)
  outgoing.once('close', onClose)
  let isWaiting = true
  // The head is sent with the first chunk, or alone when that takes a while.
  setImmediate(() => isWaiting && outgoing.flushHeaders())
  try {
    for (;;) {
      const { done, value } = await chunks.next()
      if (done) return
      isWaiting = false
      if (!outgoing.write(value)) await drained(outgoing, readTimeoutMs)
    }
  } finally {
    isWaiting = false
    outgoing.off('close', onClose)
  }
}

/**
 * Waits until the client has read on. The timeout is that of the socket: it starts again whenever the client has read something, and only
 * when the responses before this one are read.
 */
async function drained(outgoing: ServerResponse, readTimeoutMs: number): Promise<void> {
  if (outgoing.destroyed) return
  outgoing.setTimeout(readTimeoutMs)
  await new Promise<void>((resolve) => {
    const done = () => {
      outgoing.setTimeout(0)
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.once('drain', done)
    outgoing.once('close', done)
  })
}

/**
 * Discards what the client still sends, for a moment: closing a connection while data arrives resets it, and the client may never see
 * its response.
 */
export async function linger(incoming: IncomingMessage): Promise<void> {
  if (incoming.destroyed) return
  // The reader of the body stopped, and would keep the rest waiting.
  incoming.removeAllListeners('data')
  incoming.resume()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMs)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    incoming.once('end', done)
    incoming.once('close', done)
  })
}
