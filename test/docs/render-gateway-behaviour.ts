import { type BehaviourRow, behaviour, type Measurement } from '../gateway/behaviour/rows.ts'
import { renderTable } from './render-changes.ts'
import { behaviourTitles, linksToTests } from './row-titles.ts'

/** Every row, with its tests. CI runs them, so a row with a test holds. */
export function renderGatewayBehaviour(): string {
  const titles = behaviourTitles()
  const groups = behaviour.map(({ title, rows }) => {
    const cells = rows.map((row) => {
      const tests = titles.get(row.id) ?? []
      return [row.id, row.what, row.expected, outcomeOf(row, tests.length > 0), linksToTests(tests)]
    })
    return `## ${title}\n\n${renderTable(['', 'what', 'expected', 'outcome', 'tests'], cells)}`
  })
  return groups.join('\n\n')
}

/** How many rows hold, and those that do not. */
export function renderBehaviourSummary(): string {
  const titles = behaviourTitles()
  const rows = behaviour.flatMap((group) => group.rows)
  const short = rows.filter((row) => row.short !== undefined)
  const tested = rows.filter((row) => row.short === undefined && titles.has(row.id)).length
  const measured = rows.length - short.length - tested
  const head = `Of ${rows.length} rows, ${tested} hold by their tests, ${measured} are measured, ${short.length} fall short:`
  return [head, '', ...short.map((row) => `- ${row.id}, ${row.what}: ${outcomeOf(row, titles.has(row.id))}`)].join('\n')
}

function outcomeOf({ short, measurement }: BehaviourRow, isTested: boolean): string {
  const measured = measurement === undefined ? [] : [wordsFor(measurement)]
  return [...(short !== undefined ? [short] : isTested ? ['holds'] : []), ...measured].join('; ')
}

function wordsFor({ command, result }: Measurement): string {
  return result === undefined ? `measured by \`${command}\`` : `${result} (\`${command}\`)`
}
