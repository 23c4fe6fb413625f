import type { JsonScalar } from '../json/json-value.ts'
import { base64Problem } from './proto-texts.ts'
import type { EnumType, ScalarKind } from './proto-type.ts'

/** How parse errors name the kinds. */
export const scalarTypeNames: Readonly<Record<ScalarKind, string>> = {
  string: 'TYPE_STRING',
  bytes: 'TYPE_BYTES',
  bool: 'TYPE_BOOL',
  int32: 'TYPE_INT32',
  int64: 'TYPE_INT64',
  float: 'TYPE_FLOAT',
  double: 'TYPE_DOUBLE',
}

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
      return typeof value === 'string' && base64Problem(value) === undefined ? value : undefined
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

const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/
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
