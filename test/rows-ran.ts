import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { attackTitles, behaviourTitles, rowsNamedBy, type TitlesByRow } from './docs/row-titles.ts'

/**
 * Fails a run in which the tests of a row did not run: a row of docs/security-tests.md or docs/gateway-behaviour.md whose files were all
 * part of the run, and of which no test passed. A test that needs a program which is not installed says so in its name.
 */
export default class RowsRan implements Reporter {
  #isFiltered = false

  onInit({ config }: Parameters<NonNullable<Reporter['onInit']>>[0]): void {
    this.#isFiltered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isFiltered) return
    const missing = [attackTitles(), behaviourTitles()].flatMap((titles) => rowsWithoutRun(titles, modules))
    if (missing.length === 0) return
    console.error(`\nRows whose tests did not run: ${missing.join(', ')}.`)
    process.exitCode = 1
  }
}

function rowsWithoutRun(titles: TitlesByRow, modules: readonly TestModule[]): string[] {
  const files = new Set(modules.map(({ relativeModuleId }) => relativeModuleId))
  const ran = new Set(modules.flatMap((module) => [...module.children.allTests()].flatMap(rowsOf)))
  return [...titles]
    .filter(([id, tests]) => !ran.has(id) && tests.every(({ file }) => files.has(file)))
    .map(([id]) => id)
}

function rowsOf(test: TestCase): string[] {
  const isCounted = test.result().state !== 'skipped' || test.fullName.includes('skipped')
  return isCounted ? rowsNamedBy(test.fullName) : []
}
