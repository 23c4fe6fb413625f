import { ToolfitError } from '../../core/errors.ts'

/** Keys of the upstream. Each try of a call takes one, and says what came of it. Quotas are counted by key and model. */
export interface UpstreamKeys {
  /** A key that is ready for this model, and none of `tried`; or how long it takes until one is. */
  take(tried: ReadonlySet<string>, model?: string): { readonly key: string } | { readonly waitMs: number }
  /** What a call with this key came to. `undefined`: it went well. */
  report(key: string, failure: KeyFailure | undefined, model?: string): void
  /** How many keys are in which state, for metrics and health. A key that is out of quota for any model counts as resting. */
  states(): Readonly<Record<KeyState, number>>
}

export interface KeyFailure {
  readonly statusCode: number
  /** How long the upstream asks to wait. */
  readonly retryAfterMs?: number
  /** A quota of a day: the key is of no use until the next one. */
  readonly isDaily?: boolean
  /** The key is wrong, or may not do this: it will not get better by waiting. */
  readonly isRejected?: boolean
}

export type KeyState = 'ready' | 'cooling' | 'spent' | 'rejected'

export interface UpstreamKeysOptions {
  readonly now?: () => number
  /** How long a key rests that was told to slow down, and not for how long. Twice as long each time. Default 1,000. */
  readonly firstCoolDownMs?: number
  /** No key rests longer, but for a quota of a day. Default 60,000. */
  readonly longestCoolDownMs?: number
  /** After so long a key that was spent or rejected is tried once: quotas are raised, and keys mended. Default 300,000. */
  readonly probeMs?: number
}

interface Rest {
  readonly kind: 'cooling' | 'spent' | 'rejected'
  /** A clock that is set back before it ends the rest, and does not make it longer. */
  readonly since: number
  readonly until: number
  /** Of a key that rests for long: when it may be tried once. */
  probeAt: number
  /** Refusals in a row. */
  readonly count: number
}

/** A rejected key rests until somebody looks: it is only tried where no other is left, and as a probe. */
const forever = Number.POSITIVE_INFINITY

/** The place of what is true of a key whatever it is asked for. */
const everyModel = ''

/** Models whose quotas are remembered for each key. Names come from requests. */
const mostModels = 200

/**
 * Hands out keys in turn. A key that is out of quota rests, for the model that it was asked for: as long as the upstream says, or until
 * the next day in California, where Google's days begin. A key that was refused for what it is comes last. No key is in any text here.
 *
 * @throws ToolfitError `option-invalid` for a key that no header can hold.
 */
export function createUpstreamKeys(given: readonly string[], options: UpstreamKeysOptions = {}): UpstreamKeys {
  const { now = Date.now, firstCoolDownMs = 1_000, longestCoolDownMs = 60_000, probeMs = 300_000 } = options
  const keys = [...new Set(given)]
  keys.forEach(refuseUnusable)
  const rests = new Map<string, Map<string, Rest>>(keys.map((key) => [key, new Map()]))
  let next = 0

  const restOf = (key: string, model: string): Rest | undefined => {
    const own = rests.get(key)!
    return [own.get(everyModel), own.get(model)].find((rest) => rest !== undefined && lasts(rest, now()))
  }
  const isReady = (key: string, model: string): boolean => {
    const rest = restOf(key, model)
    if (rest === undefined) return true
    if (rest.probeAt > now()) return false
    // One request finds out; the others do not wait for it.
    rest.probeAt = now() + probeMs
    return true
  }
  const inTurn = (tried: ReadonlySet<string>): string[] =>
    keys.map((_, index) => keys[(next + index) % keys.length]!).filter((key) => !tried.has(key))

  return {
    take(tried, model = everyModel) {
      const left = inTurn(tried)
      const key =
        left.find((one) => isReady(one, model)) ??
        // The upstream says best what is wrong with it.
        left.find((one) => restOf(one, model)?.kind === 'rejected')
      if (key === undefined)
        return {
          waitMs: shortestWait(
            keys.map((one) => restOf(one, model)),
            now(),
          ),
        }
      next = (keys.indexOf(key) + 1) % keys.length
      return { key }
    },
    report(key, failure, model = everyModel) {
      const own = rests.get(key)
      if (own === undefined) return
      // A key may be good, and just not for this model.
      const place = failure?.isRejected === true && failure.statusCode !== 403 ? everyModel : model
      const count = (own.get(place)?.count ?? 0) + 1
      own.delete(place)
      if (failure === undefined) own.delete(everyModel)
      const rest = failure && restAfter(failure, count, { now: now(), firstCoolDownMs, longestCoolDownMs, probeMs })
      if (rest !== undefined) own.set(place, rest)
      if (own.size > mostModels) own.delete(own.keys().next().value!)
    },
    states() {
      const counts: Record<KeyState, number> = { ready: 0, cooling: 0, spent: 0, rejected: 0 }
      for (const own of rests.values()) counts[worstOf([...own.values()], now())]++
      return counts
    },
  }
}

interface RestTimes {
  readonly now: number
  readonly firstCoolDownMs: number
  readonly longestCoolDownMs: number
  readonly probeMs: number
}

function lasts({ since, until }: Rest, now: number): boolean {
  return since <= now && now < until
}

/** Undefined: the failure says nothing about the key. */
function restAfter(failure: KeyFailure, count: number, times: RestTimes): Rest | undefined {
  const { now, firstCoolDownMs, longestCoolDownMs, probeMs } = times
  const probeAt = now + probeMs
  if (failure.isRejected === true) return { kind: 'rejected', since: now, until: forever, probeAt, count }
  if (failure.isDaily === true) return { kind: 'spent', since: now, until: nextGoogleDay(now), probeAt, count }
  if (failure.statusCode !== 429) return undefined
  const own = firstCoolDownMs * 2 ** Math.min(count - 1, 20)
  const until = now + Math.min(failure.retryAfterMs ?? own, longestCoolDownMs)
  return { kind: 'cooling', since: now, until, probeAt: forever, count }
}

/** Until the first of those that rest is ready again. Zero where none rests: all have been tried. */
function shortestWait(rests: readonly (Rest | undefined)[], now: number): number {
  const waits = rests.flatMap((rest) =>
    rest === undefined ? [] : [Math.max(0, Math.min(rest.until, rest.probeAt) - now)],
  )
  return waits.length === 0 ? 0 : Math.min(...waits)
}

function worstOf(all: readonly Rest[], now: number): KeyState {
  const kinds = new Set(all.filter((rest) => lasts(rest, now)).map(({ kind }) => kind))
  return (['rejected', 'spent', 'cooling'] as const).find((kind) => kinds.has(kind)) ?? 'ready'
}

const hour = 60 * 60 * 1000

/**
 * The next midnight in California, where Google's daily quotas begin anew.
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
  // Made when it is first needed: it takes milliseconds, and most gateways never do.
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

/** What is said about it does not quote it. */
function refuseUnusable(key: string, index: number): void {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return
  const message = `Key ${index + 1} has characters that no header can hold, or none at all. Is there a space or a line break in it?`
  throw new ToolfitError('option-invalid', message, { option: 'apiKey', index })
}
