import { type BehaviourRow, behaviour, type Measurement } from '../gateway/behaviour/rows.ts'
import { type BehaviourTitle, titlesByRow } from './behaviour-titles.ts'
import { renderTable } from './render-changes.ts'

/** Every row, with its tests. CI runs them, so a row with a test holds. */
export function renderGatewayBehaviour(): string {
  const titles = titlesByRow()
  const groups = behaviour.map(({ title, rows }) => {
    const cells = rows.map((row) => {
      const tests = titles.get(row.id) ?? []
      return [row.id, row.what, row.expected, outcomeOf(row, tests.length > 0), linksTo(tests)]
    })
    return `## ${title}\n\n${renderTable(['', 'what', 'expected', 'outcome', 'tests'], cells)}`
  })
  return groups.join('\n\n')
}

/** How many rows hold, and those that do not. */
export function renderBehaviourSummary(): string {
  const titles = titlesByRow()
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

/** The files that the tests are in. */
function linksTo(tests: readonly BehaviourTitle[]): string {
  const files = [...new Set(tests.map(({ file }) => file))]
  return files.map((file) => `[${file.replace(/^.*\/|\.test\.ts$/g, '')}](../${file})`).join(', ')
}
