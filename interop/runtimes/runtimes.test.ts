import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleTests, unitTests } from './bundle-tests.ts'
import { runtimes } from './runtime.ts'

const newFolder = () => mkdtempSync(`${tmpdir()}/toolfit-runtimes-`)
const each = Object.entries(runtimes)

/** The layers that run everywhere. */
const folders = [
  'core',
  'schema',
  'tools',
  'emulator',
  'history',
  'wire',
  'models',
  'runtime',
  'gateway',
  'bridges',
].map((name) => `src/${name}`)

/** What only Node has: the HTTP server, the connection pool, Redis. Elsewhere the platform has its own. */
const forNode = /\.node\.test\.ts$/

const tests = unitTests(folders).filter((path) => !forNode.test(path))

describe('the unit tests of everything below the command line', () => {
  const folder = newFolder()
  beforeAll(() => bundleTests(tests, folder))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(each)('all pass on %s', async (name, run) => {
    const { passed, skipped, failures } = await run(folder)
    expect(failures).toEqual([])
    expect(Object.keys(passed)).toEqual(tests)
    const total = Object.values(passed).reduce((sum, count) => sum + count, 0)
    console.log(`${name}: ${total} passed, 0 failed, ${skipped} skipped in ${tests.length} files`)
    expect(total).toBeGreaterThan(100)
    expect(passed).toEqual(passedOnVitest() ?? passed)
  })
})

describe('a runtime', () => {
  const folder = newFolder()
  const fixtures = ['one-of-each', 'broken-import'].map((name) => `interop/runtimes/fixtures/${name}.ts`)
  beforeAll(() => bundleTests(fixtures, folder))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(each)('%s reports what failed', async (_name, run) => {
    const { passed, skipped, failures } = await run(folder)
    expect(passed).toEqual({ 'interop/runtimes/fixtures/one-of-each.ts': 2 })
    expect(skipped).toBe(1)
    expect(failures).toEqual([
      expect.stringMatching(/broken-import\.ts: .*evaluated/),
      expect.stringMatching(/one-of-each\.ts: fails: .*deeply equal/),
      expect.stringMatching(/one-of-each\.ts: fails for want of assertions: .*expected 1 assertions, got 0/),
    ])
  })
})

/** The same count from vitest proper, when .ci/run has just made its report. */
function passedOnVitest(): Record<string, number> | undefined {
  const report = process.env.TOOLFIT_VITEST_REPORT
  if (report === undefined) return undefined
  const { testResults }: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
  const counts = testResults.map(({ name, assertionResults }): [string, number] => [
    name.slice(name.lastIndexOf('/src/') + 1),
    assertionResults.filter(({ status }) => status === 'passed').length,
  ])
  return Object.fromEntries(counts.filter(([name]) => tests.includes(name)))
}

interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly assertionResults: readonly { status: string }[] }[]
}
