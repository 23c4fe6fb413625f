import { once, setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { ConnectionReset } from './api/delivery.ts'
import { malformedPage, type Page, timeoutPage } from './api/envelope-page.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from './app.ts'

export interface ServerOptions extends EmulatorOptions {
  /** Default 0: one that is free. */
  readonly port?: number
  /** Default `127.0.0.1`: this machine only. */
  readonly host?: string
  /** A request that has not arrived whole by then is a 408. Default 30 s. */
  readonly requestTimeoutMs?: number
  /** A client that reads nothing of its answer for so long is left. Default 30 s. */
  readonly readTimeoutMs?: number
  /** How long `close` waits for answers that are under way. Default 1 s. */
  readonly graceMs?: number
}

export interface EmulatorServer {
  /** `http://127.0.0.1:49152`: a client's base URL, without a version. */
  readonly url: string
  readonly emulator: Emulator
  /** Takes no more requests, waits for those under way for a moment, and ends the rest. */
  close(): Promise<void>
}

const defaults = { requestTimeoutMs: 30_000, readTimeoutMs: 30_000, graceMs: 1_000 }

/**
 * Starts an emulator on a port. Rejects where the port is taken.
 *
 * @example
 * ```ts
 * import { startEmulator } from 'toolfit/emulator/node'
 *
 * const { url, close } = await startEmulator()
 * const response = await fetch(`${url}/v1beta/models?pageSize=1`, { headers: { 'x-goog-api-key': 'any' } })
 * response.status // 200
 * await close()
 * ```
 */
export async function startEmulator(options: ServerOptions = {}): Promise<EmulatorServer> {
  const { port = 0, host = '127.0.0.1', graceMs = defaults.graceMs } = options
  const { requestTimeoutMs = defaults.requestTimeoutMs, readTimeoutMs = defaults.readTimeoutMs } = options
  const emulator = createEmulator(options)
  const closing = new AbortController()
  // Every request listens to it while it is under way.
  setMaxListeners(0, closing.signal)
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      // How often Node looks for requests that are late.
      connectionsCheckingInterval: Math.max(50, Math.min(1_000, requestTimeoutMs / 4)),
    },
    (incoming, outgoing) => {
      serve(emulator, incoming, outgoing, { closing: closing.signal, readTimeoutMs }).catch((error: unknown) => {
        outgoing.destroy(error instanceof Error ? error : undefined)
      })
    },
  )
  server.on('clientError', answerBrokenRequest)
  server.listen(port, host)
  // Rejects with the error event: a port that is taken.
  await once(server, 'listening')
  return { url: urlOf(server, host), emulator, close: () => close(server, closing, graceMs) }
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function close(server: Server, closing: AbortController, graceMs: number): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => {
    closing.abort()
    server.closeAllConnections()
  }, graceMs)
  await closed
  clearTimeout(timer)
}

/** What is no HTTP, or has not arrived in time: it never becomes a request. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { code, html } = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? timeoutPage : malformedPage
  socket.end(
    `HTTP/1.1 ${code} ${code === 408 ? 'Request Timeout' : 'Bad Request'}\r\ncontent-type: text/html; charset=UTF-8\r\ncontent-length: ${Buffer.byteLength(html)}\r\nconnection: close\r\n\r\n${html}`,
    () => socket.destroy(),
  )
}

interface Connection {
  readonly closing: AbortSignal
  readonly readTimeoutMs: number
}

async function serve(
  emulator: Emulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { closing, readTimeoutMs }: Connection,
): Promise<void> {
  // A request that is given up half read forgets its socket.
  const { socket } = incoming
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const stop = () => left.abort()
  closing.addEventListener('abort', stop, { once: true })
  try {
    const request = requestOf(incoming, left.signal)
    if (request === undefined) return sendPage(outgoing, malformedPage)
    const response = await emulator(request)
    await write(response, incoming, outgoing, readTimeoutMs)
  } catch (error) {
    if (error instanceof ConnectionReset) await reset(socket)
    // The caller has left, or the server is closing: there is nobody to tell.
    else if (left.signal.aborted) outgoing.destroy()
    else throw error
  } finally {
    closing.removeEventListener('abort', stop)
  }
}

/** What was written before is let go first: Node holds the first bytes of an answer back for a moment. */
async function reset(socket: Socket): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  socket.resetAndDestroy()
}

/** Undefined: a target or a method that no request can have. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const headers: [string, string][] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index]!, rawHeaders[index + 1]!])
  }
  try {
    const target = url.startsWith('/') ? new URL(`http://${incoming.headers.host ?? 'localhost'}${url}`) : new URL(url)
    return new Request(target, {
      method,
      headers,
      signal,
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }),
    } as RequestInit)
  } catch (error) {
    // The constructors say so in this way.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function sendPage(outgoing: ServerResponse, { code, html }: Page): void {
  outgoing.writeHead(code, { 'content-type': 'text/html; charset=UTF-8', connection: 'close' }).end(html)
}

async function write(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  readTimeoutMs: number,
): Promise<void> {
  const headers = Object.fromEntries(response.headers)
  // What was not read of the request would be taken for the next one.
  outgoing.writeHead(response.status, incoming.complete ? headers : { ...headers, connection: 'close' })
  if (response.body === null) {
    outgoing.end()
    return
  }
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await drained(outgoing, readTimeoutMs)
    }
    outgoing.end()
  } catch (error) {
    await reader.cancel(error)
    throw error
  }
}

/** Waits until the client has read on. One that does not is left, so that it cannot hold us. */
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
