import type { Native } from '../document/schema.ts'
import { type Codec, decodeWith, encodeWith } from './codec.ts'

/** The codec of a value that is not JSON (a Date, a BigInt, a Map, a Set), around the codec of its wire form. */
export function nativeCodec(native: Native, inner: Codec | undefined): Codec {
  return {
    encode: (value) => toWire[native](value, (plain) => encodeWith(inner, plain)),
    decode: (wire) => fromWire[native](wire, (each) => decodeWith(inner, each)),
  }
}

type Step = (value: unknown, inner: (value: unknown) => unknown) => unknown

const toWire: Record<Native, Step> = {
  date: (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value),
  bigint: (value) => (typeof value === 'bigint' ? String(value) : value),
  map: (value, inner) =>
    value instanceof Map ? inner([...value].map(([key, each]) => ({ key, value: each }))) : value,
  set: (value, inner) => (value instanceof Set ? inner([...value]) : value),
}

const isoDate = /^[-+]?\d{4,6}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?([zZ]|[-+]\d\d:?\d\d)?)?$/

/** Restores a native value. A value that is not in the wire form is returned unchanged. */
export const fromWire: Readonly<Record<Native, Step>> = {
  date(wire) {
    // `new Date` parses almost anything ("5" is a day in May), so only ISO 8601 is accepted.
    if (typeof wire !== 'string' || !isoDate.test(wire)) return wire
    const date = new Date(wire)
    return Number.isNaN(date.getTime()) ? wire : date
  },
  bigint(wire) {
    if (typeof wire === 'number' && Number.isSafeInteger(wire)) return BigInt(wire)
    return typeof wire === 'string' && /^-?\d{1,4000}$/.test(wire) ? BigInt(wire) : wire
  },
  map(wire, inner) {
    const entries = inner(wire)
    if (!Array.isArray(entries) || !entries.every(isEntry)) return entries
    return new Map(entries.map((each) => [each.key, each.value]))
  },
  set(wire, inner) {
    const items = inner(wire)
    return Array.isArray(items) ? new Set(items) : items
  },
}

function isEntry(value: unknown): value is { key: unknown; value: unknown } {
  return typeof value === 'object' && value !== null && 'key' in value && 'value' in value
}
