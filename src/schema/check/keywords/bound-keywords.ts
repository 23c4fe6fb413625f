import { isPlainObject, ownValue } from '../../../core/json.ts'
import { type Bounds, readBounds, readNumber } from '../../document/keyword-values.ts'
import { count } from '../messages.ts'
import type { KeywordCompiler } from '../run.ts'

/** `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, including the booleans of draft 4. */
export const compileBounds: KeywordCompiler = (schema) => {
  const bounds = readBounds(schema)
  const limits = comparisons.filter(([keyword]) => bounds[keyword] !== undefined)
  if (limits.length === 0) return undefined
  return (value, run) => {
    if (typeof value !== 'number') return true
    let ok = true
    for (const [keyword, phrase, holds] of limits) {
      const limit = bounds[keyword]!
      if (holds(value, limit)) continue
      ok = run.fail(schema, keyword, () => `${run.subject()} must be ${phrase} ${limit}, got ${value}.`)
    }
    return ok
  }
}

type Comparison = readonly [keyword: keyof Bounds, phrase: string, holds: (value: number, limit: number) => boolean]

const comparisons: readonly Comparison[] = [
  ['minimum', 'at least', (value, limit) => value >= limit],
  ['maximum', 'at most', (value, limit) => value <= limit],
  ['exclusiveMinimum', 'greater than', (value, limit) => value > limit],
  ['exclusiveMaximum', 'less than', (value, limit) => value < limit],
]

/** `multipleOf`, in decimal arithmetic: 0.3 is a multiple of 0.1. */
export const compileMultipleOf: KeywordCompiler = (schema) => {
  const divisor = readNumber(ownValue(schema, 'multipleOf'))
  if (divisor === undefined || divisor <= 0) return undefined
  return (value, run) =>
    typeof value !== 'number' ||
    isMultipleOf(value, divisor) ||
    run.fail(schema, 'multipleOf', () => `${run.subject()} must be a multiple of ${divisor}, got ${value}.`)
}

function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  if (!Number.isFinite(value)) return false
  const [digits, exponent] = toDecimal(value)
  const [divisorDigits, divisorExponent] = toDecimal(divisor)
  const shift = Math.min(exponent, divisorExponent)
  return scale(digits, exponent - shift) % scale(divisorDigits, divisorExponent - shift) === 0n
}

/** A number in decimal notation: digits times a power of ten. */
function toDecimal(number: number): [digits: bigint, exponent: number] {
  const [mantissa, exponent = '0'] = String(number).split('e')
  const [whole, fraction = ''] = mantissa!.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}

function scale(digits: bigint, exponent: number): bigint {
  return digits * 10n ** BigInt(exponent)
}

/** `minLength` and `maxLength`, in code points. */
export const compileLength = boundCount('Length', 'character', (value) =>
  typeof value === 'string' ? countCodePoints(value) : undefined,
)

/** `minItems` and `maxItems`. */
export const compileItemCount = boundCount('Items', 'item', (value) =>
  Array.isArray(value) ? value.length : undefined,
)

/** `minProperties` and `maxProperties`. */
export const compilePropertyCount = boundCount('Properties', 'property', (value) =>
  isPlainObject(value) ? Object.keys(value).filter((name) => value[name] !== undefined).length : undefined,
)

/** Compiles the two bounds of a count. `countIn` returns undefined for a value of another type. */
function boundCount(of: string, noun: string, countIn: (value: unknown) => number | undefined): KeywordCompiler {
  return (schema) => {
    const min = readNumber(ownValue(schema, `min${of}`)) ?? 0
    const max = readNumber(ownValue(schema, `max${of}`)) ?? Number.POSITIVE_INFINITY
    return (value, run) => {
      const size = countIn(value)
      if (size === undefined || (size >= min && size <= max)) return true
      const [keyword, phrase, limit] = size < min ? (['min', 'least', min] as const) : (['max', 'most', max] as const)
      return run.fail(
        schema,
        keyword + of,
        () => `${run.subject()} must have at ${phrase} ${count(limit, noun)}, got ${size}.`,
      )
    }
  }
}

function countCodePoints(text: string): number {
  let points = 0
  for (let i = 0; i < text.length; i++, points++) if (text.codePointAt(i)! > 0xffff) i++
  return points
}
