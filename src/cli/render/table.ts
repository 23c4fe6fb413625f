import type { Paint, Style } from './paint.ts'
import { padEnd, padStart, shorten, textWidth, wrap } from './text-width.ts'

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

function fitWidths(columns: readonly Column[], rows: readonly Row[], width: number): number[] {
  const widths = columns.map(({ title }, index) =>
    rows.reduce((widest, { cells }) => Math.max(widest, textWidth(cells[index]?.text ?? '')), textWidth(title)),
  )
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
