import { getOrInsert } from '../../core/collections.ts'
import type { Change } from '../../schema/change.ts'
import type { CheckReport, PartReport } from '../report/check-report.ts'
import { isUnknown, severities, severityOf } from '../report/severity.ts'
import { type Paint, printable } from './paint.ts'
import { type Column, type Row, renderTable, wrap } from './table.ts'
import { count, effectStyles, listNames } from './words.ts'

/** A change, with the dialects that it happened in. */
interface Shared {
  readonly change: Change
  readonly dialects: string[]
}

/** So many for one part, and for all of them: the rest is a number. */
const mostOfPart = 12
const mostOfAll = 60

/** Names in the title of a block. */
const mostNames = 8

/** Parts that changed in the same way: MCP servers write the same `$schema` into every tool. */
interface Group {
  readonly names: string[]
  readonly changes: readonly Shared[]
}

/** Below this width, what a change means stands under it, not beside it. */
const leastWidthBeside = 96

interface Layout {
  readonly paint: Paint
  readonly width: number
}

/**
 * What changed, a block for each part or for several alike: the worst first, what several dialects share once. What is harmless is one line
 * for all of them.
 */
export function renderChanges({ parts, dialects }: CheckReport, layout: Layout): string[] {
  const { paint, width } = layout
  const blocks: string[] = []
  let room = mostOfAll
  let unseen = 0
  const shared = parts.map((part) => ({ name: part.name, changes: shareChanges(part) }))
  for (const { names, changes } of groupAlike(shared)) {
    const rows = mergeRows(changes)
    const shown = rows.slice(0, Math.min(mostOfPart, room))
    if (shown.length === 0) {
      unseen += names.length
      continue
    }
    room -= shown.length
    const hidden = rows.slice(shown.length).reduce((sum, row) => sum + row.keywords.length * row.places.length, 0)
    const more = hidden > 0 ? [paint('dim', `  … and ${count(hidden, 'more change')}. --json lists all.`)] : []
    const title = wrap(listNames(names, mostNames), width).map((line) => paint('bold', line))
    blocks.push([...title, ...rowLines(shown, dialects, layout), ...more].join('\n'))
  }
  if (unseen > 0) blocks.push(paint('dim', `… and the changes of ${count(unseen, 'other part')}. --json lists all.`))
  const harmless = sameMeaning(shared.flatMap(({ changes }) => changes))
  if (harmless !== '') blocks.push(paint('dim', wrap(harmless, width).join('\n')))
  return blocks
}

const columns: readonly Column[] = [
  { title: '' },
  { title: '', shrinksTo: 20 },
  { title: '', shrinksTo: 18, keeps: 'end' },
]

function rowLines(rows: readonly MergedRow[], dialects: readonly string[], { paint, width }: Layout): string[] {
  const made = rows.map((row) => changeRow(row, dialects))
  const options = { width: width - 2, paint }
  if (width >= leastWidthBeside) return renderTable(columns, made, options).map((line) => `  ${line}`)
  const heads = renderTable(
    columns,
    made.map(({ cells }) => ({ cells })),
    options,
  )
  return made.flatMap(({ note }, index) => [
    `  ${heads[index]!}`,
    ...wrap(note!.text, width - 13).map((line) => `             ${paint('dim', line)}`),
  ])
}

/** Parts with the same changes, but for the harmless ones. */
function groupAlike(parts: readonly { readonly name: string; readonly changes: readonly Shared[] }[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { name, changes: all } of parts) {
    const changes = all.filter(({ change }) => !isHarmless(change))
    if (changes.length === 0) continue
    getOrInsert(groups, JSON.stringify(changes), () => ({ names: [], changes })).names.push(name)
  }
  return [...groups.values()]
}

function shareChanges({ results }: PartReport): Shared[] {
  const found = new Map<string, Shared>()
  for (const { dialect, changes } of results) {
    for (const change of changes) {
      if (severityOf(change) === undefined) continue
      const key = JSON.stringify([change.at, change.keyword, change.effect, change.note])
      getOrInsert(found, key, () => ({ change, dialects: [] })).dialects.push(dialect)
    }
  }
  // Stable: what is equally bad stays in the order of the document.
  return [...found.values()].sort((a, b) => rank(b.change) - rank(a.change))
}

/** What means nothing is most often a mistake: it goes first. */
function rank(change: Change): number {
  if (isUnknown(change)) return severities.length
  const severity = severityOf(change)
  return severity === undefined ? -1 : severities.indexOf(severity)
}

/** Same meaning in other words, or nothing that a model needs: `$schema`, a `$ref` that was put in its place. */
function isHarmless(change: Change): boolean {
  return severityOf(change) === 'rewritten' && !isUnknown(change)
}

/** The harmless changes in one line: `Same meaning: $schema, $ref (4)`. */
function sameMeaning(changes: readonly Shared[]): string {
  const counts = new Map<string, number>()
  for (const { change } of changes) {
    if (isHarmless(change)) counts.set(change.keyword, (counts.get(change.keyword) ?? 0) + 1)
  }
  const words = Array.from(counts, ([keyword, times]) => `${printable(keyword)}${times > 1 ? ` (${times})` : ''}`)
  return words.length === 0 ? '' : `Same meaning, or nothing for a model: ${words.join(', ')}`
}

/** Changes that say the same of several keywords of a place, or of several places. */
interface MergedRow {
  readonly change: Change
  readonly dialects: readonly string[]
  readonly keywords: readonly string[]
  readonly places: readonly string[]
}

function mergeRows(changes: readonly Shared[]): MergedRow[] {
  const rows = changes.map(({ change, dialects }): MergedRow => {
    return { change, dialects, keywords: [change.keyword], places: [change.at] }
  })
  const byPlace = mergeBy(rows, ({ places }) => places, 'keywords')
  return mergeBy(byPlace, ({ keywords }) => keywords, 'places')
}

function mergeBy(
  rows: readonly MergedRow[],
  shared: (row: MergedRow) => readonly string[],
  joined: 'keywords' | 'places',
): MergedRow[] {
  const merged = new Map<string, MergedRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.change.effect, row.change.note, row.dialects, shared(row)])
    const before = merged.get(key)
    merged.set(
      key,
      before === undefined ? row : { ...before, [joined]: [...new Set([...before[joined], ...row[joined]])] },
    )
  }
  return [...merged.values()]
}

function changeRow({ change, dialects: own, keywords, places }: MergedRow, dialects: readonly string[]): Row {
  const [first = ''] = places
  const place = first === '' ? '(root)' : printable(first)
  return {
    cells: [
      { text: change.effect, style: effectStyles[change.effect] },
      { text: keywords.map((keyword) => printable(keyword)).join(', ') },
      { text: places.length === 1 ? place : `${place} +${places.length - 1}`, style: 'dim' },
    ],
    note: { text: `${printable(change.note)}${where(own, dialects)}` },
  }
}

/** The dialects of a change, or those without it if they are fewer; empty if all have it. */
function where(own: readonly string[], all: readonly string[]): string {
  const others = all.filter((dialect) => !own.includes(dialect))
  if (others.length === 0) return ''
  return others.length < own.length ? ` [all but ${others.join(', ')}]` : ` [${own.join(', ')}]`
}
