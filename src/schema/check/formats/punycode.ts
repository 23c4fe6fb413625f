const base = 36
const tMin = 1
const tMax = 26
/** Host names have no longer labels, and the algorithm is quadratic. */
const maxLength = 253

/**
 * Decodes a punycode label without its `xn--` (RFC 3492); undefined if it is not one. `URL` only encodes, and accepts labels
 * that the rules of RFC 5892 refuse once decoded.
 */
export function decodePunycode(text: string): string | undefined {
  if (text.length > maxLength) return undefined
  const dash = text.lastIndexOf('-')
  const output = dash > 0 ? [...text.slice(0, dash)].map((character) => character.codePointAt(0)!) : []
  let code = 128
  let bias = 72
  let position = 0
  for (let at = dash > 0 ? dash + 1 : 0; at < text.length; ) {
    const start = position
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(text.charCodeAt(at++))
      if (digit === undefined) return undefined
      position += digit * weight
      const threshold = thresholdOf(k, bias)
      if (digit < threshold) break
      weight *= base - threshold
    }
    bias = adapt(position - start, output.length + 1, start === 0)
    code += Math.floor(position / (output.length + 1))
    position %= output.length + 1
    if (code > 0x10ffff) return undefined
    output.splice(position++, 0, code)
  }
  return String.fromCodePoint(...output)
}

function thresholdOf(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, tMin), tMax)
}

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / points)
  let k = 0
  for (; rest > ((base - tMin) * tMax) >> 1; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38))
}

function digitOf(code: number): number | undefined {
  if (code >= 48 && code <= 57) return code - 22
  if (code >= 65 && code <= 90) return code - 65
  return code >= 97 && code <= 122 ? code - 97 : undefined
}
