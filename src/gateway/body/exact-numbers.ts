import { endOfString } from '../../wire/json-size.ts'

/** Numbers of up to fifteen digits are exact; longer ones, exponents and signed zeros may not be. */
const doubtful = /[\d.]{16}|\d[eE]|-0/

const quote = 0x22

/**
 * Whether reading a JSON text and writing it again would change one of its numbers: an id of 64 bits loses its last digits, `1e400`
 * becomes null, `-0` becomes 0. The text must be JSON.
 *
 * @example
 * ```ts
 * losesNumbers('{"id":1234567890123456789}') // true
 * losesNumbers('{"id":"1234567890123456789","price":1.50}') // false
 * ```
 */
export function losesNumbers(json: string): boolean {
  if (!doubtful.test(json)) return false
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index)
    if (unit === quote) index = endOfString(json, index + 1)
    else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      const end = endOfNumber(json, index)
      if (!isExact(json.slice(index, end))) return true
      index = end - 1
    }
  }
  return false
}

function endOfNumber(json: string, start: number): number {
  let end = start + 1
  while (end < json.length && isNumeric(json.charCodeAt(end))) end++
  return end
}

/** Digits, the point, the signs and both letters of an exponent. */
function isNumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x2b || unit === 0x2d || (unit | 0x20) === 0x65
}

/** No double is written with more characters. */
const longestNumber = 400

function isExact(literal: string): boolean {
  const value = Number(literal)
  const written = String(value)
  if (written === literal) return true
  return literal.length <= longestNumber && Number.isFinite(value) && canonical(literal) === canonical(written)
}

/** Sign, digits without zeros around them, and where the point stands. */
function canonical(literal: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = `${whole}${fraction}`
  const significant = digits.replace(/^0+/, '')
  const point = Number(exponent) - fraction.length + (significant.length - significant.replace(/0+$/, '').length)
  return significant === '' ? `${sign}0` : `${sign}${significant.replace(/0+$/, '')}e${point}`
}
