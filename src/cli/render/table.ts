import type { Paint, Style } from './paint.ts'

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** A column that gives way when the line is too long: its texts are cut to no less than this. */
  readonly shrinksTo?: number
  /** Which end of a text that is cut stays. Default its beginning. */
  readonly keeps?: 'start' | 'end'
}

export interface Cell {
  readonly text: string
  readonly style?: Style | undefined
}

export interface Row {
  readonly cells: readonly Cell[]
  /** After the last cell; goes on below itself where the line ends. */
  readonly note?: Cell
}

const gap = 2

/** The room that columns leave to notes, if they can. */
const leastNote = 44

/** Lines of aligned cells, no wider than `width` as long as the columns allow it. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const widths = fitWidths(columns, rows, width)
  const line = (cells: readonly Cell[]) =>
    cells
      .map(({ text, style }, index) => {
        const { align = 'left', keeps = 'start' } = columns[index]!
        const cut = shorten(text, widths[index]!, keeps === 'start' ? 'end' : 'start')
        return paint(style, (align === 'left' ? padEnd : padStart)(cut, widths[index]!))
      })
      .join(' '.repeat(gap))
  const titles = [...columns.map(({ title }) => ({ text: title, style: 'dim' as const }))]
  const head = columns.some(({ title }) => title !== '') ? [line(titles).trimEnd()] : []
  return [...head, ...rows.flatMap((row) => renderRow(row, line, widths, { width, paint }))]
}

function renderRow(
  { cells, note }: Row,
  line: (cells: readonly Cell[]) => string,
  widths: readonly number[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string[] {
  const start = line(cells)
  if (note === undefined) return [start.trimEnd()]
  const used = cells.reduce((sum, _, index) => sum + widths[index]! + gap, 0)
  // A terminal of a few columns gets lines that are too long, not lines of one letter.
  const [first = '', ...more] = wrap(note.text, Math.max(20, width - used))
  return [
    `${start}${' '.repeat(gap)}${paint(note.style, first)}`,
    ...more.map((text) => ' '.repeat(used) + paint(note.style, text)),
  ]
}

/** The width of each column, where nothing is cut. */
function naturalWidths(columns: readonly Column[], rows: readonly Row[]): number[] {
  return columns.map(({ title }, index) =>
    rows.reduce((widest, { cells }) => Math.max(widest, textWidth(cells[index]?.text ?? '')), textWidth(title)),
  )
}

/** The width of a whole table, where nothing is cut. */
export function tableWidth(columns: readonly Column[], rows: readonly Row[]): number {
  return naturalWidths(columns, rows).reduce((sum, each) => sum + each + gap, -gap)
}

function fitWidths(columns: readonly Column[], rows: readonly Row[], width: number): number[] {
  const widths = naturalWidths(columns, rows)
  const hasNotes = rows.some(({ note }) => note !== undefined)
  const room = width - gap * (columns.length - 1) - (hasNotes ? leastNote : 0)
  // From the right: names come first, and say more than what follows them.
  for (const [index, { shrinksTo }] of [...columns.entries()].reverse()) {
    const excess = widths.reduce((sum, each) => sum + each, 0) - room
    if (shrinksTo !== undefined && excess > 0)
      widths[index] = Math.max(Math.min(shrinksTo, widths[index]!), widths[index]! - excess)
  }
  return widths
}

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

/** Cuts a text that is too wide; `…` stands for the rest. With `from: 'start'` the end stays, from a slash on if there is one. */
export function shorten(text: string, width: number, from: 'start' | 'end' = 'end'): string {
  if (textWidth(text) <= width) return text
  const characters = [...text]
  let kept = ''
  while (characters.length > 0) {
    const next = from === 'end' ? `${kept}${characters.shift()}` : `${characters.pop()}${kept}`
    if (textWidth(next) > width - 1) break
    kept = next
  }
  return from === 'end' ? `${kept}…` : `…${kept.slice(Math.max(0, kept.indexOf('/')))}`
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

/** Breaks a text into lines that hang behind a mark of one column. */
export function hang(mark: string, text: string, width: number): string {
  const [first, ...more] = wrap(text, width - 2)
  return [`${mark} ${first}`, ...more.map((line) => `  ${line}`)].join('\n')
}

function chop(word: string, width: number): string[] {
  if (textWidth(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const character of word) {
    const own = textWidth(character)
    if (part !== '' && used + own > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += character
    used += own
  }
  return [...parts, part]
}
