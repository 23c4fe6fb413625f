import { createMask, maskKeyLike } from '../../models/http/secrets.ts'
import type { RequestRecord } from './request-record.ts'

/** An event for the operator that belongs to no single request. It has neither keys nor prompts. */
export type GatewayEvent =
  /** A model failed too often, and is not asked for a while: for this client, or for everybody. */
  | { readonly type: 'circuit-opened'; readonly model: string; readonly client?: string }
  /** It answers again. */
  | { readonly type: 'circuit-closed'; readonly model: string; readonly client?: string }
  /** Gemini ended an answer for an undocumented reason. Reported once for each. */
  | { readonly type: 'finish-reason-unknown'; readonly reason: string }

/** Events besides requests. A closed list, so that no text of a client gets in. */
export type LogEvent =
  | 'started'
  | 'open'
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
  /** Called with one line, without a line break. */
  readonly write: (line: string) => void
  /** The gateway's own keys, which must never be in a line. Whatever looks like a key is masked as well. */
  readonly secrets?: readonly string[]
  readonly now?: () => number
}

/** Of any value. */
const longestValue = 300

/** Events that need attention. */
const levels: Readonly<Partial<Record<LogEvent, 'warn' | 'error'>>> = {
  'circuit-opened': 'warn',
  'finish-reason-unknown': 'warn',
  open: 'warn',
  overloaded: 'warn',
  'store-failed': 'warn',
  crashed: 'error',
}

/**
 * Writes requests and events as lines of JSON: time, level, event, and the fields of the record. Records have neither keys nor prompts,
 * and whatever looks like a key is masked as well.
 *
 * @example
 * ```ts
 * const log = createLog({ write: (line) => lines.push(line), now: () => 0 })
 * log.event('started', { port: 8080 })
 * lines[0] // '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"started","port":8080}'
 * ```
 */
export function createLog({ write, secrets = [], now = Date.now }: LogOptions): GatewayLog {
  const mask = createMask(secrets)
  const clean = (_key: string, value: unknown): unknown => {
    if (typeof value === 'number') return Math.round(value * 1000) / 1000
    if (typeof value !== 'string') return value
    // Masked before it is cut, so that no half of a key is left.
    const masked = maskKeyLike(mask(value))
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

/** A client's mistake is not an error of the gateway. */
function levelOf({ status, outcome }: RequestRecord): string {
  if (status >= 500) return 'error'
  return outcome === 'failed' && status < 400 ? 'warn' : 'info'
}
