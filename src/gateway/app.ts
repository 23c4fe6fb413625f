import { type Context, Hono } from 'hono'
import type { TransportSettings } from '../models/http/model-call.ts'
import { anybody } from './access/client-keys.ts'
import type { GatewayConfig } from './config.ts'
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
  return createGatewayOver(config)
}

/** A gateway that sends its requests over a transport of ours, unless the configuration has a `fetch`. */
export function createGatewayOver(config: GatewayConfig & TransportSettings): Gateway {
  const app = createApp(createDependencies(config))
  return async (request) => app.fetch(request)
}

type Handler = (call: ProtocolCall) => Response | Promise<Response>

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** For records and metrics, where the path has parts of the client's own. */
  readonly name: string
  /** Needs no client key. */
  readonly isOpen?: boolean
  /** Whose words are used for errors. */
  readonly protocol: Protocol
  readonly handle: Handler
}

/** Every protocol of the gateway. The first one answers requests that belong to none. */
const protocols: readonly [Protocol, ...Protocol[]] = [chatCompletions]
const [firstProtocol] = protocols

function routesOf(gateway: GatewayDependencies): readonly Route[] {
  const own = { method: 'GET', protocol: firstProtocol } as const
  const health = () => Response.json({ status: 'ok' })
  const metrics = () => new Response(gateway.metrics.render(), { headers: { 'content-type': metricsType } })
  return [
    ...protocols.flatMap((protocol) =>
      protocol.routes.map(({ method, path, name = path, handle }) => {
        const handler: Handler = (call) => handle(call, gateway)
        return { method, path, name, protocol, handle: handler }
      }),
    ),
    { ...own, path: '/healthz', name: '/healthz', isOpen: true, handle: health },
    { ...own, path: '/metrics', name: '/metrics', handle: metrics },
  ]
}

function createApp(gateway: GatewayDependencies): Hono {
  const app = new Hono()
  const answer = createAnswerer(gateway)
  const routes = routesOf(gateway)
  for (const route of routes) {
    const { method, path } = route
    const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
    const options = () => new Response(null, { status: 204, headers: { allow } })
    app.on(method, path, (context) => answer(context, route))
    app.options(path, (context) => answer(context, { ...route, isOpen: true, handle: options }))
    app.all(path, (context) => answer(context, { ...route, isOpen: true, handle: () => refuseMethod(context, allow) }))
  }
  // An error of `onRequest` ends here.
  app.onError((error) => errorResponse(refuse(error, firstProtocol, gateway), firstProtocol))
  const paths = routes.map(({ method, name }) => `${method} ${name}`).join(', ')
  app.notFound((context) => {
    const handle = () => refusePath(context, paths)
    return answer(context, { name: 'other', isOpen: true, protocol: firstProtocol, handle })
  })
  return app
}

type Answerer = (context: Context, route: Omit<Route, 'method' | 'path'>) => Promise<Response>

/** Gives every answer an id, and records every request once. */
function createAnswerer(gateway: GatewayDependencies): Answerer {
  const { config, clients, metrics } = gateway
  const onEnd = (record: RequestRecord) => {
    metrics.observe(record)
    config.onRequest?.(record)
  }
  return async (context, { name, isOpen = false, protocol, handle }) => {
    const request = context.req.raw
    metrics.begin()
    const id = crypto.randomUUID().replaceAll('-', '')
    const record = createRequestDraft(id, { method: knownMethod(request.method), route: name, now: config.now, onEnd })
    const response = await respond(request, record, protocol, gateway, async () => {
      const client = isOpen ? anybody : await clients.identify(request.headers)
      if (client === undefined) throw wrongKey()
      record.client = client.name
      return handle({ request, client, record, param: (part) => context.req.param(part) ?? '' })
    })
    record.begin(response.status)
    response.headers.set('x-request-id', `req_${id}`)
    for (const [header, value] of Object.entries(corsHeaders(request, config.cors))) response.headers.set(header, value)
    if (!record.isOpen) record.finish(response.status < 400 ? 'ok' : 'failed')
    return response
  }
}

async function respond(
  request: Request,
  record: RequestDraft,
  protocol: Protocol,
  gateway: GatewayDependencies,
  handle: () => Promise<Response>,
): Promise<Response> {
  try {
    return await handle()
  } catch (error) {
    if (request.signal.aborted) {
      record.finish('aborted')
      return errorResponse(shuttingDown(), protocol)
    }
    const refusal = refuse(error, protocol, gateway)
    record.error = refusal.wire.code ?? 'error'
    return errorResponse(refusal, protocol)
  }
}

/** An error as the client sees it. The operator sees the original of a fault. */
function refuse(error: unknown, protocol: Protocol, { config }: GatewayDependencies): RefusedRequest {
  const refusal = protocol.refusalOf(error)
  if (refusal.wire.code === 'internal_error') config.onFault?.(error)
  return refusal
}

function errorResponse(refusal: RefusedRequest, { encodeRefusal }: Protocol): Response {
  return Response.json(encodeRefusal(refusal), { status: refusal.wire.statusCode, headers: refusal.headers })
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
  return new RefusedRequest({ message, code: 'invalid_api_key', statusCode: 401 }, { 'www-authenticate': 'Bearer' })
}

function refuseMethod({ req }: Context, allow: string): never {
  const message = `Not allowed to ${req.method.slice(0, 20)} on ${req.path.slice(0, 100)}. Allowed: ${allow}.`
  throw new RefusedRequest({ message, code: 'method_not_allowed', statusCode: 405 }, { allow })
}

function refusePath({ req }: Context, paths: string): never {
  const message = `Unknown request URL: ${req.method.slice(0, 20)} ${req.path.slice(0, 200)}. There are: ${paths}.`
  throw new RefusedRequest({ message, code: 'unknown_url', statusCode: 404 })
}

/** Headers that let pages of these origins read an answer. Without configured origins there are none. */
function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  if (origins.length === 0) return {}
  const origin = request.headers.get('origin')
  const isOpen = origins.includes('*')
  if (origin === null || (!isOpen && !origins.includes(origin))) return { vary: 'origin' }
  const allowed = { 'access-control-allow-origin': isOpen ? '*' : origin, ...(isOpen ? {} : { vary: 'origin' }) }
  const exposed = {
    'access-control-expose-headers': 'x-request-id, x-toolfit-ignored, x-toolfit-repaired, retry-after, retry-after-ms',
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
