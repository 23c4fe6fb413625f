/**
 * What a unit test imports as `vitest`, where vitest itself cannot run: its own runner and its own assertions,
 * which need nothing but JavaScript. A name that is missing here fails the bundle, so nothing is skipped unseen.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  addCustomEqualityTesters,
  chai,
  customMatchers,
  type ExpectStatic,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import { startTests, type VitestRunner } from '@vitest/runner'
import { getTests } from '@vitest/runner/utils'

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, onTestFinished, suite, test } from '@vitest/runner'
export const assert = chai.assert

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

const freshState = {
  assertionCalls: 0,
  isExpectingAssertions: false,
  isExpectingAssertionsError: null,
  expectedAssertionsNumber: null,
  expectedAssertionsNumberErrorGen: null,
}

export const expect = createExpect()

interface Extensible {
  extend(expect: unknown, matchers: unknown): void
}

function createExpect(): ExpectStatic {
  const portable = Object.assign((value: unknown, message?: string) => {
    setState({ assertionCalls: getState(portable).assertionCalls + 1 }, portable)
    return chai.expect(value, message)
  }, chai.expect) as unknown as ExpectStatic
  Object.assign(portable, Reflect.get(globalThis, ASYMMETRIC_MATCHERS_OBJECT), {
    getState: () => getState(portable),
    addEqualityTesters: addCustomEqualityTesters,
    extend: (matchers: unknown) => (chai.expect as unknown as Extensible).extend(portable, matchers),
    assertions: (count: number) => setState({ expectedAssertionsNumber: count }, portable),
    hasAssertions: () => setState({ isExpectingAssertions: true }, portable),
    unreachable: (message = '') => chai.assert.fail(`expected ${message} not to be reached`),
  })
  setState(freshState, portable)
  portable.extend(customMatchers)
  return portable
}

export interface Report {
  /** Tests that passed, by file: comparable with vitest's own report. */
  readonly passed: Readonly<Record<string, number>>
  readonly skipped: number
  readonly failures: readonly string[]
}

/** Runs the test files one after the other; each is evaluated when its turn comes. */
export async function runFiles(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<Report> {
  const results = await startTests(Object.keys(files), runnerOf(files))
  const tests = results.flatMap((file) => getTests(file))
  const broken = [...results, ...tests].filter((task) => task.result?.state === 'fail')
  const passed: Record<string, number> = {}
  for (const { file } of tests.filter((task) => task.result?.state === 'pass')) {
    passed[file.filepath] = (passed[file.filepath] ?? 0) + 1
  }
  return {
    passed,
    skipped: tests.filter((task) => task.mode === 'skip' || task.mode === 'todo').length,
    failures: broken.flatMap((task) =>
      (task.result?.errors ?? []).map(
        (error) => `${task.file.filepath}: ${task.name}: ${error.stack ?? error.message}`,
      ),
    ),
  }
}

function runnerOf(files: Readonly<Record<string, () => Promise<unknown>>>): VitestRunner {
  return {
    config: {
      root: '/',
      name: undefined,
      setupFiles: [],
      passWithNoTests: false,
      testNamePattern: undefined,
      allowOnly: false,
      sequence: { seed: 1, hooks: 'stack', setupFiles: 'list' },
      chaiConfig: undefined,
      maxConcurrency: 1,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      retry: 0,
      includeTaskLocation: false,
      tags: [],
      tagsFilter: undefined,
      strictTags: false,
    },
    importFile: (path) => files[path]?.(),
    extendTaskContext: (context) => Object.assign(context, { expect }),
    onBeforeTryTask: () => setState(freshState, expect),
    onAfterTryTask: () => {
      const { assertionCalls, expectedAssertionsNumber, isExpectingAssertions } = getState(expect)
      const expected = expectedAssertionsNumber ?? assertionCalls
      if (assertionCalls !== expected) throw new Error(`expected ${expected} assertions, got ${assertionCalls}`)
      if (isExpectingAssertions && assertionCalls === 0) throw new Error('expected assertions, got none')
    },
  }
}
