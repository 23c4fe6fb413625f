import { isExpression } from '../../core/pattern/character-class.ts'

/**
 * The pattern in the syntax that JSON Schema asks for, ECMA-262 with the flag `u`, where all it needs is other escapes:
 * `\-` outside of brackets, `[\w-.]`. Any other pattern stays as it is.
 */
export function unicodePattern(pattern: string): string {
  if (isExpression(pattern, 'u')) return pattern
  const restated = restateEscapes(pattern)
  return isExpression(restated, 'u') ? restated : pattern
}

function restateEscapes(pattern: string): string {
  let out = ''
  let isInClass = false
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index]!
    if (char === '[') isInClass = true
    if (char === ']') isInClass = false
    const next = char === '\\' ? pattern[index + 1] : undefined
    if (next === undefined) {
      out += char
      continue
    }
    index++
    out += hasMeaning(next) || (isInClass && next === '-') ? `\\${next}` : next
    // A set of characters begins no range, so the hyphen after it stands for itself.
    if (isInClass && /[dDsSwW]/.test(next) && pattern[index + 1] === '-' && pattern[index + 2] !== ']') {
      out += '\\-'
      index++
    }
  }
  return out
}

/** Letters and digits after a backslash say something, and signs of the syntax need it. */
function hasMeaning(char: string): boolean {
  return /[\w^$\\.*+?()[\]{}|/]/.test(char) && char !== '_'
}
