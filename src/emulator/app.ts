import type { BrowserGuard, BrowserRefusal } from '../core/browser-guard.ts'
import { ToolfitError } from '../core/errors.ts'
import { present } from '../core/json.ts'
import { type Delivery, send } from './api/delivery.ts'
import { type Endpoint, endpoints } from './api/endpoint.ts'
import { failure } from './api/envelope.ts'
import { findModel, type Model, models } from './api/model.ts'
import { createFaultCounter, parseFaults } from './faults/fault-call.ts'
import { renderFailure } from './routes/render.ts'
import { createRequestLog, type Draft, type RecordedRequest } from './routes/request-log.ts'
import { type EmulatorContext, respond } from './routes/respond.ts'
import { readScript } from './script/read-script.ts'
import { createScriptQueue, type Script, type ScriptEntry, type ScriptStep } from './script/script.ts'

/** How an emulator behaves. Every field has a default. */
export interface EmulatorOptions {
  /** Serve one endpoint only. `'any'`, the default: the path of a request selects the endpoint. */
  readonly profile?: Endpoint | 'any'
  /** The keys and tokens that are accepted. Without it, any key or token is. */
  readonly apiKeys?: readonly string[]
  /**
   * Whether to enforce rules that are old, contradicted or merely likely too. Default true: a request that passes here should pass there.
   * False refuses only what Gemini was seen to refuse.
   */
  readonly strict?: boolean
  /** The deepest nesting of a schema. Google publishes no number: without one, none is enforced. */
  readonly nestingLimit?: number
  /** Larger bodies, decompressed, get a 413. Default 20 MB, as Google's. */
  readonly maxBodyBytes?: number
  /** A pause between the pieces of a stream. Default 0. */
  readonly chunkDelayMs?: number
  /** The time for `createTime` on Vertex. Without it, answers have no time, and the same request gets the same answer. */
  readonly clock?: () => Date
  /** Origins whose pages may send requests and read the answers, or `*` for any, as Google allows. Default: none. */
  readonly cors?: readonly string[]
  /** The models to serve, instead of those that the emulator knows. */
  readonly models?: readonly Model[]
  /** Called with every answered request: for a log. */
  readonly onRequest?: (request: RecordedRequest) => void
}

/** An offline Gemini: a function that answers requests as `fetch` would. */
export interface Emulator {
  (request: Request): Promise<Response>
  /** Sets replies for the next requests, in order. Requests are checked first. After the script, the emulator answers by itself. */
  script(script: readonly ScriptEntry[]): Script
  /** The last 1,000 requests, oldest first. Keys are not in them. */
  readonly requests: readonly RecordedRequest[]
  /** Forgets scripts, requests, and the counts of faults. */
  reset(): void
}

/** Google's limit for inline data. */
const defaultBodyBytes = 20 * 1024 * 1024

/**
 * Creates an offline Gemini. It refuses what Gemini refuses, with Gemini's texts, and answers by rules, without a language model.
 *
 * @example
 * ```ts
 * import { createEmulator } from 'toolfit/emulator'
 *
 * const emulator = createEmulator()
 * emulator.script([{ expect: /weather/, reply: 'Sunny.' }])
 * const response = await emulator(
 *   new Request('http://localhost/v1beta/models/gemini-3-flash-preview:generateContent', {
 *     method: 'POST',
 *     headers: { 'x-goog-api-key': 'any' },
 *     body: JSON.stringify({ contents: [{ parts: [{ text: 'How is the weather?' }] }] }),
 *   }),
 * )
 * const [{ content }] = (await response.json()).candidates
 * content.parts // [{ text: 'Sunny.' }]
 * ```
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  return createGuardedEmulator(options, undefined)
}

/** An emulator that refuses requests of web pages that its guard does not allow. */
export function createGuardedEmulator(options: EmulatorOptions, guard: BrowserGuard | undefined): Emulator {
  const log = createRequestLog()
  const context = contextOf(options)
  const { cors = [] } = options
  const handle = async (request: Request): Promise<Response> => {
    const draft: Draft = { request, url: new URL(request.url) }
    const refused = guard?.checkSender(request) ?? (request.method === 'POST' ? guard?.checkType(request) : undefined)
    if (refused === undefined && request.method === 'OPTIONS') return answerPreflight(request, cors)
    const delivery = refused === undefined ? await respondSafely(draft, context) : refuse(draft, refused)
    const record = log.add(draft, delivery.status)
    options.onRequest?.(record())
    const { status, before } = delivery
    const headers = { ...delivery.headers, ...corsHeaders(request, cors) }
    const steps = request.method === 'HEAD' ? [] : delivery.steps
    return send({ status, headers, before, steps }, request.signal)
  }
  const emulator = Object.assign(handle, {
    script(script: readonly ScriptEntry[]) {
      const steps = readScript(script)
      for (const step of steps) checkFaults(step)
      return context.scripts.add(steps)
    },
    reset() {
      context.scripts.clear()
      context.faults.reset()
      log.clear()
    },
  })
  // A getter, so that `requests` is always current; Object.assign would read it once.
  return Object.defineProperty(emulator, 'requests', { get: () => log.records }) as Emulator
}

/** Reports an unknown fault when the script is written, not when a request comes. */
function checkFaults({ fault = '', reply }: ScriptStep): void {
  const replied = typeof reply === 'object' && 'fault' in reply ? reply.fault : ''
  for (const text of [fault, replied]) {
    const problem = parseFaults(text)
    if (typeof problem === 'string') throw new ToolfitError('option-invalid', problem, { fault: text })
  }
}

function contextOf(options: EmulatorOptions): EmulatorContext {
  const { profile = 'any', strict = true, nestingLimit, clock } = options
  const profiles: readonly string[] = [...endpoints, 'any']
  if (!profiles.includes(profile)) {
    const message = `There is no profile "${profile}". There are: ${profiles.join(', ')}.`
    throw new ToolfitError('option-invalid', message, { profile })
  }
  return {
    ...catalogueOf(options.models),
    scripts: createScriptQueue(),
    faults: createFaultCounter(),
    profile,
    apiKeys: options.apiKeys,
    maxBodyBytes: options.maxBodyBytes ?? defaultBodyBytes,
    chunkDelayMs: options.chunkDelayMs ?? 0,
    checks: present({ strict, nestingLimit }),
    ...present({ clock }),
  }
}

function catalogueOf(own: readonly Model[] | undefined): Pick<EmulatorContext, 'models' | 'findModel'> {
  if (own === undefined) return { models, findModel }
  const byId = new Map(own.map((model) => [model.id, model]))
  return { models: own, findModel: (id) => byId.get(id) }
}

/** An error of the emulator, or of a function in a script, becomes a 500 of that request alone, and is kept in its record. */
async function respondSafely(draft: Draft, context: EmulatorContext): Promise<Delivery> {
  try {
    return await respond(draft, context)
  } catch (error) {
    // The caller has gone.
    if (draft.request.signal.aborted) throw error
    draft.crash = error
    draft.error = 'Internal error encountered.'
    return renderFailure(failure('INTERNAL', draft.error), { endpoint: draft.endpoint ?? 'ai-studio', form: 'json' })
  }
}

function refuse(draft: Draft, { status: code, message }: BrowserRefusal): Delivery {
  draft.error = `Toolfit's emulator: ${message}`
  const status = code === 403 ? 'PERMISSION_DENIED' : 'INVALID_ARGUMENT'
  return renderFailure({ code, status, message: draft.error }, { endpoint: 'ai-studio', form: 'json' })
}

/** To pages of other origins nothing is allowed. */
function answerPreflight(request: Request, origins: readonly string[]): Response {
  const allowed = corsHeaders(request, origins)
  const headers = new Headers({ ...allowed, vary: 'Origin, X-Origin, Referer' })
  if ('access-control-allow-origin' in allowed) {
    headers.set('access-control-allow-methods', 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT')
    headers.set('access-control-allow-headers', request.headers.get('access-control-request-headers') ?? '*')
    headers.set('access-control-max-age', '3600')
  }
  return new Response(null, { status: 200, headers })
}

/** The headers of every answer to a page of these origins. */
function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null || !(origins.includes('*') || origins.includes(origin))) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'content-encoding,content-length,date,server,vary',
  }
}
