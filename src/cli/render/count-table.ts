import type { CheckReport, Counts, DialectResult, PartReport } from '../report/check-report.ts'
import { isAsBadAs, type Severity, severities } from '../report/severity.ts'
import { type Paint, printable, type Style } from './paint.ts'
import { type Cell, type Column, type Row, renderTable, tableWidth } from './table.ts'
import { effectStyles } from './words.ts'

const effects = ['kept', ...severities] as const

/** Below this width, the dialects of a tool stand under its name, not beside it. */
const leastWidthBeside = 96

/** How names and dialects are laid out: one dialect needs no column, several have one, or lines under the tool's. */
type Layout = 'single' | 'beside' | 'below'

/** The numbers: a line for each part and dialect, and the sums. */
export function renderCountTable(
  report: CheckReport,
  shown: readonly PartReport[],
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  const layout = report.dialects.length === 1 ? 'single' : width < leastWidthBeside ? 'below' : 'beside'
  const columns: Column[] = [
    { title: '' },
    { title: shown.every(({ kind }) => kind === 'tool') ? 'tool' : 'part', shrinksTo: 12 },
    ...(layout === 'beside' ? [{ title: 'dialect' }] : []),
    ...[...effects, 'tokens'].map((title) => ({ title, align: 'right' as const })),
  ]
  const rows = shown.flatMap((part) => partRows(part, layout))
  if (report.parts.length > 1) rows.push(...totalRows(report, layout))
  const table = tableWidth(columns, rows) > width ? withoutEmpty(columns, rows) : { columns, rows }
  return renderTable(table.columns, table.rows, { width, paint })
}

/** Names need the room more than effects that never occur. */
function withoutEmpty(columns: readonly Column[], rows: readonly Row[]): { columns: Column[]; rows: Row[] } {
  const isEmpty = (index: number) => rows.every(({ cells }) => ['·', '–', undefined].includes(cells[index]?.text))
  const stays = columns.map(({ title }, index) => !severities.some((effect) => effect === title) || !isEmpty(index))
  const keep = <T>(list: readonly T[]) => list.filter((_, index) => stays[index])
  return { columns: keep(columns), rows: rows.map((each) => ({ ...each, cells: keep(each.cells) })) }
}

function partRows({ name, results }: PartReport, layout: Layout): Row[] {
  const rows = results.map((result, index) => {
    const [text, style] = markOf(result)
    return row(
      { text, style },
      { text: index === 0 ? printable(name) : '', style: 'bold' },
      result.dialect,
      cells(result),
      layout,
    )
  })
  return layout === 'below' ? [heading({ text: printable(name), style: 'bold' }), ...rows] : rows
}

function totalRows({ parts, dialects }: CheckReport, layout: Layout): Row[] {
  const name: Cell = { text: `all ${parts.length.toLocaleString('en')}`, style: 'dim' }
  const rows = dialects.map((dialect, index) => {
    const results = parts.map((part) => part.results[index]!)
    const counts = Object.fromEntries(
      effects.map((effect) => [effect, results.reduce((sum, result) => sum + result.counts[effect], 0)]),
    ) as Counts
    const worst = results.some((result) => result.worst === 'dropped') ? 'dropped' : undefined
    const tokens = results.reduce((sum, result) => sum + result.tokens, 0)
    const numbers = [...countCells(counts, worst), tokenCell(tokens)]
    return row({ text: '' }, index === 0 ? name : { text: '' }, dialect, numbers, layout)
  })
  return layout === 'below' ? [heading(name), ...rows] : rows
}

function row(mark: Cell, name: Cell, dialect: string, counts: readonly Cell[], layout: Layout): Row {
  if (layout === 'single') return { cells: [mark, name, ...counts] }
  if (layout === 'below') return { cells: [mark, { text: `  ${dialect}` }, ...counts] }
  return { cells: [mark, name, { text: dialect }, ...counts] }
}

const heading = (name: Cell): Row => ({ cells: [{ text: '' }, name] })

function markOf({ worst, error, unsupported }: DialectResult): [mark: string, style: Style] {
  if (error !== undefined) return ['✗', 'red']
  if (unsupported !== undefined) return ['–', 'dim']
  if (worst === undefined) return ['✓', 'green']
  // Without colours too, what a model can no longer say must be seen.
  return [isAsBadAs(worst, 'narrowed') ? '!' : '✓', effectStyles[worst]]
}

function cells({ counts, worst, error, unsupported, tokens }: DialectResult): Cell[] {
  if (error === undefined && unsupported === undefined) return [...countCells(counts, worst), tokenCell(tokens)]
  return [...effects, 'tokens'].map(() => ({ text: '–', style: 'dim' }))
}

function tokenCell(tokens: number): Cell {
  return tokens === 0 ? { text: '·', style: 'dim' } : { text: tokens.toLocaleString('en') }
}

/** A column of its own colour where something is in it; `dropped` alone is loud only where something is lost. */
function countCells(counts: Counts, worst: Severity | undefined): Cell[] {
  return effects.map((effect) => {
    if (counts[effect] === 0) return { text: '·', style: 'dim' }
    const text = counts[effect].toLocaleString('en')
    if (effect === 'kept') return { text }
    return { text, style: effect === 'dropped' && worst !== 'dropped' ? 'dim' : effectStyles[effect] }
  })
}
