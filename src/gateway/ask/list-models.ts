import { isPlainObject, objectsIn, parseJson } from '../../core/json.ts'
import { listUrl } from '../../models/gemini/gemini-endpoint.ts'
import { callHttp } from '../../models/http/call-http.ts'
import { joinHeaders } from '../../models/http/request-headers.ts'
import { decodeError } from '../../wire/gemini/error.ts'
import type { Client } from '../access/client-keys.ts'
import { RefusedRequest } from '../refused-request.ts'
import { tryUpstream, type Upstream } from './upstream.ts'

/** The names of the models that clients can ask: those that the upstream lists, and the gateway's own. */
export async function listModels(upstream: Upstream, client: Client, abortSignal: AbortSignal): Promise<string[]> {
  const { profile, models: aliases } = upstream.config
  // Only AI Studio lists the models of a key.
  const found = profile === 'ai-studio' ? await fetchModels(upstream, client, abortSignal) : []
  const own = [...aliases].flatMap(([name, target]) => (profile === 'ai-studio' ? [name] : [name, target]))
  return [...new Set([...found, ...own])]
}

/** Of a thousand models each. */
const mostPages = 5

async function fetchModels(upstream: Upstream, client: Client, abortSignal: AbortSignal): Promise<string[]> {
  const ids: string[] = []
  let token = ''
  for (let page = 0; page < mostPages; page++) {
    const body = await fetchPage(upstream, client, token, abortSignal)
    for (const { name, supportedGenerationMethods: methods } of objectsIn(body['models'])) {
      const canAnswer = !Array.isArray(methods) || methods.includes('generateContent')
      if (typeof name === 'string' && canAnswer) ids.push(name.replace(/^models\//, ''))
    }
    if (typeof body['nextPageToken'] !== 'string' || body['nextPageToken'] === '') break
    token = body['nextPageToken']
  }
  return ids
}

/** Stands for the list in quotas and the breaker: a refused list says nothing about a model. No model has such a name. */
const listing = '(list)'

function fetchPage(
  upstream: Upstream,
  client: Client,
  token: string,
  abortSignal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { profile, transport, headers, headerTimeoutMs, idleTimeoutMs } = upstream.config
  const query = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`
  return tryUpstream(upstream, { modelId: listing, client, abortSignal }, async (apiKey) => {
    const reply = await callHttp({
      provider: 'google.generative-ai',
      method: 'GET',
      url: `${listUrl(profile, upstream.config)}?pageSize=1000${query}`,
      headers: joinHeaders({ 'x-goog-api-key': apiKey }, typeof headers === 'function' ? await headers() : headers),
      transport,
      abortSignal,
      headerTimeoutMs,
      idleTimeoutMs,
      decodeError,
    })
    return parse(new TextDecoder().decode(await reply.bytes()))
  })
}

function parse(text: string): Record<string, unknown> {
  const body = parseJson(text)
  if (isPlainObject(body)) return body
  const message = 'The list of models could not be read.'
  throw new RefusedRequest({ message, code: 'bad_gateway', statusCode: 502, isRetryable: true })
}
