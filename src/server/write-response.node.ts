import type { IncomingMessage, ServerResponse } from 'node:http'
import { joinBytes } from '../core/join-bytes.ts'

export interface WriteOptions {
  /** A client that reads nothing for this long is disconnected. */
  readonly readTimeoutMs: number
  /** The connection is closed after this response. */
  readonly isLast: boolean
}

/** How long a client that still sends has to read its response before the connection is closed. */
const lingerMs = 1_000

/** Writes a response. Rejects when its body fails. */
export async function writeResponse(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { readTimeoutMs, isLast }: WriteOptions,
): Promise<void> {
  const headers: string[] = []
  response.headers.forEach((value, name) => void headers.push(name, value))
  // The unread rest of the request would be taken for the next request.
  const isUnread = !incoming.complete
  if (isUnread || isLast) headers.push('connection', 'close')
  const reader = response.body?.getReader()
  if (reader === undefined || incoming.method === 'HEAD') {
    void reader?.cancel().catch(() => undefined)
    outgoing.writeHead(response.status, headers)
  } else if (isWhole(response.headers)) {
    const body = await readAll(reader)
    if (!response.headers.has('content-length')) headers.push('content-length', String(body.length))
    outgoing.writeHead(response.status, headers)
    if (!isUnread) {
      // The head and the body leave in one packet. After `end`, Node emits no `drain`.
      outgoing.end(body)
      if (outgoing.writableLength >= outgoing.writableHighWaterMark) await drained(outgoing, readTimeoutMs)
      return
    }
    if (!outgoing.write(body)) await drained(outgoing, readTimeoutMs)
  } else {
    outgoing.writeHead(response.status, headers)
    await pipe(reader, outgoing, readTimeoutMs)
  }
  if (isUnread) await linger(incoming)
  outgoing.end()
}

/** JSON and plain text are complete when the response is created, so they can be sent with a length. */
function isWhole(headers: Headers): boolean {
  return /^(application\/json|text\/plain)\b/.test(headers.get('content-type') ?? '')
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>

async function readAll(reader: BodyReader): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joinBytes(chunks, length)
    chunks.push(value)
    length += value.length
  }
}

/** Reads no faster than the client does. */
async function pipe(reader: BodyReader, outgoing: ServerResponse, readTimeoutMs: number): Promise<void> {
  // Ends the read below when the body does not watch the request's signal.
  const cancel = () => void reader.cancel().catch(() => undefined)
  outgoing.once('close', cancel)
  let isWaiting = true
  // The head is sent with the first chunk, or alone when that takes a while.
  setImmediate(() => isWaiting && outgoing.flushHeaders())
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      isWaiting = false
      if (!outgoing.write(value)) await drained(outgoing, readTimeoutMs)
    }
  } finally {
    isWaiting = false
    outgoing.off('close', cancel)
  }
}

/** Waits until the client has read on. */
async function drained(outgoing: ServerResponse, readTimeoutMs: number): Promise<void> {
  if (outgoing.destroyed) return
  const timer = setTimeout(() => outgoing.destroy(), readTimeoutMs)
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
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
