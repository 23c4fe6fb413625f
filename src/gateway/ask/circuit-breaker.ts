import type { BreakerOptions } from '../config.ts'
import { RefusedRequest } from '../refused-request.ts'

/** The result of a call. `unknown` counts for nothing: the client left, or no call was made. */
export type CallOutcome = 'fine' | 'failed' | 'unknown'

export interface CircuitBreaker {
  /**
   * Makes a call, unless the model's circuit is open.
   *
   * @throws RefusedRequest of status 503 where it is open; otherwise what `call` throws.
   */
  run<T>(model: string, call: () => Promise<T>): Promise<T>
  /** How many models' circuits are open, and of how many a probe is under way. */
  states(): Readonly<Record<'open' | 'half-open', number>>
}

export interface BreakerSettings extends BreakerOptions {
  readonly now: () => number
  /** What an error of a call says about the upstream. */
  readonly outcomeOf: (error: unknown) => CallOutcome
  /** Called with the name of a model that has answered before, and `unknown` for others: clients cannot write into a log. */
  readonly onOpen?: ((model: string) => void) | undefined
  readonly onClose?: ((model: string) => void) | undefined
}

/** Calls of a part of the window. */
interface Bucket {
  readonly index: number
  calls: number
  failures: number
}

interface Circuit {
  buckets: Bucket[]
  /** Undefined: closed. */
  openedAt: number | undefined
  /** When the probe was sent. */
  probedAt: number | undefined
  /** It has answered. */
  isKnown: boolean
}

/** Parts of the window: old calls leave it in steps of a tenth. */
const bucketsInWindow = 10

/** Names of models come from requests. The least recently used one is dropped. */
const mostModels = 200

/**
 * Stops asking a model that keeps failing, so that clients get an answer at once. Models are counted separately, because Gemini is
 * overloaded by model. Every try counts. An answer that has begun is a success, even if it breaks off.
 *
 * Times are compared both ways: a clock that is set back closes the circuit, and does not keep it open longer.
 */
export function createCircuitBreaker(settings: BreakerSettings): CircuitBreaker {
  const { failureRatio = 0.5, windowMs = 10_000, minCalls = 20, openMs = 5_000, now, outcomeOf } = settings
  const circuits = new Map<string, Circuit>()
  const isWithin = (since: number | undefined, ms: number) =>
    since !== undefined && now() >= since && now() < since + ms

  /** Whether the call is a probe. */
  const admit = (circuit: Circuit): boolean => {
    if (circuit.openedAt === undefined) return false
    if (isWithin(circuit.openedAt, openMs)) throw circuitOpen(circuit.openedAt + openMs - now())
    // A probe that never returns does not keep the circuit open for ever.
    if (isWithin(circuit.probedAt, openMs)) throw circuitOpen(circuit.probedAt! + openMs - now())
    circuit.probedAt = now()
    return true
  }
  const settle = (model: string, circuit: Circuit, isProbe: boolean, outcome: CallOutcome) => {
    if (circuit.openedAt === undefined) {
      if (outcome === 'unknown') return
      count(circuit, outcome, Math.floor((now() / windowMs) * bucketsInWindow))
      if (outcome === 'fine' || !isFailing(circuit, minCalls, failureRatio)) return
      circuit.openedAt = now()
      settings.onOpen?.(circuit.isKnown ? model : 'unknown')
    } else if (isProbe) {
      // Only the probe decides: calls from before the circuit opened say nothing about now.
      circuit.probedAt = undefined
      if (outcome === 'failed') circuit.openedAt = now()
      if (outcome !== 'fine') return
      circuit.openedAt = undefined
      circuit.buckets = []
      settings.onClose?.(circuit.isKnown ? model : 'unknown')
    }
  }
  return {
    async run(model, call) {
      const circuit = takeCircuit(circuits, model)
      const isProbe = admit(circuit)
      try {
        const answer = await call()
        circuit.isKnown = true
        settle(model, circuit, isProbe, 'fine')
        return answer
      } catch (error) {
        settle(model, circuit, isProbe, outcomeOf(error))
        throw error
      }
    },
    states() {
      const open = [...circuits.values()].filter(({ openedAt }) => openedAt !== undefined)
      const probed = open.filter(({ probedAt }) => isWithin(probedAt, openMs)).length
      return { open: open.length - probed, 'half-open': probed }
    },
  }
}

/** Adds a call to the bucket with this index. Buckets outside of the window are dropped, also those that a clock left in the future. */
function count(circuit: Circuit, outcome: CallOutcome, index: number): void {
  if (circuit.buckets.at(-1)?.index !== index) {
    const kept = circuit.buckets.filter((bucket) => bucket.index > index - bucketsInWindow && bucket.index < index)
    circuit.buckets = [...kept, { index, calls: 0, failures: 0 }]
  }
  const last = circuit.buckets.at(-1)!
  last.calls++
  if (outcome === 'failed') last.failures++
}

function isFailing({ buckets }: Circuit, minCalls: number, failureRatio: number): boolean {
  const calls = buckets.reduce((sum, bucket) => sum + bucket.calls, 0)
  const failures = buckets.reduce((sum, bucket) => sum + bucket.failures, 0)
  return calls >= minCalls && failures >= failureRatio * calls
}

function takeCircuit(circuits: Map<string, Circuit>, model: string): Circuit {
  const known = circuits.get(model)
  const circuit = known ?? { buckets: [], openedAt: undefined, probedAt: undefined, isKnown: false }
  // The last entry of the map is the most recently used.
  if (known !== undefined) circuits.delete(model)
  circuits.set(model, circuit)
  if (circuits.size > mostModels) circuits.delete(circuits.keys().next().value!)
  return circuit
}

function circuitOpen(waitMs: number): RefusedRequest {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `The model failed too often in the last seconds, and is not asked for a moment. Please try again in ${seconds} s.`
  const wire = { message, code: 'circuit_open', statusCode: 503, isRetryable: true }
  return new RefusedRequest(wire, { 'retry-after': String(seconds) })
}
