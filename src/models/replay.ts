import { findShapeProblem, isPlainObject, ownValue } from '../core/json.ts'
import type { ProviderOptions } from '../core/message.ts'
import type { ProviderMetadata } from '../wire/model-reply.ts'

/**
 * How a call came over the wire, kept in `providerOptions.toolfit.wire` of the call: it goes back to its provider as it came, because
 * signatures bind to content.
 */
export interface Replay {
  /** The provider that it came from. Nobody else is sent it. */
  readonly by: string
  /** The tool's name there. */
  readonly name: string
  /** The arguments, as JSON text: stores that sort the keys of objects leave it alone. */
  readonly args: string
  /** The fingerprint of the input that was made of them. */
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

/** Deeper values cannot be compared without a risk for the stack. */
const deepest = 1_000

/**
 * A short text that is the same for equal JSON values, whatever the order of their keys. 53 bits: it tells an input that was edited
 * from one that was not, and guards nothing.
 */
export function fingerprint(value: unknown): string {
  // No model sent that. Nothing has an empty fingerprint.
  if (findShapeProblem(value, deepest) !== undefined) return ''
  const text = canonical(value)
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

/** JSON with sorted keys. What JSON leaves out is left out. */
function canonical(value: unknown): string {
  return writeSorted(value) ?? writeAny(value)
}

/** The same text as {@link writeAny}'s, without a call for every member. Undefined: there is something in it that is no JSON. */
function writeSorted(value: unknown): string | undefined {
  if (typeof value === 'string' || value === null || typeof value === 'boolean' || typeof value === 'number') {
    return JSON.stringify(value)
  }
  const isList = Array.isArray(value)
  if (!isList && (!isPlainObject(value) || 'toJSON' in value)) return undefined
  let text = isList ? '[' : '["{}"'
  for (const key of isList ? value.keys() : Object.keys(value).sort()) {
    const inner = writeSorted((value as Record<string | number, unknown>)[key])
    if (inner === undefined) return undefined
    if (isList) text += key === 0 ? inner : `,${inner}`
    else text += `,[${JSON.stringify(key)},${inner}]`
  }
  return `${text}]`
}

function writeAny(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isPlainObject(inner) ? sorted(inner) : inner)) ?? ''
}

/** Pairs in the place of members: `__proto__` and numbers would not stay where they are put. */
function sorted(members: Record<string, unknown>): unknown {
  const pairs = Object.keys(members)
    .filter((key) => members[key] !== undefined)
    .sort()
    .map((key) => [key, members[key]])
  return ['{}', ...pairs]
}
