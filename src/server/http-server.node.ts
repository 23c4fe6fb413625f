import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { BodyReader } from '../core/http.ts'
import { type ListenLimits, type ListenOptions, limitsOf } from './listen-options.node.ts'
import { readIncoming } from './read-incoming.node.ts'
import { createRequestLine, type RequestLine } from './request-line.node.ts'
import { cancelBody, linger, type NodeAnswer, writeResponse } from './write-response.node.ts'

/** Answers requests as `fetch` would: a gateway, an emulator, or any other function from `Request` to `Response`. */
export type FetchHandler = (request: Request) => Promise<Response>

/**
 * Answers requests for this server. {@link fromResponse} makes an answer of a `Response`. `readBody` reads the body in place of the
 * request's own methods, which copy it twice.
 */
export type AnswerHandler = (request: Request, readBody: BodyReader) => Promise<NodeAnswer>

/** What the server itself answers when a request does not reach the handler. */
export interface ErrorPage {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export type ErrorPages = (status: number, message: string) => ErrorPage

export interface HttpServer {
  /** `http://127.0.0.1:49152`. */
  readonly url: string
  /**
   * Drains: requests in progress are answered; new ones, on any connection, get a 503, so that a load balancer turns to another server.
   * After `graceMs` the rest is aborted.
   */
  close(): Promise<void>
}

/** One request and its response. */
interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** Node removes it from a message that is destroyed. */
  readonly socket: Socket
  /** Called when the requests before it, on its connection, are answered. */
  readonly begin: () => void
  /** Since when its body is measured, and the bytes of its connection by then. Of a request that waits, nobody reads the body. */
  measuredAt: number
  bytesBefore: number
}

interface ServerState {
  readonly handler: AnswerHandler
  readonly errorPages: ErrorPages
  readonly limits: ListenLimits
  readonly line: RequestLine
  readonly vitalPaths: readonly string[]
  readonly onFault: (error: unknown) => void
  readonly exchanges: Set<Exchange>
  /** A client that pipelines has several on one connection. They are answered one after the other. */
  readonly bySocket: WeakMap<Socket, Set<Exchange>>
  isDraining: boolean
  /** Called when the last exchange has ended. */
  onIdle: () => void
}

/** No client library sends more headers. */
const maxHeaders = 200

/** Requests of one connection that wait for their answers. No client library sends more: beyond it, the connection is closed. */
const mostPipelined = 256

/** The slowest upload, in bytes per second, over every `slowBodyMs`. */
const slowestUpload = 4 * 1024

/** Connections that may wait to be accepted. The kernel drops further ones silently, and their clients retry after seconds. */
const backlog = 4_096

/** Serves a handler on a port. Rejects when the port is taken. */
export async function serveHttp(
  handler: AnswerHandler,
  errorPages: ErrorPages,
  options: ListenOptions = {},
): Promise<HttpServer> {
  const { port = 0, host = '127.0.0.1', onFault = () => undefined, onOverload = () => undefined } = options
  const limits = limitsOf(options)
  const state: ServerState = {
    handler,
    errorPages,
    limits,
    line: createRequestLine({ ...limits, onOverload }),
    vitalPaths: options.vitalPaths ?? [],
    onFault,
    exchanges: new Set(),
    bySocket: new WeakMap(),
    isDraining: false,
    onIdle: () => undefined,
  }
  const server = createHttpServer(state)
  server.listen({ port, host, backlog })
  // Rejects with the server's `error` event.
  await once(server, 'listening')
  const timer = setInterval(() => refuseSlowBodies(state), checkingInterval(limits.slowBodyMs)).unref()
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= drain(server, state).finally(() => clearInterval(timer))
    return closed
  }
  const { port: bound } = server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close }
}

/** How often to look for requests that are late. */
function checkingInterval(timeoutMs: number): number {
  return Math.max(50, Math.min(1_000, timeoutMs / 4))
}

function createHttpServer(state: ServerState): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs } = state.limits
  const server = createServer({
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkingInterval(headersTimeoutMs),
    // `refusalOf` checks it, and answers in words.
    requireHostHeader: false,
    noDelay: true,
  })
  // Node would silently drop headers above its limit. The size of the head limits them, and `refusalOf` counts them.
  server.maxHeadersCount = 0
  server.on('connection', (socket) => {
    const own = new Set<Exchange>()
    state.bySocket.set(socket, own)
    state.line.accepted()
    socket.once('close', () => {
      // Node emits no `close` for a pipelined response that was not yet its connection's turn.
      for (const { outgoing } of own) if (outgoing.socket === null) outgoing.emit('close')
    })
  })
  const listener = createListener(state)
  server.on('request', (incoming, outgoing) => accept(incoming, outgoing, listener, state))
  // `Expect: 100-continue`: the client is told to continue when the handler reads its body, and not when the request is refused.
  server.on('checkContinue', (incoming: IncomingMessage, outgoing) => {
    incoming.once('resume', () => !outgoing.headersSent && outgoing.writeContinue())
    accept(incoming, outgoing, listener, state)
  })
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => {
    refuse(outgoing, 417, 'The only expectation that a request may have is 100-continue.', state)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseConnection(socket as Socket, statusOf(error), state)
  })
  return server
}

/** The library makes a `Request` of an incoming message. The response is written here: it neither times out nor reports errors there. */
function createListener(state: ServerState): RequestListener {
  return getRequestListener(
    (request, { incoming, outgoing }) => {
      void respond(request, incoming as IncomingMessage, outgoing as ServerResponse, state)
      // The library waits for its response, and has nothing to do.
      return new Promise<Response>(() => undefined)
    },
    {
      hostname: 'localhost',
      overrideGlobalObjects: false,
      errorHandler() {
        const page = state.errorPages(400, 'The target of the request, or its Host header, is not a valid address.')
        const headers = { 'content-type': page.contentType, connection: 'close' }
        return new Response(page.body, { status: page.status, headers })
      },
    },
  )
}

async function drain(server: Server, state: ServerState): Promise<void> {
  // Idle connections stay open: a client that is about to use one gets a 503, and not a reset.
  state.isDraining = true
  if (state.exchanges.size > 0) {
    await new Promise<void>((resolve) => {
      state.onIdle = resolve
      setTimeout(resolve, state.limits.graceMs).unref()
    })
  }
  const closed = once(server, 'close')
  server.close()
  const isCut = state.exchanges.size > 0
  for (const { socket } of state.exchanges) refuseConnection(socket, 503, state)
  // Time for responses on their way out.
  setTimeout(() => server.closeAllConnections(), isCut ? 200 : 50)
  await closed
}

function accept(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  listener: RequestListener,
  state: ServerState,
): void {
  const refusal = refusalOf(incoming, state)
  if (refusal !== undefined) {
    refuse(outgoing, ...refusal, state)
    return
  }
  const { exchanges, line } = state
  const { socket } = incoming
  const own = state.bySocket.get(socket)!
  if (own.size === mostPipelined) {
    socket.destroy()
    return
  }
  let isRunning = false
  const start = () => {
    measureFromNow(exchange)
    listener(incoming, outgoing)
  }
  const refuseIt = () => refuse(outgoing, 503, 'Too many requests at once. Try again.', state)
  const enter = () => {
    const hasEntered = line.enter({
      isGone: () => !exchanges.has(exchange),
      refuse: refuseIt,
      start() {
        isRunning = true
        start()
      },
    })
    if (!hasEntered) refuseIt()
  }
  const begin = state.vitalPaths.includes(pathOf(incoming)) ? start : enter
  const measuredAt = Number.POSITIVE_INFINITY
  const exchange: Exchange = { incoming, outgoing, socket, begin, measuredAt, bytesBefore: 0 }
  exchanges.add(exchange)
  own.add(exchange)
  outgoing.once('close', () => {
    own.delete(exchange)
    if (!exchanges.delete(exchange)) return
    if (isRunning) line.answered()
    if (exchanges.size === 0) state.onIdle()
    const [next] = own
    if (next === undefined || !socket.writable) return
    // The time to read the response before it, which ends with the socket.
    socket.setTimeout(0)
    next.begin()
  })
  if (own.size === 1) begin()
}

function pathOf({ url }: IncomingMessage): string {
  return url!.split('?', 1)[0]!
}

function measureFromNow(exchange: Exchange): void {
  exchange.measuredAt = performance.now()
  exchange.bytesBefore = exchange.socket.bytesRead
}

/** Requests that are answered without the handler. */
function refusalOf(
  { rawHeaders, httpVersionMinor }: IncomingMessage,
  { isDraining }: ServerState,
): readonly [status: number, message: string] | undefined {
  if (isDraining) return [503, 'This server is shutting down. Try again.']
  if (rawHeaders.length > 2 * maxHeaders) return [431, `More than ${maxHeaders} headers.`]
  // Node reads the chunks of `gzip, chunked`, and leaves the rest as it is: a proxy in front may have read another body.
  const codings = valuesOf('transfer-encoding', rawHeaders)
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked')) return [400, 'The only transfer coding is chunked.']
  // Of two, a proxy in front may have checked the other one.
  const hosts = valuesOf('host', rawHeaders).length
  return hosts > 1 || (hosts === 0 && httpVersionMinor > 0) ? [400, 'A request needs one Host header.'] : undefined
}

/** Without `headers`, which Node makes of all of them when it is first read. */
function valuesOf(wanted: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === wanted.length && name.toLowerCase() === wanted) values.push(rawHeaders[index + 1]!)
  }
  return values
}

async function respond(
  request: Request,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  state: ServerState,
): Promise<void> {
  const { socket } = incoming
  try {
    const answer = await state.handler(request, (onChunk) => readIncoming(incoming, onChunk))
    if (outgoing.destroyed || outgoing.headersSent) {
      cancelBody(answer.body)
      return
    }
    const { readTimeoutMs } = state.limits
    await writeResponse(answer, incoming, outgoing, { readTimeoutMs, isLast: state.isDraining })
  } catch (error) {
    const hasLeft = socket.destroyed || outgoing.destroyed
    const isReset = (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET'
    if (!hasLeft && !isReset) state.onFault(error)
    if (!hasLeft && !isReset && !outgoing.headersSent) refuse(outgoing, 500, 'Internal error.', state)
    // In the next turn, because Node delays what was written in this one. A broken stream must not look complete.
    else setImmediate(() => (isReset ? socket.resetAndDestroy() : outgoing.destroy()))
  }
}

function refuse(outgoing: ServerResponse, status: number, message: string, { errorPages }: ServerState): void {
  const page = errorPages(status, message)
  outgoing.writeHead(page.status, {
    'content-type': page.contentType,
    'content-length': Buffer.byteLength(page.body),
    connection: 'close',
    ...(page.status === 503 && { 'retry-after': '1' }),
  })
  outgoing.write(page.body)
  const { req } = outgoing
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (req.complete || !hasBody) outgoing.end()
  else void linger(req).then(() => outgoing.end())
}

/** A body that stalls, or dribbles, is in memory, and keeps its connection. */
function refuseSlowBodies(state: ServerState): void {
  const now = performance.now()
  for (const exchange of state.exchanges) {
    const { incoming, outgoing, socket, measuredAt, bytesBefore } = exchange
    const took = now - measuredAt
    if (incoming.complete || outgoing.headersSent || took < state.limits.slowBodyMs) continue
    if (socket.bytesRead - bytesBefore < (took / 1_000) * slowestUpload) refuseConnection(socket, 408, state)
    measureFromNow(exchange)
  }
}

const reasons: Readonly<Record<number, readonly [phrase: string, message: string]>> = {
  400: ['Bad Request', 'The request is not valid HTTP.'],
  408: ['Request Timeout', 'The request took too long to arrive.'],
  413: ['Payload Too Large', 'The extensions of a chunk are too large.'],
  431: ['Request Header Fields Too Large', 'The headers are too large.'],
  503: ['Service Unavailable', 'This server is shutting down. Try again.'],
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

/** Answers on the bare socket, and closes it. When a response is in progress, a second one would be read as a part of it. */
function refuseConnection(socket: Socket, status: number, { bySocket, errorPages }: ServerState): void {
  const [first, ...others] = bySocket.get(socket) ?? []
  const isFree = first === undefined || (others.length === 0 && !first.outgoing.headersSent)
  // A request that has arrived is answered by its handler. What is wrong came after it.
  const isForFirst = first === undefined || status === 503 || !first.incoming.complete
  if (!socket.writable || !isFree || !isForFirst) {
    socket.destroy()
    return
  }
  const [, message] = reasons[status]!
  const page = errorPages(status, message)
  const [phrase] = reasons[page.status]!
  const lines = [
    `HTTP/1.1 ${page.status} ${phrase}`,
    `content-type: ${page.contentType}`,
    `content-length: ${Buffer.byteLength(page.body)}`,
    ...(page.status === 503 ? ['retry-after: 1'] : []),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${page.body}`, () => socket.destroy())
}
