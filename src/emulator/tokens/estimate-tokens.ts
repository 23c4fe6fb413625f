/**
 * Estimates the number of tokens in a text: a run of Latin letters is one token for every six letters; a digit, a sign and a character of
 * another script are one each; blanks are free. Gemini's vocabulary is not public, and limits only need a number that is always the same.
 * A longer text never has fewer tokens.
 *
 * @example
 * ```ts
 * estimateTokens('What is the weather in Paris?') // 8
 * ```
 */
export function estimateTokens(text: string): number {
  return scanTokens(text, Number.POSITIVE_INFINITY).tokens
}

/** The longest beginning of a text that has at most `limit` tokens. Never ends inside a surrogate pair. */
export function cutToTokens(text: string, limit: number): string {
  return text.slice(0, scanTokens(text, limit).end)
}

const lettersInToken = 6

function scanTokens(text: string, limit: number): { tokens: number; end: number } {
  let tokens = 0
  let letters = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (isBlank(unit)) {
      letters = 0
      continue
    }
    const isLetter = isLatinLetter(unit)
    const begins = isLetter ? letters % lettersInToken === 0 : !isTrailingSurrogate(unit)
    if (begins && tokens === limit) return { tokens, end: index }
    if (begins) tokens++
    letters = isLetter ? letters + 1 : 0
  }
  return { tokens, end: text.length }
}

function isBlank(unit: number): boolean {
  return unit <= 32 || unit === 160
}

function isLatinLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 192 && unit <= 591)
}

function isTrailingSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
