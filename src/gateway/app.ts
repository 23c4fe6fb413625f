import { type Context, Hono } from 'hono'
import { endpointFor } from '../models/gemini/gemini-endpoint.ts'
import type { TransportSettings } from '../models/http/model-call.ts'
import { anybody, type Client, createClientKeys } from './access/client-keys.ts'
import { corsHeaders } from './access/cors.ts'
import { createCircuitBreaker } from './ask/circuit-breaker.ts'
import { refusalOf, upstreamVerdict } from './ask/upstream-error.ts'
import { createUpstreamKeys } from './ask/upstream-keys.ts'
import { type GatewayConfig, type RequestRecord, type ResolvedConfig, resolveConfig } from './config.ts'
import type { GatewayParts } from './dependencies.ts'
import { createMetrics, metricsType } from './observe/metrics.ts'
import { createReasonWatch } from './observe/reason-watch.ts'
import { createRequestDraft, type RequestDraft } from './observe/request-record.ts'
import { chatCompletions } from './protocols/chat-completions/answer.ts'
import { errorResponse } from './protocols/chat-completions/error-response.ts'
import { getModel, listModels } from './protocols/chat-completions/models.ts'
import { RefusedRequest } from './refused-request.ts'
import { createMemorySignatureStore } from './stores/memory-signature-store.ts'

/** Answers requests as `fetch` would. */
export type Gateway = (request: Request) => Promise<Response>

/**
 * Creates a gateway: OpenAI's chat completions in, Gemini out, tools and all, streaming and not. It runs wherever `fetch` does.
 *
 * @throws ToolfitError `api-key-missing` where nothing says how Gemini is paid; `option-invalid` for a value that cannot be.
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
  const app = createApp(createParts(config))
  return async (request) => app.fetch(request)
}

function createParts(given: GatewayConfig & TransportSettings): GatewayParts {
  const config = resolveConfig(given)
  const keys = createUpstreamKeys(config.apiKeys, { now: config.now })
  const memory = config.signatures === undefined ? createMemorySignatureStore({ now: config.now }) : undefined
  const { breaker: limits, now, onEvent } = config
  const breaker =
    limits === false
      ? undefined
      : createCircuitBreaker({
          ...limits,
          now,
          judge: upstreamVerdict,
          onOpen: (model) => onEvent?.({ type: 'circuit-opened', model }),
          onClose: (model) => onEvent?.({ type: 'circuit-closed', model }),
        })
  const watchReason = createReasonWatch((reason) => onEvent?.({ type: 'finish-reason-unknown', reason }))
  const metrics = createMetrics({
    ...(config.apiKeys.length > 1 ? { keys: () => keys.states() } : {}),
    ...(memory === undefined ? {} : { store: () => memory.size() }),
    ...(breaker === undefined ? {} : { circuits: () => breaker.states() }),
  })
  return {
    config,
    // With one key there is no choice, and Gemini itself says best when it is out of quota.
    upstream: { config, keys: config.apiKeys.length > 1 ? keys : undefined, breaker, watchReason },
    clients: createClientKeys(config.clientKeys),
    store: config.signatures ?? memory!,
    metrics,
    issuer: endpointFor(config.profile).keys[0]!,
    onStoreError: () => metrics.countStoreError(),
  }
}

type Handler = (request: Request, client: Client, draft: RequestDraft, context: Context) => Response | Promise<Response>

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** For records, where the path has parts of clients' own. */
  readonly name: string
  /** Anybody may ask. */
  readonly isOpen?: boolean
  readonly handle: Handler
}

function routesOf(parts: GatewayParts): readonly Route[] {
  const { upstream, metrics } = parts
  const chat = '/v1/chat/completions'
  return [
    {
      method: 'POST',
      path: chat,
      name: chat,
      handle: (request, client, draft) => chatCompletions(request, client, draft, parts),
    },
    { method: 'GET', path: '/v1/models', name: '/v1/models', handle: (request) => listModels(request, upstream) },
    {
      method: 'GET',
      path: '/v1/models/:model{.+}',
      name: '/v1/models/:model',
      handle: (request, _client, _draft, context) => getModel(request, context.req.param('model') ?? '', upstream),
    },
    {
      method: 'GET',
      path: '/healthz',
      name: '/healthz',
      isOpen: true,
      handle: () => Response.json({ status: 'ok' }),
    },
    {
      method: 'GET',
      path: '/metrics',
      name: '/metrics',
      handle: () => new Response(metrics.render(), { headers: { 'content-type': metricsType } }),
    },
  ]
}

function createApp(parts: GatewayParts): Hono {
  const app = new Hono()
  const answer = createAnswerer(parts)
  for (const { method, path, name, isOpen, handle } of routesOf(parts)) {
    const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
    app.on(method, path, (context) => answer(context, name, handle, isOpen))
    app.options(path, (context) =>
      answer(context, name, () => new Response(null, { status: 204, headers: { allow } }), true),
    )
    app.all(path, (context) => answer(context, name, () => refuseMethod(context, allow), true))
  }
  // Whoever is told of requests may fail too.
  app.onError((error) => errorResponse(refuse(error, parts.config)))
  app.notFound((context) => answer(context, 'other', () => refusePath(context), true))
  return app
}

type Answerer = (context: Context, route: string, handle: Handler, isOpen?: boolean) => Promise<Response>

/** Whoever asks gets an answer with an id, and is written down once. */
function createAnswerer(parts: GatewayParts): Answerer {
  const { config, clients, metrics } = parts
  const onEnd = (record: RequestRecord) => {
    metrics.observe(record)
    config.onRequest?.(record)
  }
  return async (context, route, handle, isOpen = false) => {
    const request = context.req.raw
    metrics.begin()
    const id = crypto.randomUUID().replaceAll('-', '')
    const draft = createRequestDraft(id, { method: knownMethod(request.method), route, now: config.now, onEnd })
    const response = await respond(request, draft, config, async () => {
      const client = isOpen ? anybody : await clients.identify(request.headers)
      if (client === undefined) throw wrongKey()
      draft.client = client.name
      return handle(request, client, draft, context)
    })
    draft.begin(response.status)
    const { headers } = response
    headers.set('x-request-id', `req_${id}`)
    for (const [name, value] of Object.entries(corsHeaders(request, config.cors))) headers.set(name, value)
    if (draft.isOpen !== true) draft.finish(response.status < 400 ? 'ok' : 'failed')
    return response
  }
}

async function respond(
  request: Request,
  draft: RequestDraft,
  config: ResolvedConfig,
  handle: () => Promise<Response>,
): Promise<Response> {
  try {
    return await handle()
  } catch (error) {
    if (request.signal.aborted) {
      draft.finish('aborted')
      return errorResponse(givenUp())
    }
    const refusal = refuse(error, config)
    draft.error = refusal.wire.code ?? 'error'
    return errorResponse(refusal)
  }
}

/** What the client is told of an error. What it cannot use, whoever runs the gateway can. */
function refuse(error: unknown, { onFault }: ResolvedConfig): RefusedRequest {
  const refusal = refusalOf(error)
  if (refusal.wire.code === 'internal_error') onFault?.(error)
  return refusal
}

/** Nobody reads it where the client left. Where a server gave its requests up to close, somebody does, and should try again. */
function givenUp(): RefusedRequest {
  const message = 'The request was given up: the gateway is shutting down. Try again.'
  return new RefusedRequest({ message, statusCode: 503, isRetryable: true }, { 'retry-after': '1' })
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Clients may invent methods; records and metrics do not learn them. */
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

function refusePath({ req }: Context): never {
  const message = `Unknown request URL: ${req.method.slice(0, 20)} ${req.path.slice(0, 200)}. There are: POST /v1/chat/completions, GET /v1/models, GET /healthz, GET /metrics.`
  throw new RefusedRequest({ message, code: 'unknown_url', statusCode: 404 })
}
