import type { CompiledPart } from '../compile-input.ts'
import { type Severity, severityOf } from '../report/severity.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'
import { countParts, effectStyles, listEffects } from './words.ts'

const mostLines = 10

/** What a conversion cost, in a few lines: the counts, what failed, and what a model can no longer say. */
export function renderConversion(dialect: string, parts: readonly CompiledPart[], paint: Paint): string {
  const counts: Record<Severity, number> = { rewritten: 0, encoded: 0, described: 0, narrowed: 0, dropped: 0 }
  const worth: string[] = []
  for (const { name, changes, error } of parts) {
    if (error !== undefined) worth.push(`${paint('red', 'failed')} ${printable(name)}: ${printable(error.message)}`)
    for (const change of changes) {
      const severity = severityOf(change)
      if (severity === undefined) continue
      counts[change.effect]++
      if (severity !== 'narrowed' && severity !== 'dropped') continue
      const at = printable(`${name}${change.at} ${change.keyword}`)
      worth.push(`${paint(effectStyles[severity], severity)} ${at}: ${printable(change.note)}`)
    }
  }
  const effects = listEffects(counts, paint)
  const summary = `${countParts(parts)} for ${paint('bold', dialect)}: ${effects === '' ? 'nothing changed' : effects}.`
  const hidden = worth.length - mostLines
  const more = hidden > 0 ? [`… and ${hidden} more: --json lists all.`] : []
  return `${[summary, ...worth.slice(0, mostLines).map((line) => `  ${line}`), ...more].join('\n')}\n`
}
