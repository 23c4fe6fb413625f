import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BehaviourTitle, findBehaviourTitles } from './behaviour-titles.ts'

const path = fileURLToPath(new URL('../gateway/behaviour/outcomes.json', import.meta.url))

/** What came of the tests of one row, when the suite was last run by `scripts/gateway-behaviour.mjs`. */
export interface BehaviourOutcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The titles that there were, by file. */
  readonly titles: Readonly<Record<string, readonly string[]>>
}

export type BehaviourOutcomes = Readonly<Record<string, BehaviourOutcome>>

export function readOutcomes(): BehaviourOutcomes {
  return JSON.parse(readFileSync(path, 'utf8')) as BehaviourOutcomes
}

/** As far as it is read: the report of a run in JSON. */
interface RunReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly RunTest[]
  }[]
}

interface RunTest {
  readonly title: string
  /** The groups that it is in. */
  readonly ancestorTitles: readonly string[]
  readonly status: string
}

/** Counts a run by rows, and writes it down. */
export function writeOutcomes(report: string): void {
  const outcomes = countOutcomes(JSON.parse(readFileSync(report, 'utf8')) as RunReport, titlesByRow())
  writeFileSync(path, `${JSON.stringify(outcomes, null, 2)}\n`)
}

export function countOutcomes(
  { testResults }: RunReport,
  titles: ReadonlyMap<string, readonly BehaviourTitle[]>,
): BehaviourOutcomes {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const statuses = new Map<string, string[]>()
  for (const { title, ancestorTitles, status } of tests) {
    const ids = new Set([title, ...ancestorTitles].flatMap(idsOf))
    for (const id of ids) statuses.set(id, [...(statuses.get(id) ?? []), status])
  }
  const rows = [...titles].map(([id, found]): [string, BehaviourOutcome] => {
    const of = statuses.get(id) ?? []
    const passed = of.filter((status) => status === 'passed').length
    const failed = of.filter((status) => status === 'failed').length
    return [id, { passed, failed, skipped: of.length - passed - failed, titles: byFile(found) }]
  })
  return Object.fromEntries(rows)
}

export function byFile(titles: readonly BehaviourTitle[]): Record<string, string[]> {
  const files: Record<string, string[]> = {}
  for (const { file, title } of titles) files[file] = [...(files[file] ?? []), title]
  return files
}

/** `F16, F17: …` belongs to two rows. */
function idsOf(title: string): readonly string[] {
  return /^((?:[A-Z]\d+, )*[A-Z]\d+): /.exec(title)?.[1]?.split(', ') ?? []
}

/** The tests that there are now. */
export function titlesByRow(): Map<string, BehaviourTitle[]> {
  const rows = new Map<string, BehaviourTitle[]>()
  for (const title of findBehaviourTitles()) rows.set(title.id, [...(rows.get(title.id) ?? []), title])
  return new Map([...rows].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })))
}
