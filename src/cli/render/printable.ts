/** Control characters, and marks that turn the direction of text: a terminal obeys them. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu

/**
 * Text of others, safe for a terminal. Names and notes come from servers that nobody here wrote; an escape sequence in one must not
 * colour, clear or retitle the user's terminal. `except` lists characters that may stay.
 */
export function printable(text: string, except = ''): string {
  return text.replace(unsafe, (character) => (except.includes(character) ? character : escaped(character)))
}

function escaped(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\t') return '\\t'
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
