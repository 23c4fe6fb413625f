import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ByteSource, openBytes } from '../../core/byte-source.ts'
import { createLightController, type LightController } from '../../core/light-signal.ts'
import { rawHeadersOf } from '../http/headers-of.ts'
import { createLeanRequest } from '../http/lean-request.ts'
import { leanBodyOf } from '../http/lean-response.ts'
import { messageBytes } from '../http/message-bytes.ts'
import { errorBody } from './error-body.ts'
import { type ListenLimits, type ListenOptions, limitsOf } from './listen-options.ts'
import { type OverloadWatch, watchOverload } from './overload-watch.ts'
import { targetUrl } from './target-url.ts'

/** What answers: the gateway, or anything else that is a function from `Request` to `Response`. */
export type FetchHandler = (request: Request) => Promise<Response>

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
  readonly left: LightController
  readonly startedAt: number
  readonly bytesBefore: number
}

/** A server's state. */
interface House {
  readonly handler: FetchHandler
  readonly limits: ListenLimits
  readonly overload: OverloadWatch
  readonly vitalPaths: readonly string[]
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

/** Connections that may wait to be accepted. Of more the kernel says nothing, and clients try again after seconds; a 503 is better news. */
const backlog = 4_096

/** For a client that still sends: so long it may take notice of its answer before the connection is cut. */
const lingerMs = 1_000

/** Serves a handler on a port. Rejects where the port is taken. */
export async function serveHandler(handler: FetchHandler, options: ListenOptions = {}): Promise<HttpServer> {
  const { port = 0, host = '127.0.0.1', onFault = () => undefined, onOverload = () => undefined } = options
  const limits = limitsOf(options)
  const house: House = {
    handler,
    limits,
    overload: watchOverload({ ...limits, onOverload, atTurnsEnd: setImmediate }),
    vitalPaths: options.vitalPaths ?? [],
    onFault,
    exchanges: new Set(),
    bySocket: new WeakMap(),
    isDraining: false,
    onQuiet: () => undefined,
  }
  const server = createHttpServer(house)
  server.listen({ port, host, backlog })
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
    house.overload.accepted()
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
  // A moment for those who are told by a 503. A stream is cut, so that nobody takes what came for the whole.
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
  const left = createLightController()
  const exchange: Exchange = {
    incoming,
    outgoing,
    socket,
    left,
    startedAt: performance.now(),
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
  { isDraining, exchanges, overload, vitalPaths }: House,
): readonly [status: number, message: string] | undefined {
  if (isDraining) return [503, 'This gateway is shutting down. Try again.']
  if (overload.isOver(exchanges.size) && !(url !== undefined && vitalPaths.includes(new URL(url).pathname))) {
    return [503, 'Too many requests at once. Try again.']
  }
  if (rawHeaders.length > 2 * maxHeaders) return [431, `More than ${maxHeaders} headers.`]
  return url === undefined ? [400, 'The target of the request, or its Host, is no address.'] : undefined
}

/** The exchange is over, one way or the other. */
function leave(exchange: Exchange, house: House): void {
  if (!house.exchanges.delete(exchange)) return
  const { outgoing, socket, left } = exchange
  house.bySocket.get(socket)?.delete(exchange)
  house.overload.answered()
  if (!outgoing.writableFinished) left.abort(new DOMException('The client left.', 'AbortError'))
  if (house.exchanges.size === 0) house.onQuiet()
}

async function answer(exchange: Exchange, url: string, house: House, onBody?: () => void): Promise<void> {
  const { incoming, outgoing, left } = exchange
  const { method = 'GET', rawHeaders } = incoming
  const open = () => {
    onBody?.()
    // Whoever wants no more of it still has an answer to give on this connection.
    return messageBytes(incoming, () => incoming.pause())
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
    openBytes(response)?.cancel(left.signal.reason)
    return
  }
  await write(response, exchange, house)
}

function hasBody({ headers, method }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function write(response: Response, { incoming, outgoing }: Exchange, house: House): Promise<void> {
  const headers = rawHeadersOf(response.headers)
  // What is left of the request would be taken for the next one.
  const isUnread = !incoming.complete
  if (isUnread || house.isDraining) headers.push('connection', 'close')
  const { status } = response
  const body = await bodyOf(response, incoming.method)
  if (typeof body === 'string') {
    if (!response.headers.has('content-length')) headers.push('content-length', String(Buffer.byteLength(body)))
    outgoing.writeHead(status, headers)
    if (!isUnread) {
      // With its head, in one piece. Node no longer tells of a drain after the end; it does of the close.
      outgoing.end(body)
      if (outgoing.writableLength >= outgoing.writableHighWaterMark) await drained(outgoing, house.limits.readTimeoutMs)
      return
    }
    if (!outgoing.write(body)) await drained(outgoing, house.limits.readTimeoutMs)
  } else {
    outgoing.writeHead(status, headers)
    if (body !== undefined) await pipe(body, outgoing, house)
  }
  if (isUnread) await linger(incoming)
  outgoing.end()
}

/** What is sent: a text, bytes as they come, or nothing. */
async function bodyOf(response: Response, method: string | undefined): Promise<string | ByteSource | undefined> {
  const own = leanBodyOf(response)
  if (method === 'HEAD') {
    openBytes(response)?.cancel()
    return undefined
  }
  if (typeof own === 'string') return own
  if (own === undefined && response.body !== null && isWhole(response.headers)) return response.text()
  return openBytes(response)
}

/** JSON and plain text were made in one piece: read as such, they need no stream and have a length. */
function isWhole(headers: Headers): boolean {
  return /^(application\/json|text\/plain)\b/.test(headers.get('content-type') ?? '')
}

/** No faster than the client reads: what it leaves in its socket is not asked for. */
async function pipe(body: ByteSource, outgoing: ServerResponse, house: House): Promise<void> {
  // A body that does not listen to the request's signal hears of it here: the read below ends.
  const stop = () => body.cancel()
  outgoing.once('close', stop)
  let isWaiting = true
  // The head goes with the first piece; where that takes its time, alone.
  setImmediate(() => isWaiting && outgoing.flushHeaders())
  try {
    for (;;) {
      const pieces = await body.read()
      if (pieces === undefined) return
      isWaiting = false
      let isTaken = true
      for (const piece of pieces) isTaken = outgoing.write(piece)
      if (!isTaken) await drained(outgoing, house.limits.readTimeoutMs)
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
  outgoing.write(body)
  const finish = () => outgoing.end()
  if (outgoing.req.complete || !hasBody(outgoing.req)) finish()
  else void linger(outgoing.req).then(finish)
}

function refuseSlowBodies(house: House): void {
  const now = performance.now()
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
