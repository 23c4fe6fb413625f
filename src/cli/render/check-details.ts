import type { Change } from '../../schema/change.ts'
import type { CheckReport, PartReport } from '../report/check-report.ts'
import { severities, severityOf } from '../report/severity.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'
import { type Column, type Row, renderTable } from './table.ts'
import { wrap } from './text-width.ts'
import { count, effectStyles } from './words.ts'

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

/** What changed, a block for each part or for several alike: the worst first, what several dialects share once. */
export function renderDetails(
  { parts, dialects }: CheckReport,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  const blocks: string[] = []
  let room = mostOfAll
  let unseen = 0
  for (const { names, changes } of groupAlike(parts)) {
    const shown = changes.slice(0, Math.min(mostOfPart, room))
    if (shown.length === 0) {
      unseen += names.length
      continue
    }
    room -= shown.length
    const rows = shown.map((shared) => changeRow(shared, dialects))
    const lines = renderTable(columns, rows, { width: width - 2, paint }).map((line) => `  ${line}`)
    const hidden = changes.length - shown.length
    const more = hidden > 0 ? [paint('dim', `  … and ${count(hidden, 'more change')}. --json lists all.`)] : []
    const title = wrap(listNames(names), width).map((line) => paint('bold', line))
    blocks.push([...title, ...lines, ...more].join('\n'))
  }
  if (unseen > 0) blocks.push(paint('dim', `… and the changes of ${count(unseen, 'other part')}. --json lists all.`))
  return blocks
}

const columns: readonly Column[] = [
  { title: '' },
  { title: '', shrinksTo: 20 },
  { title: '', shrinksTo: 18, keeps: 'end' },
]

function groupAlike(parts: readonly PartReport[]): Group[] {
  const groups = new Map<string, Group>()
  for (const part of parts) {
    const changes = shareChanges(part)
    if (changes.length === 0) continue
    const key = JSON.stringify(changes)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { names: [part.name], changes })
    else group.names.push(part.name)
  }
  return [...groups.values()]
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => printable(name))
  const hidden = names.length - shown.length
  return hidden > 0 ? `${shown.join(', ')} and ${hidden.toLocaleString('en')} more` : shown.join(', ')
}

function shareChanges({ results }: PartReport): Shared[] {
  const found = new Map<string, Shared>()
  for (const { dialect, changes } of results) {
    for (const change of changes) {
      if (severityOf(change) === undefined) continue
      const key = JSON.stringify([change.at, change.keyword, change.effect, change.note])
      const shared = found.get(key)
      if (shared === undefined) found.set(key, { change, dialects: [dialect] })
      else shared.dialects.push(dialect)
    }
  }
  // Stable: what is equally bad stays in the order of the document.
  return [...found.values()].sort((a, b) => rank(b.change) - rank(a.change))
}

function rank(change: Change): number {
  const severity = severityOf(change)
  return severity === undefined ? -1 : severities.indexOf(severity)
}

function changeRow({ change, dialects: own }: Shared, dialects: readonly string[]): Row {
  const isHarmless = change.effect === 'dropped' && severityOf(change) !== 'dropped'
  return {
    cells: [
      { text: change.effect, style: isHarmless ? 'dim' : effectStyles[change.effect] },
      { text: printable(change.keyword) },
      { text: change.at === '' ? '(root)' : printable(change.at), style: 'dim' },
    ],
    note: { text: `${printable(change.note)}${where(own, dialects)}` },
  }
}

/** In which dialects, in the shorter way; nothing where it is all of them. */
function where(own: readonly string[], all: readonly string[]): string {
  const others = all.filter((dialect) => !own.includes(dialect))
  if (others.length === 0) return ''
  return others.length < own.length ? ` [all but ${others.join(', ')}]` : ` [${own.join(', ')}]`
}
