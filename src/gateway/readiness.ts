import { endpointFor, listUrl } from '../models/gemini/gemini-endpoint.ts'
import { isApiCallError } from '../models/http/api-call-error.ts'
import { callHttp } from '../models/http/call-http.ts'
import { joinHeaders } from '../models/http/request-headers.ts'
import { decodeError } from '../wire/gemini/error.ts'
import type { Upstream } from './ask/upstream.ts'
import { keyFailure, wireErrorOf } from './ask/upstream-failure.ts'

/** Whether the gateway can answer requests now, and what it cannot reach. It has neither keys nor addresses. */
export interface Readiness {
  readonly status: 'ready' | 'not-ready'
  /** `emulator`: answers are made by rules, without a model. */
  readonly upstream: 'gemini' | 'emulator'
  readonly checks: {
    /** Whether Gemini answers. `failing`: with a status of 500 or above, or with a redirect, which is never followed. */
    readonly upstream: 'ok' | 'unreachable' | 'failing' | 'unchecked'
    /** `unavailable`: `headers` gave none. `unchecked`: no answer, or there is no request without cost that needs a key. */
    readonly keys: 'ok' | 'rejected' | 'unavailable' | 'unchecked'
    /** The store of signatures, if it can be unreachable. */
    readonly store?: 'ok' | 'unreachable'
  }
}

/** How long a result is served before the parts are checked again: a check costs a request upstream. */
const freshMs = 5_000

/** How long all checks may take. */
const deadlineMs = 3_000

/** How often a request looks for the result of the checks that another one runs. */
const pollMs = 50

/** The header of an emulator's answers. */
const emulatorName = 'toolfit-emulator'

/**
 * Checks whether a gateway is ready: the upstream answers, not all keys are rejected, the store is reachable. No call costs money. Results
 * are cached for a few seconds, and checks do not run at the same time, however often the function is called.
 */
export function createReadinessCheck(upstream: Upstream): () => Promise<Readiness> {
  const { now } = upstream.config
  let last: { readonly at: number; readonly result: Readiness } | undefined
  let startedAt: number | undefined
  // A request that runs the checks may be given up with them, where the platform ends the work of a client that left.
  const isRunning = () => startedAt !== undefined && Math.abs(now() - startedAt) < 2 * deadlineMs
  return async () => {
    if (last !== undefined && Math.abs(now() - last.at) < freshMs) return last.result
    // Not the promise of another request: workerd does not allow to wait for it.
    for (let waited = 0; isRunning() && last === undefined && waited < deadlineMs; waited += pollMs) await pause(pollMs)
    if (isRunning()) return last?.result ?? notChecked(upstream)
    if (last !== undefined && Math.abs(now() - last.at) < freshMs) return last.result
    startedAt = now()
    try {
      last = { at: now(), result: await checkAll(upstream) }
      return last.result
    } finally {
      startedAt = undefined
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function checkAll(upstream: Upstream): Promise<Readiness> {
  const signal = AbortSignal.timeout(deadlineMs)
  const [asked, store] = await Promise.all([askUpstream(upstream, signal), checkStore(upstream, signal)])
  const hasKeys = asked.keys === 'ok' || asked.keys === 'unchecked'
  const isReady = asked.upstream === 'ok' && hasKeys && store !== 'unreachable'
  return {
    status: isReady ? 'ready' : 'not-ready',
    upstream: upstream.config.offline || asked.isEmulator ? 'emulator' : 'gemini',
    checks: { upstream: asked.upstream, keys: asked.keys, ...(store === undefined ? {} : { store }) },
  }
}

function notChecked({ config }: Upstream): Readiness {
  const checks = { upstream: 'unreachable', keys: 'unchecked' } as const
  return { status: 'not-ready', upstream: config.offline ? 'emulator' : 'gemini', checks }
}

type Asked = Pick<Readiness['checks'], 'upstream' | 'keys'> & { readonly isEmulator?: boolean }

/** One key after the other, until one is good. */
async function askUpstream(upstream: Upstream, signal: AbortSignal): Promise<Asked> {
  const { apiKeys } = upstream.config
  let result: Asked = { upstream: 'unchecked', keys: 'unchecked' }
  for (const key of apiKeys.length === 0 ? [undefined] : apiKeys) {
    result = await askWith(key, upstream, signal)
    if (result.keys !== 'rejected') break
  }
  return result
}

async function askWith(apiKey: string | undefined, upstream: Upstream, signal: AbortSignal): Promise<Asked> {
  const { profile, transport } = upstream.config
  let headers: Readonly<Record<string, string>>
  try {
    headers = joinHeaders({ 'x-goog-api-key': apiKey }, await before(signal, ownHeaders(upstream)))
  } catch {
    // A function of the operator, which reports its errors itself.
    return { upstream: 'unchecked', keys: 'unavailable' }
  }
  // Only AI Studio has a list that a key can read without cost. From others any answer will do, and no key is sent.
  const isListed = profile === 'ai-studio'
  const list = listUrl(profile, upstream.config)
  const url = new URL(isListed ? `${list}?pageSize=1` : '/', list).href
  const limits = { abortSignal: signal, headerTimeoutMs: deadlineMs, idleTimeoutMs: deadlineMs }
  const target = { provider: endpointFor(profile).provider, url, headers: isListed ? headers : {} }
  try {
    const reply = await callHttp({ ...target, ...limits, method: 'GET', transport, decodeError })
    reply.cancel()
    return { upstream: 'ok', keys: isListed ? 'ok' : seenKeys(upstream), isEmulator: isEmulator(reply.headers) }
  } catch (error) {
    return explain(error, isListed, upstream)
  }
}

/** Async, so that a function that throws is no different from one that rejects. */
async function ownHeaders({ config: { headers } }: Upstream) {
  return typeof headers === 'function' ? headers() : headers
}

function isEmulator(headers: Readonly<Record<string, string>> = {}): boolean {
  return headers['server'] === emulatorName
}

function explain(error: unknown, isListed: boolean, upstream: Upstream): Asked {
  if (!isApiCallError(error) || error.code !== 'model-http-error') {
    return { upstream: 'unreachable', keys: 'unchecked' }
  }
  const from = { isEmulator: isEmulator(error.responseHeaders) }
  const { statusCode = 500 } = wireErrorOf(error)
  if (statusCode < 400 || statusCode >= 500) return { upstream: 'failing', keys: 'unchecked', ...from }
  const isRejected = isListed && keyFailure(error)?.isRejected === true
  return { upstream: 'ok', keys: isRejected ? 'rejected' : seenKeys(upstream), ...from }
}

/** What requests have shown of several keys. */
function seenKeys({ keys, config }: Upstream): 'rejected' | 'unchecked' {
  return keys !== undefined && keys.states().rejected === config.apiKeys.length ? 'rejected' : 'unchecked'
}

async function checkStore({ store }: Upstream, signal: AbortSignal): Promise<'ok' | 'unreachable' | undefined> {
  if (store.check === undefined) return undefined
  try {
    await before(signal, store.check())
    return 'ok'
  } catch {
    // The reason may hold an address. The operator has it from the store's own events.
    return 'unreachable'
  }
}

/** Rejects at the deadline. A later result is ignored. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, late])
}
