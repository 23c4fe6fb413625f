import { expect, test } from 'vitest'
import { checkTimedTests, checkTitles, untestedFiles } from './check-tests.ts'
import { sourceFiles } from './source-file.ts'

test('untestedFiles finds passes, codecs and rules without a test beside them', () => {
  const files = sourceFiles({
    'schema/passes/trim-enums.ts': 'export const trimEnums: Pass = {}',
    'schema/passes/cut-depth.ts': 'export function cutDepth(limit: number): Pass {}',
    'schema/passes/run-passes.ts': 'export function runPasses() {}',
    'schema/codec/labels.ts': 'export function labelsCodec() {}',
    'history/rules/fit-ids.ts': 'export const fitIds: HistoryRule = {}',
    'history/rules/index.ts': 'export const rules: readonly unknown[] = []',
    'wire/gemini/request.ts': 'export function encodeRequest() {}',
    'emulator/accept/request/turn-rules.ts': 'export const turnRules = refuseRequest([])',
    'emulator/accept/schema/backend-rules.ts': 'export const backendRules = rulesAbout<SchemaNode>(stage)([])',
  })
  expect(untestedFiles(files)).toEqual([
    { path: 'schema/passes/trim-enums.ts', kind: 'pass' },
    { path: 'schema/passes/cut-depth.ts', kind: 'pass' },
    { path: 'schema/codec/labels.ts', kind: 'schema codec' },
    { path: 'history/rules/fit-ids.ts', kind: 'history rule' },
    { path: 'wire/gemini/request.ts', kind: 'wire codec' },
    { path: 'emulator/accept/request/turn-rules.ts', kind: 'emulator rule' },
    { path: 'emulator/accept/schema/backend-rules.ts', kind: 'emulator rule' },
  ])
})

test('untestedFiles accepts a file with a test of its name', () => {
  const files = sourceFiles({
    'schema/passes/trim-enums.ts': 'export const trimEnums: Pass = {}',
    'schema/passes/trim-enums.test.ts': '',
  })
  expect(untestedFiles(files)).toEqual([])
})

test('checkTitles finds titles that begin with a number of a specification', () => {
  const text = [
    "test('stops after a step (C7)', () => {})",
    "test.each([1])('C7: stops after %s', () => {})",
    'describe(`B1, B2: bodies`, () => {})',
    "expect(complaint).toBe('C7: stops')",
  ].join('\n')
  expect(checkTitles([{ path: 'a.test.ts', text }])).toEqual([
    'a.test.ts: C7: stops after %s',
    'a.test.ts: B1, B2: bodies',
  ])
})

test('checkTimedTests finds what must be over by a time, and lets a wait have its least', () => {
  const text = [
    ['expect(performance.now() - start)', 'toBeLessThan(1_000)'].join('.'),
    ['expect(Date.now() - started)', 'toBeGreaterThan(290)'].join('.'),
  ].join('\n')
  expect(checkTimedTests([{ path: 'a.test.ts', text }])).toEqual([
    ['a.test.ts: expect(performance.now() - start)', 'toBeLessThan(1_000)'].join('.'),
  ])
})
