import type { JsonScalar } from '../json/json-value.ts'

const standard = /^[A-Za-z0-9+/]*(={0,2})$/
const webSafe = /^[A-Za-z0-9_-]*(={0,2})$/
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** How many bits of the last character stand for nothing, by the length modulo 4. */
const unusedBits: Readonly<Record<number, number>> = { 0: 0, 2: 4, 3: 2 }

/**
 * What keeps a text from being the base64 of some bytes, as protobuf decodes it: one of the two alphabets, padded or not.
 * It is decoded strictly: encoding the bytes again has to give the same text, so bits that stand for nothing must be zero.
 * A signature that lost its end was refused for that (`Base64 decoding failed for …`).
 */
export function base64Problem(text: string): 'alphabet' | 'padding' | 'length' | 'bits' | undefined {
  const match = webSafe.exec(text) ?? standard.exec(text)
  if (match === null) return 'alphabet'
  const padding = match[1]?.length ?? 0
  const length = text.length - padding
  const unused = unusedBits[length % 4]
  if (unused === undefined) return 'length'
  if (padding !== 0 && (length + padding) % 4 !== 0) return 'padding'
  if (unused === 0) return padding === 0 ? undefined : 'padding'
  return sextet(text.charAt(length - 1)) % 2 ** unused === 0 ? undefined : 'bits'
}

function sextet(character: string): number {
  const position = alphabet.indexOf(character)
  if (position >= 0) return position
  return character === '+' || character === '-' ? 62 : 63
}

/** What protobuf has against a Duration or a Timestamp; undefined where it takes it. Both are written as strings. */
export function durationProblem(value: JsonScalar): string | undefined {
  if (typeof value !== 'string') return `Invalid data type for duration, value is ${printScalar(value)}`
  if (!value.endsWith('s')) return "Illegal duration format; duration must end with 's'"
  const [, seconds = '', nanos] = /^-?([^.]*)(?:\.(.*))?s$/s.exec(value) ?? []
  if (!/^\d{1,20}$/.test(seconds)) return 'Invalid duration format, failed to parse seconds'
  if (nanos !== undefined && !/^\d*$/.test(nanos)) return 'Invalid duration format, failed to parse nano seconds'
  const exceeds = Number(seconds) > maxDurationSeconds || (nanos !== undefined && nanos.length > 9)
  return exceeds ? 'Duration value exceeds limits' : undefined
}

/** About 10,000 years. */
const maxDurationSeconds = 315_576_000_000

const time = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[-+](?:0\d|1[0-4]):[0-5]\d)$/

export function timestampProblem(value: JsonScalar): string | undefined {
  if (typeof value !== 'string') return `Invalid data type for timestamp, value is ${printScalar(value)}`
  return isTime(value) ? undefined : `Invalid time format: ${value}`
}

function isTime(text: string): boolean {
  const match = time.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  if (year < 1 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false
  // The calendar repeats after 400 years, and Date reads years below 100 in a way of its own. Day 0 is the last one before.
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** A scalar as a parse error prints it. Nothing in a string is escaped: protobuf only puts quotes around it. */
export function printScalar(value: JsonScalar | null): string {
  if (typeof value === 'string') return `"${value}"`
  return typeof value === 'number' ? printNumber(value) : String(value)
}

/** Protobuf's `SimpleDtoa`, C's `%.15g`, or `%.17g` where 15 digits are not enough. Integers are printed in full. */
function printNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value + 0)
  const short = value.toPrecision(15)
  const [precision, text] = Number(short) === value ? [15, short] : [17, value.toPrecision(17)]
  const [, exponentText = '0'] = Number(text).toExponential().split('e')
  const exponent = Number(exponentText)
  const digits = value.toExponential(precision - 1).split('e')[0] ?? ''
  if (exponent >= -4 && exponent < precision) return withoutTrailingZeros(value.toFixed(precision - 1 - exponent))
  const sign = exponent < 0 ? '-' : '+'
  return `${withoutTrailingZeros(digits)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

function withoutTrailingZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}
