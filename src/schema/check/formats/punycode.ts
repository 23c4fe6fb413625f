const base = 36
const tMin = 1
const tMax = 26
/** Longer labels are not allowed in a host name; the algorithm is quadratic, so that they are not tried either. */
const longest = 253

/** Decodes a punycode label without its `xn--` (RFC 3492). Undefined when it is none. */
export function decodePunycode(text: string): string | undefined {
  if (text.length > longest) return undefined
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

/** Encodes a label in punycode, without its `xn--`. Undefined when it is too long for a host name anyway. */
export function encodePunycode(text: string): string | undefined {
  if (text.length > longest) return undefined
  const input = [...text].map((character) => character.codePointAt(0)!)
  const basic = input.filter((each) => each < 128)
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '')
  let [code, delta, bias, handled] = [128, 0, 72, basic.length]
  while (handled < input.length) {
    const next = Math.min(...input.filter((each) => each >= code))
    delta += (next - code) * (handled + 1)
    code = next
    for (const each of input) {
      if (each < code) delta++
      if (each !== code) continue
      output += encodeDelta(delta, bias)
      bias = adapt(delta, handled + 1, handled === basic.length)
      delta = 0
      handled++
    }
    delta++
    code++
  }
  return output
}

function encodeDelta(delta: number, bias: number): string {
  let output = ''
  let rest = delta
  for (let k = base; ; k += base) {
    const threshold = thresholdOf(k, bias)
    if (rest < threshold) return output + letterOf(rest)
    output += letterOf(threshold + ((rest - threshold) % (base - threshold)))
    rest = Math.floor((rest - threshold) / (base - threshold))
  }
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

function letterOf(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 97 : digit + 22)
}
