import type { Change } from '../../schema/change.ts'
import type { CheckReport, Explanation, PartReport } from '../report/check-report.ts'
import { isUnknown, severities, severityOf } from '../report/severity.ts'
import { renderCountTable } from './count-table.ts'
import { type Paint, printable } from './paint.ts'
import { type Column, type Row, renderTable, wrap } from './table.ts'
import { count, countParts, effectStyles } from './words.ts'

export interface CheckRendering {
  readonly source: string
  /** As on the command line; `never` for none. */
  readonly failOn: string
  readonly findings: number
  readonly paint: Paint
  readonly width: number
}

/** Beyond these many lines of the table, only the parts that need attention most are shown. */
const mostRows = 60

/** The report as text: a table of counts, the changes, what Gemini answers without a conversion, and a conclusion. */
export function renderCheckReport(report: CheckReport, rendering: CheckRendering): string {
  const { paint, source } = rendering
  const shown = partsToShow(report)
  const [only, ...others] = report.dialects
  const where = others.length === 0 && report.parts.length > 0 ? ` for ${only}` : ''
  const title = `${paint('bold', printable(source))}: ${countParts(report.parts)}${where}`
  const blocks = [
    title,
    ...(report.parts.length === 0 ? [] : [renderCounts(report, shown, rendering)]),
    ...renderDetails(
      { ...report, parts: [...shown, ...report.parts.filter((part) => !shown.includes(part))] },
      rendering,
    ),
    ...shown.flatMap((part) => renderExplanations(part, rendering)),
    renderConclusion(report, rendering),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** All of them, or the worst where they are too many; always in their own order. */
function partsToShow({ parts, dialects }: CheckReport): readonly PartReport[] {
  const most = Math.max(1, Math.floor(mostRows / Math.max(1, dialects.length)))
  if (parts.length <= most) return parts
  const worst = [...parts].sort((a, b) => badness(b) - badness(a)).slice(0, most)
  const chosen = new Set(worst)
  return parts.filter((part) => chosen.has(part))
}

function badness({ results }: PartReport): number {
  return Math.max(
    ...results.map(({ worst, error }) =>
      error !== undefined ? severities.length : worst === undefined ? -1 : severities.indexOf(worst),
    ),
  )
}

function renderCounts(report: CheckReport, shown: readonly PartReport[], { paint, width }: CheckRendering): string {
  const hidden = report.parts.length - shown.length
  // What failed has a reason, not counts; it goes below, where there is room.
  const reasons = shown.flatMap((part) => reasonLines(part, { paint, width }))
  const more =
    hidden > 0 ? [paint('dim', `… and ${count(hidden, 'more tool')}, none of them worse. --json lists all.`)] : []
  const lines = renderCountTable(report, shown, { paint, width })
  return [...lines, ...more, ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n')
}

/** Why a part cannot be compiled, or has no place; once for all dialects that say the same. */
function reasonLines(
  { name, results }: PartReport,
  { paint, width }: Pick<CheckRendering, 'paint' | 'width'>,
): string[] {
  const dialectsBy = new Map<string, string[]>()
  const marks = new Map<string, string>()
  for (const { dialect, error, unsupported } of results) {
    const text = error === undefined ? unsupported : `${error.code}: ${error.message}`
    if (text === undefined) continue
    marks.set(text, error === undefined ? paint('dim', '–') : paint('red', '✗'))
    dialectsBy.set(text, [...(dialectsBy.get(text) ?? []), dialect])
  }
  return Array.from(dialectsBy, ([text, dialects]) => {
    const where = dialects.length === results.length ? '' : ` (${dialects.join(', ')})`
    const [first, ...more] = wrap(`${printable(name)}${where} ${printable(text)}`, width - 2)
    return [`${marks.get(text)} ${first}`, ...more.map((line) => `  ${line}`)].join('\n')
  })
}

function renderConclusion(
  { parts, dialects }: CheckReport,
  { failOn, findings, paint, width }: CheckRendering,
): string {
  const failed = parts.filter(({ results }) => results.some(({ error }) => error !== undefined)).length
  const fit = parts.length - failed
  const isPlaceless = parts.some(({ results }) => results.some(({ unsupported }) => unsupported !== undefined))
  const all = isPlaceless ? 'every dialect that has a place for it' : `all ${dialects.length} dialects`
  const where = dialects.length === 1 ? dialects[0] : all
  const policy = failOn === 'never' ? '' : ` --fail-on ${failOn}: ${count(findings, 'finding')}.`
  const subject = failed === 0 ? countParts(parts) : `${fit} of ${countParts(parts)}`
  const rest = failed === 0 ? '' : `, ${failed} cannot be compiled`
  const sentence = parts.length === 0 ? 'There is nothing to check.' : `${subject} can be sent to ${where}${rest}.`
  const [first, ...more] = wrap(`${sentence}${policy}`, width - 2)
  const mark = findings > 0 ? paint('red', '✗') : paint('green', '✓')
  return [`${mark} ${first}`, ...more.map((line) => `  ${line}`)].join('\n')
}

const endpointNames = { 'ai-studio': 'Gemini', vertex: 'Vertex AI', 'cloud-code': 'Cloud Code' } as const
const mostLines = 6

/** What Google answers to the part as it is. */
function renderExplanations(
  { name, unconverted }: PartReport,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  if (unconverted === undefined) return []
  const title = paint('bold', printable(name))
  if (unconverted.length === 0) return [`${title}, unconverted: there is no schema that Gemini could refuse.`]
  return unconverted.map((explanation) => {
    const { endpoint, message } = explanation
    if (message === undefined) return `${title}, unconverted: ${endpointNames[endpoint]} takes it as it is.`
    return [
      `${title}, unconverted: ${endpointNames[endpoint]} answers ${paint('red', '400')}`,
      ...messageLines(explanation, paint, width),
    ].join('\n')
  })
}

function messageLines({ message = '' }: Explanation, paint: Paint, width: number): string[] {
  const lines = message.split('\n')
  const shown = lines.slice(0, mostLines).flatMap((line) => wrap(printable(line), width - 4))
  const hidden = lines.length - mostLines
  return [
    ...shown.map((line) => `  ${paint('red', '│')} ${line}`),
    ...(hidden > 0 ? [paint('dim', `  … and ${count(hidden, 'more line')}. --json has all.`)] : []),
  ]
}

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
function renderDetails(
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

/** What means nothing is most often a mistake: it goes first. */
function rank(change: Change): number {
  if (isUnknown(change)) return severities.length
  const severity = severityOf(change)
  return severity === undefined ? -1 : severities.indexOf(severity)
}

function changeRow({ change, dialects: own }: Shared, dialects: readonly string[]): Row {
  const isHarmless = change.effect === 'dropped' && severityOf(change) !== 'dropped' && !isUnknown(change)
  return {
    cells: [
      { text: change.effect, style: isHarmless ? 'dim' : effectStyles[change.effect] },
      { text: printable(change.keyword) },
      { text: change.at === '' ? '(root)' : printable(change.at), style: 'dim' },
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
