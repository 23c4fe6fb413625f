const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u
const zero = /\p{Mn}|\p{Me}|\u200d|\ufe0f/u

/** The columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += zero.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text
}

/** Cuts a text that is too wide; `…` stands for the rest. Where `from` is `start`, the end is what is kept. */
export function shorten(text: string, width: number, from: 'start' | 'end' = 'end'): string {
  if (textWidth(text) <= width) return text
  const characters = [...text]
  let kept = ''
  while (characters.length > 0) {
    const next = from === 'end' ? `${kept}${characters.shift()}` : `${characters.pop()}${kept}`
    if (textWidth(next) > width - 1) break
    kept = next
  }
  return from === 'end' ? `${kept}…` : `…${kept}`
}

/** Breaks a text into lines at spaces; a word that is wider than a line is broken where it must be. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/).flatMap((word) => chop(word, width))) {
    if (line === '') line = word
    else if (textWidth(line) + 1 + textWidth(word) <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function chop(word: string, width: number): string[] {
  if (textWidth(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && textWidth(part + character) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
