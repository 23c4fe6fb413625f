import { isPlainObject, type JsonObject } from '../../../core/json.ts'
import { endpointFor } from '../../../models/gemini/gemini-endpoint.ts'
import { callHttp } from '../../../models/http/call-http.ts'
import { resolveHeaders } from '../../../models/http/request-headers.ts'
import { decodeError } from '../../../wire/gemini/error.ts'
import { modelNotFound } from '../../ask/route.ts'
import { tryUpstream, type Upstream } from '../../ask/upstream.ts'
import type { ResolvedConfig } from '../../config.ts'
import { RefusedRequest } from '../../refused-request.ts'

/** `GET /v1/models`: the models that can be asked, and the names that the gateway has for them. */
export async function listModels(request: Request, upstream: Upstream): Promise<Response> {
  return Response.json({ object: 'list', data: await readModels(request, upstream) })
}

/** `GET /v1/models/:model`. */
export async function getModel(request: Request, name: string, upstream: Upstream): Promise<Response> {
  const wanted = name.replace(/^models\//, '')
  const model = (await readModels(request, upstream)).find(({ id }) => id === wanted)
  if (model === undefined) throw modelNotFound(wanted)
  return Response.json(model)
}

async function readModels(request: Request, upstream: Upstream): Promise<JsonObject[]> {
  const { profile, models: names } = upstream.config
  // Only AI Studio lists what a key can ask.
  const found = profile === 'ai-studio' ? await fetchModels(request, upstream) : []
  const own = [...names].flatMap(([name, target]) => (profile === 'ai-studio' ? [name] : [name, target]))
  return [...new Set([...found, ...own])].map((id) => ({ id, object: 'model', created: 0, owned_by: 'google' }))
}

/** Pages of a thousand: more are not a list. */
const mostPages = 5

/** In the place of a model, for quotas and the breaker: a list that is refused says nothing of the models. No model has such a name. */
const listing = '(list)'

async function fetchModels(request: Request, upstream: Upstream): Promise<string[]> {
  const ids: string[] = []
  let token = ''
  for (let page = 0; page < mostPages; page++) {
    const body = await fetchPage(request, upstream, token)
    const models = Array.isArray(body['models']) ? body['models'].filter(isPlainObject) : []
    for (const { name, supportedGenerationMethods: methods } of models) {
      const canAnswer = !Array.isArray(methods) || methods.includes('generateContent')
      if (typeof name === 'string' && canAnswer) ids.push(name.replace(/^models\//, ''))
    }
    if (typeof body['nextPageToken'] !== 'string' || body['nextPageToken'] === '') break
    token = body['nextPageToken']
  }
  return ids
}

function fetchPage(request: Request, upstream: Upstream, token: string): Promise<Record<string, unknown>> {
  const { config } = upstream
  const query = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`
  return tryUpstream(upstream, { modelId: listing, abortSignal: request.signal }, async (apiKey) => {
    const answer = await callHttp({
      provider: 'google.generative-ai',
      url: `${listUrl(config)}?pageSize=1000${query}`,
      headers: await resolveHeaders({ 'x-goog-api-key': apiKey }, config.headers),
      method: 'GET',
      transport: config.transport,
      abortSignal: request.signal,
      headerTimeoutMs: config.headerTimeoutMs,
      idleTimeoutMs: config.idleTimeoutMs,
      decodeError,
    })
    return parse(await answer.text())
  })
}

/** Beside the models themselves. */
function listUrl({ profile, baseURL }: ResolvedConfig): string {
  return endpointFor(profile)
    .url('any', 'generateContent', { baseURL })
    .replace(/\/any:generateContent$/, '')
}

function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    if (isPlainObject(body)) return body
  } catch {
    // Said below, as of JSON that is no list.
  }
  const message = 'The list of models could not be read.'
  throw new RefusedRequest({ message, code: 'bad_gateway', statusCode: 502, isRetryable: true })
}
