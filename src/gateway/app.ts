import { RegExpRouter } from 'hono/router/reg-exp-router'
import { getPath } from 'hono/utils/url'
import type { BrowserRefusal } from '../core/browser-guard.ts'
import { type BodyReader, type HttpAnswer, jsonAnswer, toResponse } from '../core/http.ts'
import { decodePercent } from '../core/parse-url.ts'
import { anybody } from './access/client-keys.ts'
import type { ClientShare } from './access/rate-limits.ts'
import type { GatewayConfig, PlatformSettings } from './config.ts'
import { createDependencies, type GatewayDependencies } from './dependencies.ts'
import { metricsType } from './observe/metrics.ts'
import { createRequestDraft, type RequestDraft, type RequestRecord } from './observe/request-record.ts'
import { chatCompletions } from './protocols/chat-completions/index.ts'
import type { Protocol, ProtocolCall } from './protocols/protocol.ts'
import { RefusedRequest } from './refused-request.ts'

/** Answers requests as `fetch` would. */
export type Gateway = (request: Request) => Promise<Response>

/**
 * Creates a gateway: OpenAI's chat completions in, Gemini out, with tools, streaming and not. It runs wherever `fetch` does.
 *
 * Without `clientKeys` it serves requests for loopback names and `allowHosts`, and refuses those of web pages.
 *
 * @throws ToolfitError `api-key-missing` without a key, headers or a `fetch`; `option-invalid` for a value that is not allowed.
 *
 * @example
 * ```ts
 * import { createEmulator } from 'toolfit/emulator'
 * import { createGateway } from 'toolfit/gateway'
 *
 * const emulator = createEmulator()
 * emulator.script([{ reply: 'Sunny.' }])
 * const gateway = createGateway({ apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) })
 * const response = await gateway(
 *   new Request('http://localhost/v1/chat/completions', {
 *     method: 'POST',
 *     headers: { 'content-type': 'application/json' },
 *     body: JSON.stringify({
 *       model: 'gemini-3-flash-preview',
 *       messages: [{ role: 'user', content: 'How is the weather?' }],
 *     }),
 *   }),
 * )
 * const [{ message }] = (await response.json()).choices
 * message.content // 'Sunny.'
 * ```
 */
export function createGateway(config: GatewayConfig): Gateway {
  const answer = createAnswerer(config)
  return async (request) => {
    const { body, ...head } = await answer(request)
    return toResponse({ ...head, body: request.method === 'HEAD' ? null : body })
  }
}

/** Answers a request. `readBody` reads its body, where the platform has a faster way than its stream. */
export type Answerer = (request: Request, readBody?: BodyReader) => Promise<HttpAnswer>

/**
 * A gateway before the platform's `Response`. It sends its requests over a transport of ours, unless the configuration has a `fetch`.
 */
export function createAnswerer(config: GatewayConfig & PlatformSettings): Answerer {
  const gateway = createDependencies(config)
  const find = createRouter(routesOf(gateway))
  return async (request, readBody) => {
    try {
      return await answer({ request, readBody }, find(getPath(request)), gateway)
    } catch (error) {
      // An error of `onRequest`.
      return errorAnswer(refusalOf(error, firstProtocol, gateway), firstProtocol)
    }
  }
}

type Handler = (call: ProtocolCall) => HttpAnswer | Promise<HttpAnswer>

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** For records and metrics, where the path has parts of the client's own. */
  readonly name: string
  /** Needs no client key. */
  readonly isOpen?: boolean
  /** Its requests count for the limits of their client. */
  readonly isLimited?: boolean
  /** Whose words are used for errors. */
  readonly protocol: Protocol
  readonly handle: Handler
}

/** Every protocol of the gateway. The first one answers requests that belong to none. */
const protocols: readonly [Protocol, ...Protocol[]] = [chatCompletions]
const [firstProtocol] = protocols

function routesOf(gateway: GatewayDependencies): readonly Route[] {
  const own = { method: 'GET', protocol: firstProtocol } as const
  const health = () => jsonAnswer({ status: 'ok', ...(gateway.config.offline && { upstream: 'emulator' }) })
  const readiness = async () => {
    const found = await gateway.checkReadiness()
    return jsonAnswer(found, found.status === 'ready' ? 200 : 503)
  }
  const metrics = () => ({ status: 200, headers: { 'content-type': metricsType }, body: gateway.metrics.render() })
  return [
    ...protocols.flatMap((protocol) =>
      protocol.routes.map(({ method, path, name = path, handle }) => {
        const handler: Handler = (call) => handle(call, gateway)
        return { method, path, name, protocol, isLimited: true, handle: handler }
      }),
    ),
    { ...own, path: '/healthz', name: '/healthz', isOpen: true, handle: health },
    { ...own, path: '/readyz', name: '/readyz', isOpen: true, handle: readiness },
    { ...own, path: '/metrics', name: '/metrics', handle: metrics },
  ]
}

/** A route, and the parts of a path that it names. */
interface RouteMatch {
  readonly route: Route | undefined
  readonly path: string
  param(name: string): string
}

/** Finds the route of a path. */
function createRouter(routes: readonly Route[]): (path: string) => RouteMatch {
  const router = new RegExpRouter<Route>()
  for (const route of routes) router.add(anyMethod, route.path, route)
  return (path) => {
    const [matches, values] = router.match(anyMethod, path)
    const [route, params] = matches[0] ?? []
    const param = (name: string) => {
      const value = params?.[name]
      return decodePercent((typeof value === 'number' ? values?.[value] : value) ?? '')
    }
    return { route, path, param }
  }
}

const anyMethod = 'ALL'

/** Gives every answer an id, and records every request once. */
async function answer(incoming: Incoming, match: RouteMatch, gateway: GatewayDependencies): Promise<HttpAnswer> {
  const { request } = incoming
  const { config, metrics } = gateway
  const { name = 'other', protocol = firstProtocol } = match.route ?? {}
  metrics.begin()
  const id = crypto.randomUUID().replaceAll('-', '')
  const record = createRequestDraft(id, {
    method: knownMethod(request.method),
    route: name,
    now: config.now,
    onEnd(ended) {
      visit.share?.end(usedTokens(ended))
      metrics.observe(ended)
      config.onRequest?.(ended)
    },
  })
  const visit: Visit = { record, share: undefined }
  let answered: HttpAnswer
  try {
    answered = await handle(incoming, match, visit, gateway)
  } catch (error) {
    answered = errorAnswer(refusalFor(error, request, record, protocol, gateway), protocol)
  }
  const { status, headers, body } = answered
  record.begin(status)
  if (!record.isOpen) record.finish(status < 400 ? 'ok' : 'failed')
  const cors = corsHeaders(request, config.cors)
  return { status, headers: { 'x-request-id': `req_${id}`, ...visit.share?.headers(), ...headers, ...cors }, body }
}

/** A request as it came. */
type Incoming = Pick<ProtocolCall, 'request' | 'readBody'>

/** A request that is being answered. */
interface Visit {
  readonly record: RequestDraft
  /** Undefined until the client is known, and for clients without limits. */
  share: ClientShare | undefined
}

/** Eight answers to two million tokens take fewer. An upstream that counts more does not lock out a client for years. */
const mostTokens = 20_000_000

/** Undefined: an answer was given, and what it took is not known. */
function usedTokens({ usage, outcome }: RequestRecord): number | undefined {
  if (usage !== undefined) return Math.min(usage.inputTokens + usage.outputTokens, mostTokens)
  return outcome === 'failed' ? 0 : undefined
}

async function handle(
  { request, readBody }: Incoming,
  { route, path, param }: RouteMatch,
  visit: Visit,
  gateway: GatewayDependencies,
): Promise<HttpAnswer> {
  const { method } = request
  const { record } = visit
  if (route?.isOpen !== true) refuse(gateway.guard?.checkSender(request))
  const isAsked = route !== undefined && (method === route.method || (method === 'HEAD' && route.method === 'GET'))
  const client = isAsked && !route.isOpen ? await gateway.clients.identify(request.headers) : anybody
  if (client === undefined) throw wrongKey()
  record.client = client.name
  if (route === undefined) throw unknownPath(method, path, routesOf(gateway))
  if (isAsked) {
    if (method === 'POST') refuse(gateway.guard?.checkType(request))
    if (route.isLimited) visit.share = await gateway.rateLimiter.begin(client, record.id)
    return await route.handle({ request, readBody, client, record, share: visit.share, param })
  }
  const allow = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: null }
  throw wrongMethod(method, path, allow)
}

function refuse(refusal: BrowserRefusal | undefined): void {
  if (refusal === undefined) return
  const { status, code, message } = refusal
  throw new RefusedRequest({ message, code, statusCode: status })
}

function refusalFor(
  error: unknown,
  request: Request,
  record: RequestDraft,
  protocol: Protocol,
  gateway: GatewayDependencies,
): RefusedRequest {
  if (request.signal.aborted) {
    record.finish('aborted')
    return shuttingDown()
  }
  const refusal = refusalOf(error, protocol, gateway)
  record.error = refusal.wire.code ?? 'error'
  return refusal
}

/** An error as the client sees it. The operator sees the original of a fault. */
function refusalOf(error: unknown, protocol: Protocol, { config }: GatewayDependencies): RefusedRequest {
  const refusal = protocol.refusalOf(error)
  if (refusal.wire.code === 'internal_error') config.onFault?.(error)
  return refusal
}

function errorAnswer(refusal: RefusedRequest, { encodeRefusal }: Protocol): HttpAnswer {
  return jsonAnswer(encodeRefusal(refusal), refusal.wire.statusCode, refusal.headers)
}

/** A client that left does not read it. A client of a server that is closing does, and should try again. */
function shuttingDown(): RefusedRequest {
  const message = 'The request was given up: the gateway is shutting down. Try again.'
  return new RefusedRequest({ message, statusCode: 503, isRetryable: true }, { 'retry-after': '1' })
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Methods that clients invent do not go into records and metrics. */
function knownMethod(method: string): string {
  return methods.has(method) ? method : 'OTHER'
}

function wrongKey(): RefusedRequest {
  const message = 'Incorrect API key provided. Send one of the keys of this gateway as `Authorization: Bearer …`.'
  // What a client sends behind it, on the same connection, is not served.
  const headers = { 'www-authenticate': 'Bearer', connection: 'close' }
  return new RefusedRequest({ message, code: 'invalid_api_key', statusCode: 401 }, headers)
}

function wrongMethod(method: string, path: string, allow: string): RefusedRequest {
  const message = `Not allowed to ${method.slice(0, 20)} on ${path.slice(0, 100)}. Allowed: ${allow}.`
  return new RefusedRequest({ message, code: 'method_not_allowed', statusCode: 405 }, { allow })
}

function unknownPath(method: string, path: string, routes: readonly Route[]): RefusedRequest {
  const paths = routes.map((route) => `${route.method} ${route.name}`).join(', ')
  const message =
    `Unknown request URL: ${method.slice(0, 20)} ${path.slice(0, 200)}. There are: ${paths}. ` +
    "Set your client to OpenAI's chat completions, with a base URL that ends in /v1."
  return new RefusedRequest({ message, code: 'unknown_url', statusCode: 404 })
}

const exposedHeaders = [
  'x-request-id, x-toolfit-ignored, x-toolfit-repaired, retry-after, retry-after-ms',
  ...['limit', 'remaining', 'reset'].map((what) => `x-ratelimit-${what}-requests, x-ratelimit-${what}-tokens`),
].join(', ')

/** Headers that let pages of these origins read an answer. Without configured origins there are none. */
function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  if (origins.length === 0) return {}
  const origin = request.headers.get('origin')
  const isOpen = origins.includes('*')
  if (origin === null || (!isOpen && !origins.includes(origin))) return { vary: 'origin' }
  const allowed = { 'access-control-allow-origin': isOpen ? '*' : origin, ...(isOpen ? {} : { vary: 'origin' }) }
  const exposed = {
    'access-control-expose-headers': exposedHeaders,
  }
  if (request.method !== 'OPTIONS') return { ...allowed, ...exposed }
  return {
    ...allowed,
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers':
      request.headers.get('access-control-request-headers') ?? 'authorization, content-type, x-toolfit-report',
    'access-control-max-age': '86400',
  }
}
