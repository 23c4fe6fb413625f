import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { joinBytes } from '../core/bytes.ts'
import type { HttpExchange, HttpReply, HttpRequest, Transport } from '../core/http.ts'
import {
  connectionOptions,
  type SocketFailure,
  type UpstreamConnection,
  type UpstreamDispatch,
} from './upstream-connection.node.ts'

export interface UndiciTransportOptions {
  /** How long a connection may take to open, TLS included. Default 5,000. */
  readonly connectTimeoutMs?: number | undefined
}

/** A {@link Transport} with its own connections. */
export interface UndiciTransport extends Transport {
  /** Closes all connections. Requests in flight fail. */
  close(): void
}

/** More bytes than this wait in memory for no reader: the rest stays in the socket. */
const highWaterMark = 64 * 1024

/** The transport sets these itself. A second value would contradict the first. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'connection', 'transfer-encoding'])

/**
 * Creates the transport for Node: HTTP/1.1 over undici. It follows no redirects (the key would travel with them) and ignores proxy
 * variables. Callers set their own timeouts, and cancel the exchange.
 *
 * A reply that does not come is a TypeError `fetch failed`, with the reason as its cause; after a cancel it is the reason given there.
 *
 * @throws TypeError for a URL that is neither http nor https.
 */
export function createUndiciTransport({ connectTimeoutMs = 5_000 }: UndiciTransportOptions = {}): UndiciTransport {
  const agent = new Agent({
    ...connectionOptions(connectTimeoutMs),
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
    maxHeaderSize: 64 * 1024,
  })
  // A gateway sends nearly all of its requests to one URL.
  let target: Target | undefined
  const send = (request: HttpRequest): HttpExchange => {
    if (target?.url !== request.url) target = readUrl(request.url)
    return new Exchange(agent, request, target)
  }
  return Object.assign(send, { close: () => void agent.destroy() })
}

/** A URL, as undici takes it. */
interface Target {
  readonly url: string
  readonly origin: string
  readonly path: string
}

function readUrl(url: string): Target {
  const { protocol, origin, pathname, search } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError(`Cannot send a request to a ${protocol} URL.`)
  return { url, origin, path: `${pathname}${search}` }
}

function headersOf({ headers }: HttpRequest): Record<string, string> {
  // Replies are small, and a decompressor would delay the chunks of a stream.
  const sent: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase()
    if (!ownHeaders.has(lower)) sent[lower] = headers[name]!
  }
  return sent
}

/** One request and its reply. It is its own body: what arrived since the last read is handed over as one chunk. */
class Exchange implements HttpExchange, Dispatcher.DispatchHandler, AsyncIterableIterator<Uint8Array> {
  readonly reply: Promise<HttpReply>
  #resolve!: (reply: HttpReply) => void
  #reject!: (error: unknown) => void
  readonly #agent: Agent
  /** Undefined when the reply has begun: its body, which may be long, is not sent again. */
  #options: Dispatcher.DispatchOptions | undefined
  #isSecondTry = false
  #controller: Dispatcher.DispatchController | undefined
  #connection: UpstreamConnection | undefined
  /** The first byte of the reply has arrived, and its whole head. */
  #hasStarted = false
  #hasHead = false
  #chunks: Uint8Array[] = []
  #size = 0
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #wake: (() => void) | undefined

  constructor(agent: Agent, request: HttpRequest, { origin, path }: Target) {
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#agent = agent
    const options: UpstreamDispatch = {
      origin,
      path,
      method: request.method,
      headers: headersOf(request),
      body: request.body ?? null,
      onConnection: (connection) => {
        this.#connection = connection
      },
    }
    this.#options = options
    agent.dispatch(options, this)
  }

  cancel(reason: unknown): void {
    if (this.#isOver) return
    this.#end(reason)
    this.#controller?.abort(reason as Error)
  }

  #end(...failure: readonly unknown[]): void {
    if (this.#isOver) return
    this.#isOver = true
    if (failure.length > 0) {
      this.#failure = { error: failure[0] }
      this.#reject(failure[0])
    }
    this.#wake?.()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Aborted while the connection was opening.
    if (this.#isOver) controller.abort(this.#failure?.error as Error)
  }

  onResponseStarted(): void {
    this.#hasStarted = true
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    // An informational reply: the real one follows.
    if (status < 200) return
    this.#hasHead = true
    this.#options = undefined
    this.#resolve(decodeReply(status, joinValues(headers), this))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size >= highWaterMark) this.#connection!.pause(controller)
    this.#wake?.()
  }

  onResponseEnd(): void {
    this.#end()
  }

  onResponseError(_: unknown, error: SocketFailure): void {
    if (this.#hasHead) {
      this.#end(error)
      return
    }
    const isKept = (error.bytesRead ?? error.socket?.bytesRead ?? 0) > 0
    const isCut = !this.#hasStarted && /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(error.code ?? '')
    // The server closed a connection that had carried an earlier reply just as it was used again: it has not seen the request.
    if (isKept && isCut && !this.#isSecondTry && !this.#isOver) this.#sendAgain()
    else this.#end(new TypeError('fetch failed', { cause: error }))
  }

  #sendAgain(): void {
    this.#isSecondTry = true
    this.#controller = undefined
    // Not while undici closes the connection.
    queueMicrotask(() => {
      if (!this.#isOver) this.#agent.dispatch(this.#options!, this)
    })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    while (this.#size === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#size > 0) {
      const value = joinBytes(this.#chunks, this.#size)
      this.#chunks = []
      this.#size = 0
      if (this.#controller!.paused) this.#connection!.resume(this.#controller!)
      return { done: false, value }
    }
    if (this.#failure !== undefined) throw this.#failure.error
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#chunks = []
    this.#size = 0
    const isOpen = !this.#isOver
    this.#end()
    this.#failure = undefined
    if (isOpen) this.#controller!.abort(new Error('The reply was not read to its end.'))
    return { done: true, value: undefined }
  }
}

function joinValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value !== undefined) joined[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return joined
}

/** A server may compress its reply unasked. */
function decodeReply(status: number, headers: Record<string, string>, body: Exchange): HttpReply {
  const decoder = decoderFor(headers['content-encoding'])
  if (decoder === undefined) return { status, headers, body }
  // Both describe the compressed bytes.
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers
  return { status, headers: rest, body: decompress(body, decoder) }
}

type Decoder = ReturnType<typeof createGunzip>

function decoderFor(encoding: string | undefined): Decoder | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      return undefined
  }
}

function decompress(body: Exchange, decoder: Decoder): AsyncIterable<Uint8Array> {
  const source = Readable.from(body, { objectMode: false })
  source.on('error', (error) => decoder.destroy(error))
  // Its iterator throws the error. It may start later than the error comes.
  decoder.on('error', () => undefined)
  decoder.on('close', () => source.destroy())
  const chunks = source.pipe(decoder)[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => chunks.next(),
      async return() {
        decoder.destroy()
        await body.return()
        return { done: true, value: undefined }
      },
    }),
  }
}
