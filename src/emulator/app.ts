import { ToolfitError } from '../core/errors.ts'
import { type Delivery, send } from './api/delivery.ts'
import { type Endpoint, endpoints } from './api/endpoint.ts'
import { failure } from './api/envelope.ts'
import type { Model } from './api/model.ts'
import { createFaultCounter, parseFaults } from './faults/fault-call.ts'
import { answerPreflight, corsHeaders } from './routes/cors.ts'
import { renderFailure } from './routes/render.ts'
import { createRequestLog, type Draft, type RecordedRequest } from './routes/request-log.ts'
import { type House, respond } from './routes/respond.ts'
import { realStages, type Stages } from './routes/stages.ts'
import { createScriptQueue, type Script, type ScriptStep } from './script/script.ts'

/** How an emulator behaves. Every field has a default. */
export interface EmulatorOptions {
  /** Serve one endpoint only. `'any'`, the default: the path of a request says which one is meant. */
  readonly profile?: Endpoint | 'any'
  /** The keys and tokens that are right. Without it, all are, as long as there is one. */
  readonly apiKeys?: readonly string[]
  /**
   * Also enforce rules that are old, contradicted or merely likely. Default true: what passes here should pass there. False refuses only what
   * Gemini was seen to refuse.
   */
  readonly strict?: boolean
  /** How deep a schema may be nested: Google publishes no number. */
  readonly nestingLimit?: number
  /** Bodies above it, decompressed, are a 413. Default 20 MB, as Google's. */
  readonly maxBodyBytes?: number
  /** A pause between the pieces of a stream. Default 0. */
  readonly chunkDelayMs?: number
  /** The time for `createTime` on Vertex. Without it there is none, and the same request gets the same answer. */
  readonly clock?: () => Date
  /** The models that there are, instead of those that the emulator knows. */
  readonly models?: readonly Model[]
  /** Called with every request that was answered: for a log. */
  readonly onRequest?: (request: RecordedRequest) => void
}

/**
 * An offline Gemini: a function that answers requests as `fetch` would.
 */
export interface Emulator {
  (request: Request): Promise<Response>
  /** Replies for the requests to come, in order. They are still judged first. When the script is over, the emulator answers by itself. */
  script(steps: readonly ScriptStep[]): Script
  /** The last 1,000 requests, oldest first, as of the moment at which it is read. Keys are not in them. */
  readonly requests: readonly RecordedRequest[]
  /** Forgets scripts, requests, and how often faults have struck. */
  reset(): void
}

/** Google's limit for inline data. */
const defaultBodyBytes = 20 * 1024 * 1024

/**
 * Creates an offline Gemini. It refuses what Gemini refuses, in Gemini's words, and answers like a very small model: by rules.
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
  return createEmulatorOf(withModels(realStages, options.models), options)
}

function withModels(stages: Stages, models: readonly Model[] | undefined): Stages {
  if (models === undefined) return stages
  const own = new Map(models.map((model) => [model.id, model]))
  return { ...stages, models, findModel: (id) => own.get(id) }
}

/** The same, of other stages: routes can be tested without them. */
export function createEmulatorOf(stages: Stages, options: EmulatorOptions): Emulator {
  const log = createRequestLog()
  const house = houseOf(stages, options)
  const handle = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return answerPreflight(request)
    const draft: Draft = { request, url: new URL(request.url) }
    const delivery = await respondSafely(draft, house)
    const record = log.add(draft, delivery.status)
    options.onRequest?.(record())
    const { status, before } = delivery
    const isPage = request.headers.has('origin')
    const headers = isPage ? { ...delivery.headers, ...corsHeaders(request) } : delivery.headers
    const steps = request.method === 'HEAD' ? [] : delivery.steps
    return send({ status, headers, before, steps }, request.signal)
  }
  const emulator = Object.assign(handle, {
    requests: log.records,
    script(steps: readonly ScriptStep[]) {
      for (const step of steps) checkFaults(step)
      return house.scripts.add(steps)
    },
    reset() {
      house.scripts.clear()
      house.faults.reset()
      log.clear()
    },
  })
  // Those of the moment at which somebody asks: what is assigned is not read again.
  return Object.defineProperty(emulator, 'requests', { get: () => log.records })
}

/** A fault that does not exist is told where it was written, and not when a request comes. */
function checkFaults({ fault = '', reply }: ScriptStep): void {
  const replied = typeof reply === 'object' && 'fault' in reply ? reply.fault : ''
  for (const text of [fault, replied]) {
    const problem = parseFaults(text)
    if (typeof problem === 'string') throw new ToolfitError('option-invalid', problem, { fault: text })
  }
}

function houseOf(stages: Stages, options: EmulatorOptions): House {
  const { profile = 'any', strict = true, nestingLimit, clock } = options
  const profiles: readonly string[] = [...endpoints, 'any']
  if (!profiles.includes(profile)) {
    const message = `There is no profile "${profile}". There are: ${profiles.join(', ')}.`
    throw new ToolfitError('option-invalid', message, { profile })
  }
  return {
    stages,
    scripts: createScriptQueue(),
    faults: createFaultCounter(),
    profile,
    apiKeys: options.apiKeys,
    maxBodyBytes: options.maxBodyBytes ?? defaultBodyBytes,
    chunkDelayMs: options.chunkDelayMs ?? 0,
    judgement: { strict, ...(nestingLimit !== undefined && { nestingLimit }) },
    ...(clock !== undefined && { clock }),
  }
}

/** A fault of ours, or of a function in a script, is a 500 of that request alone, and is kept in its record. */
async function respondSafely(draft: Draft, house: House): Promise<Delivery> {
  try {
    return await respond(draft, house)
  } catch (error) {
    // Nobody is there to be answered.
    if (draft.request.signal.aborted) throw error
    draft.crash = error
    draft.error = 'Internal error encountered.'
    return renderFailure(failure('INTERNAL', draft.error), { endpoint: draft.endpoint ?? 'ai-studio', form: 'json' })
  }
}
