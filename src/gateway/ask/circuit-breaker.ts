import type { Client } from '../access/client-keys.ts'
import type { BreakerOptions } from '../config.ts'
import { RefusedRequest } from '../refused-request.ts'

/**
 * The result of a call. `fine` of an error: the upstream refused the request, as one that works does. `unknown` counts for nothing: the
 * client left, or no call was made.
 */
export type CallOutcome = 'fine' | 'failed' | 'unknown'

/** Only an answer closes a circuit: a client can have itself refused by an upstream that answers nobody. */
type SettledOutcome = CallOutcome | 'answered'

export interface CircuitBreaker {
  /**
   * Makes a client's call, unless the model's circuit is open for this client or for everybody. Retries are a part of the call.
   *
   * @throws RefusedRequest of status 503 where a circuit is open; otherwise what `call` throws.
   */
  run<T>(model: string, client: Client, call: () => Promise<T>): Promise<T>
  /** How many circuits are open, and of how many a probe is under way. */
  states(): Readonly<Record<'open' | 'half-open', number>>
}

export interface BreakerSettings extends BreakerOptions {
  readonly now: () => number
  /** What an error of a call says about the upstream. */
  readonly outcomeOf: (error: unknown) => CallOutcome
  /**
   * Called with the name of a model that has answered before, and `unknown` for others: clients cannot write into a log. Without a client
   * the circuit is everybody's.
   */
  readonly onOpen?: ((model: string, client: Client | undefined) => void) | undefined
  readonly onClose?: ((model: string, client: Client | undefined) => void) | undefined
}

/** A model's circuit for one client. */
interface ClientCircuit {
  readonly calls: CallWindow
  /** Undefined: closed. */
  openedAt: number | undefined
  /** When the probe was sent. */
  probedAt: number | undefined
}

/** A model's circuit for everybody. */
interface ModelCircuit {
  readonly clients: Map<string, ClientCircuit>
  /** Undefined: closed. */
  openedAt: number | undefined
  /** When each client's probe was sent. */
  readonly probes: Map<string, number>
  /** When each client's probe failed. */
  readonly failedProbes: Map<string, number>
  /** It has answered. */
  isKnown: boolean
}

/** A call that was let through. */
interface AdmittedCall {
  readonly model: string
  readonly client: Client
  readonly shared: ModelCircuit
  readonly own: ClientCircuit
  /** When it was sent, where it is a probe: of the client's circuit, and of everybody's. */
  readonly ownProbe: number | undefined
  readonly sharedProbe: number | undefined
}

/** Names of models come from requests. The least recently used one that is not needed is dropped; so is a client of a model. */
const mostModels = 200
const mostClients = 1_000

/** A shared circuit is probed by two clients, and stays open if both fail: one client alone decides nothing for the others. */
const probingClients = 2

const defaults = { failureRatio: 0.5, windowMs: 10_000, minCalls: 20, openMs: 5_000 }

/**
 * Stops asking a model that keeps failing, so that clients get an answer at once. Models are counted separately, because Gemini is
 * overloaded by model. An answer that has begun is a success, even if it breaks off.
 *
 * A client's failures may be its own doing: some requests make Gemini answer 500. They open the circuit for this client. For everybody it
 * opens when the calls fail too often whichever single client is left out, so no client can close a model for the others.
 *
 * Times are compared both ways: a clock that is set back closes the circuit, and does not keep it open longer.
 */
export function createCircuitBreaker(settings: BreakerSettings): CircuitBreaker {
  return new Breaker(settings)
}

class Breaker implements CircuitBreaker {
  readonly #settings: BreakerSettings
  readonly #limits: typeof defaults
  readonly #models = new Map<string, ModelCircuit>()

  constructor(settings: BreakerSettings) {
    const { failureRatio, windowMs, minCalls, openMs } = settings
    this.#settings = settings
    this.#limits = {
      failureRatio: failureRatio ?? defaults.failureRatio,
      windowMs: windowMs ?? defaults.windowMs,
      minCalls: minCalls ?? defaults.minCalls,
      openMs: openMs ?? defaults.openMs,
    }
  }

  async run<T>(model: string, client: Client, call: () => Promise<T>): Promise<T> {
    const shared = takeRecent(this.#models, model, mostModels, createModelCircuit, isModelNeeded)
    const createOwn = () => this.#createClientCircuit()
    const own = takeRecent(shared.clients, client.id, mostClients, createOwn, isOpen)
    const admitted = { model, client, shared, own, ...this.#admit(shared, own, client.id) }
    try {
      const answer = await call()
      shared.isKnown = true
      this.#settle(admitted, 'answered')
      return answer
    } catch (error) {
      this.#settle(admitted, this.#settings.outcomeOf(error))
      throw error
    }
  }

  states(): Readonly<Record<'open' | 'half-open', number>> {
    const counts = { open: 0, 'half-open': 0 }
    for (const shared of this.#models.values()) {
      if (shared.openedAt !== undefined) counts[this.#recent(shared.probes).length > 0 ? 'half-open' : 'open']++
      for (const own of shared.clients.values()) {
        if (own.openedAt !== undefined) counts[this.#isRecent(own.probedAt) ? 'half-open' : 'open']++
      }
    }
    return counts
  }

  #admit(shared: ModelCircuit, own: ClientCircuit, client: string): Pick<AdmittedCall, 'ownProbe' | 'sharedProbe'> {
    const now = this.#settings.now()
    if (own.openedAt !== undefined) {
      this.#refuseWithin(own.openedAt)
      // A probe that never returns does not keep the circuit open for ever.
      this.#refuseWithin(own.probedAt)
    }
    if (shared.openedAt !== undefined) {
      this.#refuseWithin(shared.openedAt)
      this.#refuseWithin(shared.failedProbes.get(client))
      this.#refuseWithin(shared.probes.get(client))
      const others = this.#recent(shared.probes)
      if (others.length >= probingClients) this.#refuseWithin(Math.min(...others))
      shared.probes.set(client, now)
    }
    if (own.openedAt !== undefined) own.probedAt = now
    return {
      ownProbe: own.openedAt === undefined ? undefined : now,
      sharedProbe: shared.openedAt === undefined ? undefined : now,
    }
  }

  #settle(admitted: AdmittedCall, outcome: SettledOutcome): void {
    const now = this.#settings.now()
    this.#settleOwn(admitted, outcome, now)
    this.#settleShared(admitted, outcome, now)
  }

  #settleOwn({ model, client, shared, own, ownProbe }: AdmittedCall, outcome: SettledOutcome, now: number): void {
    if (own.openedAt === undefined) {
      if (outcome === 'unknown') return
      own.calls.add(outcome === 'failed', now)
      if (outcome !== 'failed' || !this.#isFailing(own.calls.totals(now))) return
      own.openedAt = now
      this.#settings.onOpen?.(nameFor(model, shared), client)
    } else if (ownProbe !== undefined && ownProbe === own.probedAt) {
      // Only the probe decides: calls from before the circuit opened say nothing about now.
      own.probedAt = undefined
      if (outcome === 'failed') own.openedAt = now
      if (outcome !== 'answered') return
      own.openedAt = undefined
      own.calls.clear()
      this.#settings.onClose?.(nameFor(model, shared), client)
    }
  }

  #settleShared({ model, client, shared, sharedProbe }: AdmittedCall, outcome: SettledOutcome, now: number): void {
    if (shared.openedAt === undefined) {
      if (outcome !== 'failed' || !this.#isFailingForOthers(shared, now)) return
      this.#openShared(shared, now)
      this.#settings.onOpen?.(nameFor(model, shared), undefined)
    } else if (sharedProbe !== undefined && sharedProbe === shared.probes.get(client.id)) {
      shared.probes.delete(client.id)
      if (outcome === 'failed') {
        shared.failedProbes.set(client.id, now)
        if (this.#recent(shared.failedProbes).length >= probingClients) this.#openShared(shared, now)
      }
      if (outcome !== 'answered') return
      this.#openShared(shared, undefined)
      for (const { calls } of shared.clients.values()) calls.clear()
      this.#settings.onClose?.(nameFor(model, shared), undefined)
    }
  }

  #openShared(shared: ModelCircuit, openedAt: number | undefined): void {
    shared.openedAt = openedAt
    shared.probes.clear()
    shared.failedProbes.clear()
  }

  #isFailing({ calls, failures }: CallTotals): boolean {
    const { minCalls, failureRatio } = this.#limits
    return calls >= minCalls && failures >= failureRatio * calls
  }

  /** Whether the calls fail too often, whichever client is left out. */
  #isFailingForOthers({ clients }: ModelCircuit, now: number): boolean {
    const totals = [...clients.values()].map(({ calls }) => calls.totals(now))
    const all = totals.reduce((sum, { calls, failures }) => ({
      calls: sum.calls + calls,
      failures: sum.failures + failures,
    }))
    return totals.every(({ calls, failures }) =>
      this.#isFailing({ calls: all.calls - calls, failures: all.failures - failures }),
    )
  }

  #createClientCircuit(): ClientCircuit {
    return { calls: new CallWindow(this.#limits.windowMs), openedAt: undefined, probedAt: undefined }
  }

  /** The times that are less than `openMs` ago. Others are dropped. */
  #recent(times: Map<string, number>): number[] {
    for (const [client, time] of times) if (!this.#isRecent(time)) times.delete(client)
    return [...times.values()]
  }

  #isRecent(since: number | undefined): boolean {
    const now = this.#settings.now()
    return since !== undefined && now >= since && now < since + this.#limits.openMs
  }

  #refuseWithin(since: number | undefined): void {
    if (this.#isRecent(since)) throw circuitOpen(since! + this.#limits.openMs - this.#settings.now())
  }
}

/** Calls of a part of the window. */
interface Bucket {
  readonly index: number
  calls: number
  failures: number
}

interface CallTotals {
  readonly calls: number
  readonly failures: number
}

/** Parts of the window: old calls leave it in steps of a tenth. */
const bucketsInWindow = 10

/** Counts the calls of the last milliseconds. Buckets that a clock left in the future are not counted. */
class CallWindow {
  readonly #windowMs: number
  #buckets: Bucket[] = []

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  add(hasFailed: boolean, now: number): void {
    const index = this.#indexAt(now)
    if (this.#buckets.at(-1)?.index !== index) {
      const current = this.#buckets.filter((bucket) => bucket.index > index - bucketsInWindow && bucket.index < index)
      this.#buckets = [...current, { index, calls: 0, failures: 0 }]
    }
    const last = this.#buckets.at(-1)!
    last.calls++
    if (hasFailed) last.failures++
  }

  totals(now: number): CallTotals {
    const index = this.#indexAt(now)
    let calls = 0
    let failures = 0
    for (const bucket of this.#buckets) {
      if (bucket.index <= index - bucketsInWindow || bucket.index > index) continue
      calls += bucket.calls
      failures += bucket.failures
    }
    return { calls, failures }
  }

  clear(): void {
    this.#buckets = []
  }

  #indexAt(now: number): number {
    return Math.floor((now / this.#windowMs) * bucketsInWindow)
  }
}

function nameFor(model: string, { isKnown }: ModelCircuit): string {
  return isKnown ? model : 'unknown'
}

function createModelCircuit(): ModelCircuit {
  return { clients: new Map(), openedAt: undefined, probes: new Map(), failedProbes: new Map(), isKnown: false }
}

function isOpen({ openedAt }: ClientCircuit | ModelCircuit): boolean {
  return openedAt !== undefined
}

/** A client that makes up names of models does not drop the circuits of those that answer. */
function isModelNeeded(circuit: ModelCircuit): boolean {
  return isOpen(circuit) || circuit.isKnown
}

/** The value of a key, created where there is none. The last entry of the map is the most recently used. */
function takeRecent<T>(
  map: Map<string, T>,
  key: string,
  most: number,
  create: () => T,
  isNeeded: (value: T) => boolean,
): T {
  const known = map.get(key)
  if (known !== undefined && map.size === 1) return known
  const value = known ?? create()
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(leastNeeded(map, key, isNeeded))
  return value
}

function leastNeeded<T>(circuits: ReadonlyMap<string, T>, current: string, isNeeded: (value: T) => boolean): string {
  for (const [key, circuit] of circuits) if (!isNeeded(circuit) && key !== current) return key
  return circuits.keys().next().value!
}

function circuitOpen(waitMs: number): RefusedRequest {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `The model failed too often in the last seconds, and is not asked for a moment. Please try again in ${seconds} s.`
  const wire = { message, code: 'circuit_open', statusCode: 503, isRetryable: true }
  return new RefusedRequest(wire, { 'retry-after': String(seconds) })
}
