import { decodeBase64 } from '../../../core/bytes.ts'
import type { JsonScalar } from '../json/json-reader.ts'
import type { EnumType, ScalarKind } from './proto-registry.ts'

/** The value that a proto field of that kind takes from a JSON scalar; undefined where the parser refuses it. */
export function readScalar(
  kind: ScalarKind,
  value: JsonScalar,
  strict: boolean,
): string | number | boolean | undefined {
  switch (kind) {
    case 'string':
      return typeof value === 'string' ? value : undefined
    case 'bytes':
      return typeof value === 'string' && isBase64(value) ? value : undefined
    case 'bool':
      return readBool(value, strict)
    case 'int32':
      return readInteger(value, -(2 ** 31), 2 ** 31 - 1)
    case 'int64':
      return readInt64(value)
    case 'float':
      return readFloat(value)
    case 'double':
      return readDouble(value)
  }
}

const trueWords: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', '1'])
const falseWords: ReadonlySet<string> = new Set(['false', 'f', 'no', 'n', '0'])

/**
 * Only `true` and `false` are recorded for Gemini. The other words are those of protobuf's `safe_strtob`, and numbers were
 * seen to pass on another Google API (Sheets, 2026-10-04): a lenient reading takes them.
 */
function readBool(value: JsonScalar, strict: boolean): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  if (value === 'false') return false
  if (strict) return undefined
  const word = typeof value === 'string' ? asciiLower(value) : String(value)
  if (trueWords.has(word)) return true
  return falseWords.has(word) ? false : undefined
}

const int64Limit = 2 ** 63

function readInt64(value: JsonScalar): number | undefined {
  // 2 ** 63 - 1 is no double: what a double says about the upper end is too much by one.
  if (typeof value === 'number') return value < int64Limit ? readInteger(value, -int64Limit, int64Limit) : undefined
  const integer = toBigInt(value)
  if (integer === undefined || integer < -(2n ** 63n) || integer >= 2n ** 63n) return undefined
  return Number(integer)
}

function readInteger(value: JsonScalar, min: number, max: number): number | undefined {
  const integer = typeof value === 'number' ? value : Number(toBigInt(value) ?? Number.NaN)
  return Number.isInteger(integer) && integer >= min && integer <= max ? integer + 0 : undefined
}

/** Around the digits `safe_strto64` passes over white space, but a space is refused before it is asked. */
const decimalInteger = /^[\t\n\v\f\r]*([-+]?)0*(\d{1,19})[\t\n\v\f\r]*$/

function toBigInt(value: JsonScalar): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value !== 'string') return undefined
  // At most 19 digits can be an int64; converting a long string of digits would take quadratic time.
  const match = decimalInteger.exec(value)
  if (match === null) return undefined
  const digits = BigInt(match[2] ?? '')
  return match[1] === '-' ? -digits : digits
}

const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const namedDoubles = new Map([
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['NaN', Number.NaN],
])

function readDouble(value: JsonScalar): number | undefined {
  if (typeof value === 'boolean') return undefined
  if (typeof value !== 'string') return Number(value)
  if (!decimal.test(value)) return namedDoubles.get(value)
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const largestFloat = 3.4028234663852886e38

function readFloat(value: JsonScalar): number | undefined {
  const number = readDouble(value)
  return number !== undefined && Number.isFinite(number) && Math.abs(number) > largestFloat ? undefined : number
}

/**
 * The enum value that a JSON scalar names: its name, or its number where the enum does not declare it, which the parser keeps
 * when it is written as a number. What happens to it later is not recorded: a strict reading refuses it.
 */
export function readEnum(type: EnumType, value: JsonScalar, strict: boolean): string | number | undefined {
  if (typeof value === 'string') return readEnumName(type, value)
  const number = typeof value === 'boolean' ? undefined : readInteger(value, -(2 ** 31), 2 ** 31 - 1)
  if (number === undefined) return undefined
  return type.names.get(number) ?? (strict ? undefined : number)
}

function readEnumName(type: EnumType, text: string): string | undefined {
  if (type.numbers.has(text)) return text
  const number = readInteger(text, -(2 ** 31), 2 ** 31 - 1)
  if (number !== undefined) return type.names.get(number)
  const name = asciiUpper(text).replaceAll('-', '_')
  return type.numbers.has(name) ? name : undefined
}

/** ASCII only: toUpperCase() would also make an S of `ſ`. */
function asciiUpper(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Whether protobuf decodes a text as base64: it takes either alphabet, padded or not. Encoding the bytes again has to give the same
 * text, so unused bits must be zero. A signature that was cut short was refused for that (`Base64 decoding failed for …`).
 */
export function isBase64(text: string): boolean {
  const [, digits = '', padding] = /^([\w-]*|[A-Za-z\d+/]*)(={0,2})$/.exec(text) ?? []
  // All but the last group are whole bytes.
  const last = digits
    .slice(digits.length - (digits.length % 4))
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const bytes = padding === undefined ? undefined : decodeBase64(last)
  if (bytes === undefined) return false
  const encoded = btoa(bytes)
  return encoded.startsWith(last) && (padding === '' || encoded.slice(last.length) === padding)
}

/** Why protobuf refuses a Duration, which is written as a string; undefined where it takes it. */
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
