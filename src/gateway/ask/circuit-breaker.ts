import { RefusedRequest } from '../refused-request.ts'

/** When a model of Gemini is left alone, and for how long. */
export interface BreakerOptions {
  /** The share of failed calls, above 0 and up to 1, at which a model is left alone. Default 0.5. */
  readonly failureRatio?: number | undefined
  /** The time over which calls are counted. Default 10,000. */
  readonly windowMs?: number | undefined
  /** Fewer calls than these say nothing. Default 20. */
  readonly minCalls?: number | undefined
  /** How long a model is left alone. Then one call finds out. Default 5,000. */
  readonly openMs?: number | undefined
}

/** What became of a call. Nothing is learnt from `unknown`: the client left, or no call was made. */
export type CallVerdict = 'fine' | 'failed' | 'unknown'

export interface CircuitBreaker {
  /**
   * Makes a call, unless its model is left alone.
   *
   * @throws RefusedRequest of status 503, at once, where it is; else whatever `call` throws.
   */
  run<T>(model: string, call: () => Promise<T>): Promise<T>
  /** How many models are left alone, and of how many one call is finding out. */
  states(): Readonly<Record<'open' | 'half-open', number>>
}

export interface BreakerSettings extends BreakerOptions {
  readonly now: () => number
  /** What an error of a call says of the upstream. */
  readonly judge: (error: unknown) => CallVerdict
  /** Told the name of a model that has answered before, and `unknown` for others: clients cannot write into a log. */
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
  /** Undefined: closed, calls go through. */
  openedAt: number | undefined
  /** When the call was made that finds out. */
  probedAt: number | undefined
  /** It has answered. */
  isKnown: boolean
}

/** Parts of the window: old calls leave it in steps of a tenth. */
const bucketsInWindow = 10

/** Names of models come from requests. The one that was asked least lately is forgotten. */
const mostModels = 200

/**
 * Stops asking a model that keeps failing: clients get an answer at once, and Gemini a rest. Models are counted apart, because Gemini is
 * overloaded by model. Calls count, not requests: each try is one. An answer that has begun is a success, whatever becomes of it.
 *
 * Times are compared both ways: a clock that is set back ends a rest, and does not make it longer.
 */
export function createCircuitBreaker(settings: BreakerSettings): CircuitBreaker {
  const { failureRatio = 0.5, windowMs = 10_000, minCalls = 20, openMs = 5_000, now, judge } = settings
  const circuits = new Map<string, Circuit>()
  const isWithin = (since: number | undefined, ms: number) =>
    since !== undefined && now() >= since && now() < since + ms

  /** Whether the call is the one that finds out. */
  const admit = (circuit: Circuit): boolean => {
    if (circuit.openedAt === undefined) return false
    if (isWithin(circuit.openedAt, openMs)) throw leftAlone(circuit.openedAt + openMs - now())
    // One that does not come back does not keep the others out for ever.
    if (isWithin(circuit.probedAt, openMs)) throw leftAlone(circuit.probedAt! + openMs - now())
    circuit.probedAt = now()
    return true
  }
  const settle = (model: string, circuit: Circuit, isProbe: boolean, verdict: CallVerdict) => {
    if (circuit.openedAt === undefined) {
      if (verdict === 'unknown') return
      count(circuit, verdict, Math.floor((now() / windowMs) * bucketsInWindow))
      if (verdict === 'fine' || !isFailing(circuit, minCalls, failureRatio)) return
      circuit.openedAt = now()
      settings.onOpen?.(circuit.isKnown ? model : 'unknown')
    } else if (isProbe) {
      // Only the call that finds out decides: what was asked before the circuit opened says nothing of now.
      circuit.probedAt = undefined
      if (verdict === 'failed') circuit.openedAt = now()
      if (verdict !== 'fine') return
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
        settle(model, circuit, isProbe, judge(error))
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

/** Adds a call to the part of the window that has this index; what is older than the window goes, and what a clock left in the future. */
function count(circuit: Circuit, verdict: CallVerdict, index: number): void {
  if (circuit.buckets.at(-1)?.index !== index) {
    const kept = circuit.buckets.filter((bucket) => bucket.index > index - bucketsInWindow && bucket.index < index)
    circuit.buckets = [...kept, { index, calls: 0, failures: 0 }]
  }
  const last = circuit.buckets.at(-1)!
  last.calls++
  if (verdict === 'failed') last.failures++
}

function isFailing({ buckets }: Circuit, minCalls: number, failureRatio: number): boolean {
  const calls = buckets.reduce((sum, bucket) => sum + bucket.calls, 0)
  const failures = buckets.reduce((sum, bucket) => sum + bucket.failures, 0)
  return calls >= minCalls && failures >= failureRatio * calls
}

function takeCircuit(circuits: Map<string, Circuit>, model: string): Circuit {
  const known = circuits.get(model)
  const circuit = known ?? { buckets: [], openedAt: undefined, probedAt: undefined, isKnown: false }
  // The end of a map is what was used last.
  if (known !== undefined) circuits.delete(model)
  circuits.set(model, circuit)
  if (circuits.size > mostModels) circuits.delete(circuits.keys().next().value!)
  return circuit
}

function leftAlone(waitMs: number): RefusedRequest {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `The model failed too often in the last seconds, and is not asked for a moment. Please try again in ${seconds} s.`
  const wire = { message, code: 'circuit_open', statusCode: 503, isRetryable: true }
  return new RefusedRequest(wire, { 'retry-after': String(seconds) })
}
