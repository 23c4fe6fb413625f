import { inspect } from 'node:util'
import { createEmulator } from '../../src/emulator/index.ts'
import { createGateway } from '../../src/gateway/app.ts'
import type { GatewayConfig } from '../../src/gateway/config.ts'
import { createLog } from '../../src/gateway/observe/log.ts'
import type { Chance } from './chance.ts'
import { type Attempt, type FuzzOptions, type FuzzReport, fuzz } from './fuzz.ts'
import { mutateBytes, mutateValue } from './mutate.ts'
import { chatFields, validAnswers, validChats } from './valid-chats.ts'
import { geminiFields } from './valid-requests.ts'

export const clientKey = 'sk-client-canary-key'
const upstreamKey = 'upstream-canary-key'

/** How many calls one request may cost: `n` is at most 8, and each is tried once. */
const mostCalls = 8

/** What the upstream of one request was asked, and said. */
interface UpstreamLog {
  calls: number
  bytesSent: number
  bytesReceived: number
}

/**
 * Sends mutated requests to a gateway, in front of the emulator or of an upstream whose answers are mutated too, and looks at each
 * answer, at what the upstream was sent, and at all that was logged.
 */
export function fuzzGateway(options: FuzzOptions): Promise<FuzzReport> {
  const emulator = createEmulator()
  const state = {
    upstream: { calls: 0, bytesSent: 0, bytesReceived: 0 },
    faults: [] as unknown[],
    written: [] as string[],
  }
  let hostile: Chance | undefined
  const log = createLog({ write: (line) => state.written.push(line) })
  const gateway = createGateway({
    ...fuzzedConfig,
    onRequest: (record) => log.request(record),
    onEvent: (event) => state.written.push(inspect(event)),
    onFault: (error) => state.faults.push(error),
    async fetch(url, init) {
      state.upstream.calls++
      state.upstream.bytesSent += Buffer.byteLength((init?.body as string | undefined) ?? '')
      const response =
        hostile === undefined ? await emulator(new Request(url, init)) : mutatedAnswer(String(url), hostile)
      const text = await response.text()
      state.upstream.bytesReceived += Buffer.byteLength(text)
      return new Response(text, response)
    },
  })
  return fuzz(options, async (chance) => {
    hostile = chance.isLucky(0.25) ? chance : undefined
    Object.assign(state, { upstream: { calls: 0, bytesSent: 0, bytesReceived: 0 }, written: [] })
    const { request, input, size } = mutatedRequest(chance)
    const response = await gateway(request)
    const answer = await response.text()
    const shown = `${answer}${inspect([...response.headers])}${state.written.join()}`
    const problem =
      complaintAbout(
        { ...response, status: response.status, headers: response.headers },
        answer,
        hostile === undefined,
      ) ??
      complaintAboutWork(state.upstream, size, answer.length) ??
      (state.faults.length > 0 ? `a fault: ${inspect(state.faults.splice(0))}` : undefined) ??
      ([clientKey, upstreamKey].some((key) => shown.includes(key)) ? 'a key is shown' : undefined)
    return { status: response.status, input, problem } satisfies Attempt
  })
}

/** No retries, so that the number of calls has a bound; no circuit and no limit that the next request would meet. */
export const fuzzedConfig: Partial<GatewayConfig> & Pick<GatewayConfig, 'apiKey'> = {
  apiKey: upstreamKey,
  clientKeys: [clientKey],
  maxRetries: 0,
  breaker: false,
  rateLimits: false,
}

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'x-toolfit-report': '1' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { authorization: `Basic ${clientKey}` },
  { authorization: 'Bearer' },
  { origin: 'https://evil.example' },
  { 'x-goog-api-key': 'x', 'x-forwarded-for': '127.0.0.1' },
  { traceparent: 'no trace' },
]
const oddTargets = [
  'GET /v1/models',
  'GET /v1/models/%2e%2e',
  'GET /metrics',
  'PUT /v1/chat/completions',
  'GET /healthz',
]

function mutatedRequest(chance: Chance): { request: Request; input: string; size: number } {
  const body = chance.pick(validChats)
  const text = JSON.stringify(chance.isLucky(0.92) ? mutateValue(body, chance, chatFields) : body)
  const bytes = chance.isLucky(0.15) ? mutateBytes(new TextEncoder().encode(text), chance) : text
  const odd = chance.isLucky(0.25) ? chance.pick(oddHeaders) : {}
  const [method, path] = (chance.isLucky(0.03) ? chance.pick(oddTargets) : 'POST /v1/chat/completions').split(' ') as [
    string,
    string,
  ]
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${clientKey}`, ...odd }
  const request = new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: bytes as BodyInit }),
  })
  const shown = typeof bytes === 'string' ? bytes : JSON.stringify([...bytes])
  return { request, input: `${method} ${path} ${JSON.stringify(odd)} ${shown}`, size: text.length }
}

/** What a hostile or broken Gemini says. It repeats the key where it can. */
function mutatedAnswer(url: string, chance: Chance): Response {
  const status = chance.isLucky(0.7) ? 200 : chance.pick([400, 401, 403, 404, 409, 429, 500, 503, 504])
  const answer = () => {
    const valid = chance.pick(validAnswers)
    const mutated = chance.isLucky(0.8) ? mutateValue(valid, chance, geminiFields) : valid
    const { error } = mutated as { error?: Record<string, unknown> }
    if (typeof error === 'object' && error !== null) error['message'] = `The key ${upstreamKey} is wrong.`
    return JSON.stringify(mutated)
  }
  const isStream = url.includes('alt=sse') && chance.isLucky(0.9)
  const end = chance.pick(['\r\n\r\n', '\n\n', '\r\r'])
  const text = isStream
    ? Array.from({ length: 1 + chance.below(4) }, () => `data: ${answer()}${end}`).join(
        chance.isLucky(0.1) ? ': x\n' : '',
      )
    : answer()
  const bytes = chance.isLucky(0.25) ? mutateBytes(new TextEncoder().encode(text), chance) : text
  const type = isStream ? 'text/event-stream' : chance.pick(['application/json', 'application/json', 'text/html'])
  return new Response(bytes as BodyInit, { status, headers: { 'content-type': type, 'x-debug': upstreamKey } })
}

/** OpenAI's shapes, and no failure that is not the upstream's. */
export function complaintAbout(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  text: string,
  isUpstreamGood: boolean,
): string | undefined {
  if (status >= 500 && (isUpstreamGood || ![502, 503, 504].includes(status))) return `status ${status}: ${text}`
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/plain')) return undefined
  try {
    return type.startsWith('text/event-stream')
      ? complaintAboutEvents(text, isUpstreamGood)
      : complaintAboutBody(status, JSON.parse(text) as Fields)
  } catch (error) {
    return `no JSON (${String(error)}): ${text.slice(0, 200)}`
  }
}

type Fields = Record<string, unknown>

function complaintAboutEvents(text: string, isUpstreamGood: boolean): string | undefined {
  const events = text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'))
  const last = events.at(-1)
  const bodies = events
    .filter((event) => event !== 'data: [DONE]')
    .map((event) => JSON.parse(event.slice('data: '.length)) as Fields)
  const failed = bodies.findIndex(({ error }) => error !== undefined)
  if (failed >= 0 && isUpstreamGood) return `an error in a stream: ${JSON.stringify(bodies[failed])}`
  if (failed < 0 && last !== 'data: [DONE]') return 'a stream without an end'
  if (failed >= 0 && (failed < bodies.length - 1 || last === 'data: [DONE]'))
    return 'a stream that goes on after an error'
  return bodies.map((body) => complaintAboutChunk(body)).find((complaint) => complaint !== undefined)
}

function complaintAboutChunk(body: Fields): string | undefined {
  if (body['error'] !== undefined) return complaintAboutError(body['error'] as Fields)
  return body['object'] === 'chat.completion.chunk' && Array.isArray(body['choices']) ? undefined : 'no chunk'
}

function complaintAboutBody(status: number, body: Fields): string | undefined {
  if (status >= 400) return complaintAboutError(body['error'] as Fields)
  const isKnown = ['chat.completion', 'list', 'model'].includes(body['object'] as string) || body['status'] === 'ok'
  if (!isKnown) return `a 200 that is no answer: ${JSON.stringify(body).slice(0, 200)}`
  const choices = (body['choices'] ?? []) as readonly { message?: Fields; finish_reason?: unknown }[]
  const isWhole = choices.every(
    ({ message, finish_reason }) => message !== undefined && typeof finish_reason === 'string',
  )
  return isWhole ? undefined : 'a choice without a message or a reason'
}

function complaintAboutError({ message, type, param, code }: Fields): string | undefined {
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  const isShaped =
    isText(message) && isText(type) && (param === null || isText(param)) && (code === null || isText(code))
  return isShaped ? undefined : `an error of another shape: ${JSON.stringify({ message, type, param, code })}`
}

/** What a request may cost: calls of the model, and bytes for each byte that came. */
function complaintAboutWork({ calls, bytesSent, bytesReceived }: UpstreamLog, input: number, output: number) {
  if (calls > mostCalls) return `${calls} calls of the model`
  const mostSent = mostCalls * (20_000 + 8 * input)
  if (bytesSent > mostSent) return `${bytesSent} bytes sent upstream for ${input}`
  const mostAnswered = 50_000 + 20 * (input + bytesReceived)
  return output > mostAnswered ? `${output} bytes in answer to ${input} and ${bytesReceived}` : undefined
}
