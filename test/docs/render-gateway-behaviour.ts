import { type BehaviourRow, behaviour, type Measurement } from '../gateway/behaviour/rows.ts'
import { type BehaviourOutcome, type BehaviourOutcomes, readOutcomes } from './behaviour-outcomes.ts'
import { renderTable } from './render-changes.ts'

/** Every row of the suite, with what came of it when it was last run. */
export function renderGatewayBehaviour(): string {
  const outcomes = readOutcomes()
  const groups = behaviour.map(({ title, rows }) => {
    const cells = rows.map((row) => {
      const outcome = outcomes[row.id]
      return [row.id, row.what, row.expected, outcomeOf(row, outcome), outcome === undefined ? '' : testsOf(outcome)]
    })
    return `## ${title}\n\n${renderTable(['', 'what', 'expected', 'outcome', 'tests'], cells)}`
  })
  return groups.join('\n\n')
}

/** How many rows hold, and those that do not. */
export function renderBehaviourSummary(): string {
  const outcomes = readOutcomes()
  const rows = behaviour.flatMap((group) => group.rows)
  const held = rows.filter((row) => isHeld(row, outcomes)).length
  const short = rows.filter((row) => !isHeld(row, outcomes) && !isMeasured(row, outcomes))
  const others = rows.length - held - short.length
  const tests = Object.values(outcomes).reduce((sum, { passed, failed }) => sum + passed + failed, 0)
  const head = `Of ${rows.length} rows ${held} hold by their tests (${tests}, those of two rows counted twice), ${others} are measured, ${short.length} fall short:`
  return [head, '', ...short.map((row) => `- ${row.id}, ${row.what}: ${outcomeOf(row, outcomes[row.id])}`)].join('\n')
}

function isHeld({ id, short }: BehaviourRow, outcomes: BehaviourOutcomes): boolean {
  const { passed = 0, failed = 0 } = outcomes[id] ?? {}
  return short === undefined && passed > 0 && failed === 0
}

/** By a command, and no test says otherwise. */
function isMeasured({ id, short, measurement }: BehaviourRow, outcomes: BehaviourOutcomes): boolean {
  return short === undefined && measurement !== undefined && (outcomes[id]?.failed ?? 0) === 0
}

function outcomeOf({ short, measurement }: BehaviourRow, outcome: BehaviourOutcome | undefined): string {
  const { passed = 0, failed = 0, skipped = 0 } = outcome ?? {}
  if (failed > 0) return `**fails**: ${failed} of ${passed + failed + skipped} tests`
  const measured = measurement === undefined ? [] : [wordsFor(measurement)]
  const held = short ?? (passed > 0 ? 'holds' : undefined)
  return [...(held === undefined ? [] : [held]), ...measured].join('; ') || '**not tested**'
}

function wordsFor({ command, result }: Measurement): string {
  return result === undefined ? `measured by \`${command}\`` : `${result} (\`${command}\`)`
}

/** How many, and where they are. */
function testsOf({ passed, failed, skipped, titles }: BehaviourOutcome): string {
  const without = skipped === 0 ? '' : `, ${skipped} skipped`
  const files = Object.keys(titles).map((file) => `[${file.replace(/^.*\/|\.test\.ts$/g, '')}](../${file})`)
  return `${passed + failed}${without}: ${files.join(', ')}`
}
