import { findShapeProblem, isPlainObject, ownValue } from '../core/json.ts'
import type { ProviderOptions } from '../core/message.ts'
import type { ProviderMetadata } from '../wire/model-reply.ts'

/**
 * How a call came over the wire, stored in `providerOptions.toolfit.wire` of the call: it is sent to its provider again as it came,
 * because signatures bind to content.
 */
export interface Replay {
  /** The provider that it came from. It is sent to no other. */
  readonly by: string
  /** The tool's name there. */
  readonly name: string
  /** The arguments, as JSON text: stores that sort the keys of objects leave it alone. */
  readonly args: string
  /** The fingerprint of the decoded input. */
  readonly input: string
}

/** `providerOptions` with a replay in them. */
export function keepReplay(options: ProviderMetadata | undefined, replay: Replay): ProviderMetadata {
  const { by, name, args, input } = replay
  return { ...options, toolfit: { ...options?.['toolfit'], wire: { by, name, args, input } } }
}

/** The replay of a call, if it came from this provider. */
export function readReplay(options: ProviderOptions | undefined, by: string): Replay | undefined {
  const mark = isPlainObject(options) ? ownValue(options, 'toolfit') : undefined
  const wire = isPlainObject(mark) ? ownValue(mark, 'wire') : undefined
  if (!isPlainObject(wire) || wire['by'] !== by) return undefined
  const { name, args, input } = wire
  const isWhole = typeof name === 'string' && typeof args === 'string' && typeof input === 'string'
  return isWhole ? { by, name, args, input } : undefined
}

/** Comparing deeper values could exhaust the stack. */
const deepest = 1_000

/**
 * A short text that is the same for equal JSON values, whatever the order of their keys. 53 bits: it detects edits of an input, and is
 * no protection against forgery.
 */
export function fingerprint(value: unknown): string {
  // No model sent that. No other value has an empty fingerprint.
  if (findShapeProblem(value, deepest) !== undefined) return ''
  const text = canonical(value) ?? ''
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** JSON with sorted keys; undefined for a value that JSON leaves out. Members are pairs, because `__proto__` and numbers would move. */
function canonical(given: unknown): string | undefined {
  const value = hasToJson(given) ? given.toJSON() : given
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item) ?? 'null').join(',')}]`
  let text = '["{}"'
  for (const key of Object.keys(value).sort()) {
    const member = canonical((value as Record<string, unknown>)[key])
    if (member !== undefined) text += `,[${JSON.stringify(key)},${member}]`
  }
  return `${text}]`
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON === 'function'
}
