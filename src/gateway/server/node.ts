import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createLeanRequest } from '../http/lean-request.ts'
import { messageBody } from '../http/message-body.ts'
import { errorBody } from './error-body.ts'
import { targetUrl } from './target-url.ts'

/** What answers: the gateway, or anything else that is a function from `Request` to `Response`. */
export type FetchHandler = (request: Request) => Promise<Response>

export interface ListenOptions {
  /** Default 0: one that is free. */
  readonly port?: number | undefined
  /** Default `127.0.0.1`: this machine only. */
  readonly host?: string | undefined
  /** A request whose head has not arrived by then is a 408. Default 10,000. */
  readonly headersTimeoutMs?: number | undefined
  /** A request that has not arrived whole by then is a 408. Default 300,000. */
  readonly requestTimeoutMs?: number | undefined
  /** A body that trickles is a 408: it has so long, and a second more for every kilobyte that came. Default 10,000. */
  readonly slowBodyMs?: number | undefined
  /** A client that reads nothing of its answer for so long is left. Default 120,000. */
  readonly readTimeoutMs?: number | undefined
  /** How long a connection is kept for the next request. Default 65,000: longer than load balancers keep theirs. */
  readonly keepAliveTimeoutMs?: number | undefined
  /** Requests at the same time; more are a 503. Default 10,000. */
  readonly maxRequests?: number | undefined
  /** How long `close` waits for answers that are under way. Default 30,000. */
  readonly graceMs?: number | undefined
  /** Told of what no request should bring about: a fault of the handler. The client is told nothing of it. */
  readonly onFault?: ((error: unknown) => void) | undefined
}

type Limits = { readonly [Name in Exclude<keyof ListenOptions, 'port' | 'host' | 'onFault'>]: number }

const defaults: Limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  slowBodyMs: 10_000,
  readTimeoutMs: 120_000,
  keepAliveTimeoutMs: 65_000,
  maxRequests: 10_000,
  graceMs: 30_000,
}

export interface HttpServer {
  /** `http://127.0.0.1:49152`. */
  readonly url: string
  /**
   * Drains: requests under way are answered, new ones are a 503, on any connection, so that a load balancer looks elsewhere. After
   * `graceMs` the rest is aborted.
   */
  close(): Promise<void>
}

/** One request and its answer. */
interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** A message that is given up half read forgets its own. */
  readonly socket: Socket
  readonly left: AbortController
  readonly startedAt: number
  readonly bytesBefore: number
}

/** A server's state. */
interface House {
  readonly handler: FetchHandler
  readonly limits: Limits
  readonly onFault: (error: unknown) => void
  readonly exchanges: Set<Exchange>
  /** By connection: a client that pipelines has several. */
  readonly bySocket: WeakMap<Socket, Set<Exchange>>
  isDraining: boolean
  /** Called when the last exchange is over. */
  onQuiet: () => void
}

/** More headers than that are no request of a client's library. */
const maxHeaders = 200

/** The slowest upload, in bytes a second, once its grace is over. */
const slowestUpload = 1024

/** For a client that still sends: so long it may take notice of its answer before the connection is cut. */
const lingerMs = 1_000

/** Serves a handler on a port. Rejects where the port is taken. */
export async function serveHandler(handler: FetchHandler, options: ListenOptions = {}): Promise<HttpServer> {
  const { port = 0, host = '127.0.0.1', onFault = () => undefined } = options
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const house: House = {
    handler,
    limits: { ...defaults, ...Object.fromEntries(given) },
    onFault,
    exchanges: new Set(),
    bySocket: new WeakMap(),
    isDraining: false,
    onQuiet: () => undefined,
  }
  const server = createHttpServer(house)
  server.listen(port, host)
  // Rejects with the error event: a port that is taken.
  await once(server, 'listening')
  const watch = setInterval(() => refuseSlowBodies(house), checkingInterval(house.limits.slowBodyMs))
  watch.unref()
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= drain(server, house).finally(() => clearInterval(watch))
    return closed
  }
  return { url: urlOf(server, host), close }
}

/** How often to look for what is late. */
function checkingInterval(timeoutMs: number): number {
  return Math.max(50, Math.min(1_000, timeoutMs / 4))
}

function createHttpServer(house: House): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs } = house.limits
  const server = createServer({
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkingInterval(headersTimeoutMs),
    noDelay: true,
  })
  // Node would leave the rest out in silence; the size of the head bounds them, and we count.
  server.maxHeadersCount = 0
  server.on('connection', (socket) => {
    const own = new Set<Exchange>()
    house.bySocket.set(socket, own)
    // A pipelined answer whose turn never came hears of nothing else.
    socket.once('close', () => {
      for (const exchange of own) leave(exchange, house)
    })
  })
  server.on('request', (incoming, outgoing) => accept(incoming, outgoing, house))
  // `Expect: 100-continue`: the client is told to go on when somebody wants its body, and not when it is refused anyway.
  server.on('checkContinue', (incoming, outgoing) => accept(incoming, outgoing, house, () => outgoing.writeContinue()))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseConnection(socket as Socket, statusOf(error), house)
  })
  return server
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function drain(server: Server, house: House): Promise<void> {
  // Idle connections stay: a client that is about to use one gets a 503, which it understands, and not a reset.
  house.isDraining = true
  if (house.exchanges.size > 0) {
    await new Promise<void>((resolve) => {
      house.onQuiet = resolve
      setTimeout(resolve, house.limits.graceMs).unref()
    })
  }
  const closed = once(server, 'close')
  server.close()
  for (const { left } of house.exchanges) left.abort(new DOMException('The server is closing.', 'AbortError'))
  // A moment for those who are being told: an event in their stream, or a 503.
  setTimeout(() => server.closeAllConnections(), house.exchanges.size > 0 ? 200 : 50)
  await closed
}

function accept(incoming: IncomingMessage, outgoing: ServerResponse, house: House, onBody?: () => void): void {
  const { socket } = incoming
  const url = targetUrl(incoming.url ?? '/', incoming.headers.host)
  const refusal = refusalOf(incoming, url, house)
  if (refusal !== undefined || url === undefined) {
    refuse(outgoing, ...refusal!)
    return
  }
  const left = new AbortController()
  const exchange: Exchange = {
    incoming,
    outgoing,
    socket,
    left,
    startedAt: Date.now(),
    bytesBefore: socket.bytesRead,
  }
  house.exchanges.add(exchange)
  house.bySocket.get(socket)!.add(exchange)
  outgoing.once('close', () => leave(exchange, house))
  answer(exchange, url, house, onBody).catch((error: unknown) => {
    if (!hasLeft(exchange)) house.onFault(error)
    // What was written before is let go first: Node holds it back for a moment.
    setImmediate(() => outgoing.destroy())
  })
}

/** Nobody is there to be told; and what fails then fails because of it. */
function hasLeft({ incoming, left }: Exchange): boolean {
  return left.signal.aborted || (incoming.destroyed && !incoming.complete)
}

/** What is answered here, without the handler. */
function refusalOf(
  { rawHeaders }: IncomingMessage,
  url: string | undefined,
  { isDraining, exchanges, limits }: House,
): readonly [status: number, message: string] | undefined {
  if (isDraining) return [503, 'This gateway is shutting down. Try again.']
  if (exchanges.size >= limits.maxRequests) return [503, 'Too many requests at once. Try again.']
  if (rawHeaders.length > 2 * maxHeaders) return [431, `More than ${maxHeaders} headers.`]
  return url === undefined ? [400, 'The target of the request, or its Host, is no address.'] : undefined
}

/** The exchange is over, one way or the other. */
function leave(exchange: Exchange, house: House): void {
  if (!house.exchanges.delete(exchange)) return
  const { outgoing, socket, left } = exchange
  house.bySocket.get(socket)?.delete(exchange)
  if (!outgoing.writableFinished) left.abort(new DOMException('The client left.', 'AbortError'))
  if (house.exchanges.size === 0) house.onQuiet()
}

async function answer(exchange: Exchange, url: string, house: House, onBody?: () => void): Promise<void> {
  const { incoming, outgoing, left } = exchange
  const { method = 'GET', rawHeaders } = incoming
  const open = () => {
    onBody?.()
    // Whoever wants no more of it still has an answer to give on this connection.
    return messageBody(incoming, () => incoming.pause())
  }
  const body = hasBody(incoming) ? open : undefined
  let response: Response
  try {
    response = await house.handler(createLeanRequest({ method, url, rawHeaders, signal: left.signal, body }))
  } catch (error) {
    if (hasLeft(exchange)) throw error
    house.onFault(error)
    refuse(outgoing, 500, 'Internal error.')
    return
  }
  if (outgoing.destroyed || outgoing.headersSent) {
    await response.body?.cancel(left.signal.reason)
    return
  }
  await write(response, exchange, house)
}

function hasBody({ headers, method }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function write(response: Response, { incoming, outgoing }: Exchange, house: House): Promise<void> {
  const headers: string[] = []
  for (const [name, value] of response.headers) headers.push(name, value)
  // What is left of the request would be taken for the next one.
  const isUnread = !incoming.complete
  if (isUnread || house.isDraining) headers.push('connection', 'close')
  const { status } = response
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel()
    outgoing.writeHead(status, headers)
  } else if (isWhole(response.headers)) {
    const text = await response.text()
    if (!response.headers.has('content-length')) headers.push('content-length', String(Buffer.byteLength(text)))
    if (!outgoing.writeHead(status, headers).write(text)) await drained(outgoing, house.limits.readTimeoutMs)
  } else {
    outgoing.writeHead(status, headers)
    await pipe(response.body, outgoing, house)
  }
  if (isUnread) await linger(incoming)
  outgoing.end()
}

/** JSON and plain text were made in one piece: read as such, they need no stream and have a length. */
function isWhole(headers: Headers): boolean {
  return /^(application\/json|text\/plain)\b/.test(headers.get('content-type') ?? '')
}

/** No faster than the client reads: what it leaves in its socket is not asked for. */
async function pipe(body: ReadableStream<Uint8Array>, outgoing: ServerResponse, house: House): Promise<void> {
  const reader = body.getReader()
  // A stream that does not listen to the request's signal hears of it here: the read below ends.
  const stop = () => void reader.cancel().catch(house.onFault)
  outgoing.once('close', stop)
  let isWaiting = true
  // The head goes with the first piece; where that takes its time, alone.
  setImmediate(() => isWaiting && outgoing.flushHeaders())
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      isWaiting = false
      if (!outgoing.write(value)) await drained(outgoing, house.limits.readTimeoutMs)
    }
  } finally {
    isWaiting = false
    outgoing.off('close', stop)
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

/** A connection that is closed while the client sends is reset, and the client may never see its answer: take in what comes, for a moment. */
async function linger(incoming: IncomingMessage): Promise<void> {
  if (incoming.destroyed) return
  // A reader that gave up in the middle would hold the rest back.
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

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  const body = errorBody(status, message)
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(status === 503 && { 'retry-after': '1' }),
  })
  outgoing.end(body)
}

function refuseSlowBodies(house: House): void {
  const now = Date.now()
  for (const { incoming, outgoing, socket, startedAt, bytesBefore } of house.exchanges) {
    if (incoming.complete || outgoing.headersSent) continue
    const allowance = house.limits.slowBodyMs + ((socket.bytesRead - bytesBefore) / slowestUpload) * 1_000
    if (now - startedAt > allowance) refuseConnection(socket, 408, house)
  }
}

const reasons: Readonly<Record<number, readonly [phrase: string, message: string]>> = {
  400: ['Bad Request', 'This is no request of HTTP.'],
  408: ['Request Timeout', 'The request took too long to arrive.'],
  413: ['Payload Too Large', 'The extensions of a chunk are too large.'],
  431: ['Request Header Fields Too Large', 'The headers are too large.'],
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

/** What is no HTTP, or has not arrived in time. Where an answer is under way, a second one would be read as a part of it. */
function refuseConnection(socket: Socket, status: number, house: House): void {
  const [first, ...others] = house.bySocket.get(socket) ?? []
  const isOurTurn =
    first === undefined || (others.length === 0 && !first.incoming.complete && !first.outgoing.headersSent)
  if (!socket.writable || !isOurTurn) {
    socket.destroy()
    return
  }
  const [phrase, message] = reasons[status]!
  const body = errorBody(status, message)
  const head = `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`
  socket.end(head + body, () => socket.destroy())
}
