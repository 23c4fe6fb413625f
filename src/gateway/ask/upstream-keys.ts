import { ToolfitError } from '../../core/errors.ts'

/** Keys of the upstream. Each try of a call takes one and reports the result. Quotas are counted by key and model. */
export interface UpstreamKeys {
  /** A key that is ready for this call, and not in `tried`; or the time until one is. */
  take(tried: ReadonlySet<string>, call?: KeyUse): { readonly key: string } | { readonly waitMs: number }
  /** Reports the result of a call with this key. `undefined`: it succeeded. */
  report(key: string, failure: KeyFailure | undefined, call?: KeyUse): void
  /** The number of keys in each state, for metrics. A key that is out of quota for any model counts as `cooling` or `spent`. */
  states(): Readonly<Record<KeyState, number>>
}

/** What a key is used for. */
export interface KeyUse {
  readonly model?: string
  /** The client's id. */
  readonly client?: string
}

export interface KeyFailure {
  readonly statusCode: number
  /** How long the upstream asks to wait. */
  readonly retryAfterMs?: number
  /** A daily quota: the key cannot be used until the next day. */
  readonly isDaily?: boolean
  /** The key is wrong, or its project may not use the API: waiting does not help. */
  readonly isRejected?: boolean
  /**
   * A permission is missing, and nothing says whether the key has too few or the client named something of somebody else. This counts for
   * the client's own calls of this model: a client could otherwise disable all keys by naming files that do not exist.
   */
  readonly isDenied?: boolean
}

export type KeyState = 'ready' | 'cooling' | 'spent' | 'rejected'

/** The pause of a key after a 429 without a time to wait. It doubles each time. */
const firstCoolDownMs = 1_000

/** The longest pause, except for a daily quota. */
const longestCoolDownMs = 60_000

/** After this time a spent or rejected key is tried once: quotas are raised, and keys repaired. */
const probeMs = 300_000

interface Pause {
  readonly kind: 'cooling' | 'spent' | 'rejected'
  /** A clock that is set back before this ends the pause, and does not make it longer. */
  readonly since: number
  readonly until: number
  /** When a key with a long pause may be tried once. */
  probeAt: number
  /** Refusals in a row. */
  readonly count: number
}

/** A rejected key is only tried as a probe, or where no other is left. */
const forever = Number.POSITIVE_INFINITY

/** Stands for all models of a key. */
const everyModel = ''

/** Models whose quotas are stored for each key, and models of clients that were denied. Names come from requests. */
const mostModels = 200

/**
 * Hands out keys in turn. A key that is out of quota pauses for that model: as long as the upstream says, or until the next day in
 * California, when Google's daily quotas start. A rejected key comes last. Errors and metrics never contain a key, and the metrics count
 * nothing that a client can cause by what it asks for.
 *
 * @throws ToolfitError `option-invalid` for a key that cannot be sent in a header.
 */
export function createUpstreamKeys(apiKeys: readonly string[], options: { now?: () => number } = {}): UpstreamKeys {
  const { now = Date.now } = options
  const keys = [...new Set(apiKeys)]
  keys.forEach(refuseUnusable)
  const pauses = createPauses(keys)
  /** Pauses that one client caused, and that only this client sees. */
  const denials = createPauses(keys)
  let next = 0

  const pauseOf = (key: string, call: KeyUse): Pause | undefined => {
    const own = pauses.get(key)!
    const found = [own.get(everyModel), own.get(call.model ?? everyModel), denials.get(key)!.get(placeOf(call))]
    return found.find((pause) => pause !== undefined && lasts(pause, now()))
  }
  const isReady = (key: string, call: KeyUse): boolean => {
    const pause = pauseOf(key, call)
    if (pause === undefined) return true
    if (pause.probeAt > now()) return false
    // One request probes; the others do not wait for it.
    pause.probeAt = now() + probeMs
    return true
  }
  const inTurn = (tried: ReadonlySet<string>): string[] =>
    keys.map((_, index) => keys[(next + index) % keys.length]!).filter((key) => !tried.has(key))

  return {
    take(tried, call = {}) {
      const left = inTurn(tried)
      const key =
        left.find((one) => isReady(one, call)) ??
        // The upstream's own error says best what is wrong with it.
        left.find((one) => pauseOf(one, call)?.kind === 'rejected')
      const paused = () => keys.map((one) => pauseOf(one, call))
      if (key === undefined) return { waitMs: shortestWait(paused(), now()) }
      next = (keys.indexOf(key) + 1) % keys.length
      return { key }
    },
    report(key, failure, call = {}) {
      const own = (failure?.isDenied === true ? denials : pauses).get(key)
      if (own === undefined) return
      const { model = everyModel } = call
      const place = failure?.isDenied === true ? placeOf(call) : failure?.isRejected === true ? everyModel : model
      const count = (own.get(place)?.count ?? 0) + 1
      own.delete(place)
      if (failure === undefined) {
        own.delete(everyModel)
        denials.get(key)!.delete(placeOf(call))
      }
      const pause = failure && pauseAfter(failure, count, now())
      if (pause !== undefined) own.set(place, pause)
      if (own.size > mostModels) own.delete(own.keys().next().value!)
    },
    states() {
      const counts: Record<KeyState, number> = { ready: 0, cooling: 0, spent: 0, rejected: 0 }
      for (const own of pauses.values()) counts[worstOf([...own.values()], now())]++
      return counts
    },
  }
}

/** By key, and by what each was used for. */
function createPauses(keys: readonly string[]): Map<string, Map<string, Pause>> {
  return new Map(keys.map((key) => [key, new Map()]))
}

function placeOf({ model = everyModel, client = '' }: KeyUse): string {
  return `${client} ${model}`
}

function lasts({ since, until }: Pause, now: number): boolean {
  return since <= now && now < until
}

/** Undefined: the failure says nothing about the key. */
function pauseAfter(failure: KeyFailure, count: number, now: number): Pause | undefined {
  const probeAt = now + probeMs
  if (failure.isRejected === true || failure.isDenied === true)
    return { kind: 'rejected', since: now, until: forever, probeAt, count }
  if (failure.isDaily === true) return { kind: 'spent', since: now, until: nextGoogleDay(now), probeAt, count }
  if (failure.statusCode !== 429) return undefined
  const own = firstCoolDownMs * 2 ** Math.min(count - 1, 20)
  const until = now + Math.min(failure.retryAfterMs ?? own, longestCoolDownMs)
  return { kind: 'cooling', since: now, until, probeAt: forever, count }
}

/** The time until the first pause ends. Zero without any: all keys have been tried. */
function shortestWait(pauses: readonly (Pause | undefined)[], now: number): number {
  const waits = pauses.flatMap((pause) =>
    pause === undefined ? [] : [Math.max(0, Math.min(pause.until, pause.probeAt) - now)],
  )
  return waits.length === 0 ? 0 : Math.min(...waits)
}

function worstOf(all: readonly Pause[], now: number): KeyState {
  const kinds = new Set(all.filter((pause) => lasts(pause, now)).map(({ kind }) => kind))
  return (['rejected', 'spent', 'cooling'] as const).find((kind) => kinds.has(kind)) ?? 'ready'
}

const hour = 60 * 60 * 1000

/**
 * The next midnight in California, when Google's daily quotas start again.
 *
 * @example
 * ```ts
 * new Date(nextGoogleDay(Date.UTC(2026, 0, 15, 12))).toISOString() // '2026-01-16T08:00:00.000Z'
 * ```
 */
export function nextGoogleDay(now: number): number {
  const guess = now + 24 * hour - timeOfDay(now)
  // A day on which the clocks change has an hour more or less.
  const off = timeOfDay(guess)
  return off === 0 ? guess : off > 12 * hour ? guess + 24 * hour - off : guess - off
}

let californian: Intl.DateTimeFormat | undefined

/** Milliseconds since midnight in California. */
function timeOfDay(time: number): number {
  // Created when it is first needed: that takes milliseconds, and most gateways never need it.
  californian ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = californian.formatToParts(time)
  const [hours = 0, minutes = 0, seconds = 0] = (['hour', 'minute', 'second'] as const).map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  )
  return (hours * 60 + minutes) * 60_000 + seconds * 1000 + (time % 1000)
}

/** The error does not quote the key. */
function refuseUnusable(key: string, index: number): void {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return
  const message = `Key ${index + 1} has characters that no header can hold, or none at all. Is there a space or a line break in it?`
  throw new ToolfitError('option-invalid', message, { option: 'apiKey', index })
}
