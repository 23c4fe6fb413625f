/** What the parser takes for the characters of a number, before it looks at them. */
export const numberCharacters = /[-+.\dxeE]*/y

const floating = /[.eE]/
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/
const octal = /^(?:0.|-0.)/
const maxUint64 = 2n ** 64n - 1n
const minInt64 = -(2n ** 63n)

/**
 * A number as the C++ parser reads it, or what it has against it. Integers are read exactly up to 64 bits: a bigint is one
 * that a double cannot hold. Everything else is a double, also forms that JSON does not have: `1.`, `-.5`, `00.5`.
 */
export function readNumber(text: string): { value: number | bigint } | { problem: string } {
  if (!floating.test(text)) {
    if (octal.test(text)) return { problem: 'Octal/hex numbers are not valid JSON values.' }
    const integer = readInteger(text)
    if (integer !== undefined) return { value: integer }
  }
  if (!decimal.test(text)) return { problem: 'Unable to parse number.' }
  const value = Number(text)
  return Number.isFinite(value) ? { value } : { problem: 'Number exceeds the range of double.' }
}

function readInteger(text: string): number | bigint | undefined {
  // 20 digits are enough for 64 bits; converting a long string of digits would take quadratic time.
  if (!/^-?\d{1,20}$/.test(text)) return undefined
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number + 0
  const integer = BigInt(text)
  return integer >= minInt64 && integer <= maxUint64 ? integer : undefined
}
