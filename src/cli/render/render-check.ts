import { getOrInsert } from '../../core/collections.ts'
import type { Advice } from '../report/advice.ts'
import type { CheckReport, PartReport } from '../report/check-report.ts'
import { severities } from '../report/severity.ts'
import { renderCountTable } from './count-table.ts'
import { type Paint, printable } from './paint.ts'
import { renderChanges } from './render-changes.ts'
import { renderUnconverted } from './render-unconverted.ts'
import { hang, wrap } from './table.ts'
import { count, countParts } from './words.ts'

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
  const size = report.dialects.length === 1 ? tokensText(report) : ''
  const [subject, rest] = [printable(source), `: ${countParts(report.parts)}${where}${size}`]
  const [first = '', ...more] = wrap(`${subject}${rest}`, rendering.width)
  const title = [
    first.startsWith(subject) ? `${paint('bold', subject)}${first.slice(subject.length)}` : first,
    ...more,
  ].join('\n')
  const blocks = [
    title,
    ...(report.parts.length === 0 ? [] : [renderCounts(report, shown, rendering)]),
    ...renderChanges(
      { ...report, parts: [...shown, ...report.parts.filter((part) => !shown.includes(part))] },
      rendering,
    ),
    ...renderAdvice(report.advice, rendering),
    ...renderUnconverted(report.parts, rendering),
    renderConclusion(report, rendering),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** What the whole set costs in every request. */
function tokensText({ parts }: CheckReport): string {
  const tokens = parts.reduce((sum, { results }) => sum + results.reduce((own, result) => own + result.tokens, 0), 0)
  return tokens === 0 ? '' : `, about ${count(tokens, 'token')} in every request`
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
    getOrInsert(dialectsBy, text, () => []).push(dialect)
  }
  return Array.from(dialectsBy, ([text, dialects]) => {
    const where = dialects.length === results.length ? '' : ` (${dialects.join(', ')})`
    return hang(marks.get(text)!, `${printable(name)}${where} ${printable(text)}`, width)
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
  return hang(findings > 0 ? paint('red', '✗') : paint('green', '✓'), `${sentence}${policy}`, width)
}

const mostAdvice = 8
const mostPlaces = 3

/** What the author can do, with the places, and where to read on. Nothing where there is no advice. */
function renderAdvice(advice: readonly Advice[], { paint, width }: { paint: Paint; width: number }): string[] {
  if (advice.length === 0) return []
  const shown = advice.slice(0, mostAdvice)
  const lines = shown.flatMap(({ advice: text, places }) => [
    ...indented(text, '• ', width),
    ...wrap(placesText(places), width - 6).map((line) => paint('dim', `      ${line}`)),
  ])
  const hidden = advice.length - shown.length
  const more = hidden > 0 ? [paint('dim', `  … and ${hidden} more. --json lists all.`)] : []
  const pages = [...new Set(shown.map(({ page }) => page))].join(', ')
  return [[paint('bold', 'What you can do'), ...lines, ...more, paint('dim', `  Why: ${pages}`)].join('\n')]
}

function indented(text: string, mark: string, width: number): string[] {
  return wrap(text, width - 4).map((line, index) => `  ${index === 0 ? mark : '  '}${line}`)
}

function placesText(places: Advice['places']): string {
  const shown = places.slice(0, mostPlaces).map(({ part, at }) => printable(at === '' ? part : `${part} ${at}`))
  const hidden = places.length - shown.length
  return hidden > 0 ? `${shown.join(', ')} and ${count(hidden, 'more place')}` : shown.join(', ')
}
