import type { CheckReport, PartReport } from '../report/check-report.ts'
import { type Severity, severities } from '../report/severity.ts'
import { renderDetails } from './check-details.ts'
import { renderCountTable } from './count-table.ts'
import { renderExplanations } from './explanations.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'
import { wrap } from './text-width.ts'
import { count, countParts } from './words.ts'

export interface CheckRendering {
  readonly source: string
  readonly failOn: Severity | 'never'
  readonly findings: number
  readonly paint: Paint
  readonly width: number
}

/** Beyond these many lines of the table, only the parts that need attention most are shown. */
const mostRows = 60

/** The report for people: a table of counts, what changed, what Gemini says unconverted, a verdict. */
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
    renderVerdict(report, rendering),
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

function renderVerdict({ parts, dialects }: CheckReport, { failOn, findings, paint, width }: CheckRendering): string {
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
