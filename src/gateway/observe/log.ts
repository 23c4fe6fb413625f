import { maskSecrets } from '../../models/http/secrets.ts'
import type { GatewayEvent } from './gateway-event.ts'
import type { RequestRecord } from './request-record.ts'

/** What a gateway tells beside requests. A closed list: there is no place for a text of a client's. */
export type LogEvent =
  | 'started'
  | 'stopping'
  | 'store-failed'
  | 'store-back'
  | 'overloaded'
  | 'crashed'
  | GatewayEvent['type']

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface GatewayLog {
  request(record: RequestRecord): void
  event(event: LogEvent, fields?: LogFields): void
}

export interface LogOptions {
  /** Gets one line, without its end. */
  readonly write: (line: string) => void
  /** What must never be in a line, on top of what looks like a key: the gateway's own keys. */
  readonly secrets?: readonly string[]
  readonly now?: () => number
}

/** Of any one value. Lines are for people and their tools, not for bodies. */
const longestValue = 300

/** What keys look like, where a line should have one that nobody told us of. */
const keyLike = /AIza[\w-]{20,}|\bsk-[\w-]{8,}|\bya29\.[\w.-]+|\bbearer\s+\S+|(?<=:\/\/)[^\s/@]*:[^\s/@]*(?=@)/gi

/** Events that somebody should look at. */
const levels: Readonly<Partial<Record<LogEvent, 'warn' | 'error'>>> = {
  'circuit-opened': 'warn',
  'finish-reason-unknown': 'warn',
  overloaded: 'warn',
  'store-failed': 'warn',
  crashed: 'error',
}

/**
 * Writes what happened as JSON, a line each: time, level, what, and the fields of the record. Neither keys nor prompts: records have
 * no place for texts, and what looks like a key is masked all the same.
 *
 * @example
 * ```ts
 * const log = createLog({ write: (line) => lines.push(line), now: () => 0 })
 * log.event('started', { port: 8080 })
 * lines[0] // '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"started","port":8080}'
 * ```
 */
export function createLog({ write, secrets = [], now = Date.now }: LogOptions): GatewayLog {
  // The longest first: what contains another secret is masked as a whole.
  const known = secrets.filter((secret) => secret !== '').sort((a, b) => b.length - a.length)
  const clean = (_key: string, value: unknown): unknown => {
    if (typeof value === 'number') return Math.round(value * 1000) / 1000
    if (typeof value !== 'string') return value
    // Masked before it is cut: half a key is still half a key.
    const masked = maskSecrets(value, known).replace(keyLike, '[secret]')
    return masked.length > longestValue ? `${masked.slice(0, longestValue)}…` : masked
  }
  const line = (level: string, event: string, fields: object) => {
    write(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields }, clean))
  }
  return {
    request: (record) => line(levelOf(record), 'request', record),
    event: (event, fields = {}) => line(levels[event] ?? 'info', event, fields),
  }
}

/** What the client did wrong is no trouble of ours. */
function levelOf({ status, outcome }: RequestRecord): string {
  if (status >= 500) return 'error'
  return outcome === 'failed' && status < 400 ? 'warn' : 'info'
}
