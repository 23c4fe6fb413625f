import { describe, expect, test } from 'vitest'
import {
  checkAny,
  checkDefaultExports,
  checkDirectives,
  checkDoors,
  checkFileLengths,
  checkFunctionLengths,
  checkNames,
  maxFileLines,
  maxFunctionLines,
} from './check-shape.ts'
import { sourceFiles } from './source-file.ts'

const paths = (...names: string[]) => sourceFiles(Object.fromEntries(names.map((name) => [name, ''])))

describe('checkNames', () => {
  test('takes kebab-case, private modules, tests and examples', () => {
    const good = paths(
      'core/assert-never.ts',
      'wire/openai-chat/_delta.ts',
      'core/json.test.ts',
      'x/repair.examples.ts',
      'server/serve.node.ts',
      'server/serve.node.test.ts',
    )
    expect(checkNames(good)).toEqual([])
  })

  test('refuses other spellings, dumps and files that are no sources', () => {
    const bad = paths(
      'core/assertNever.ts',
      'core/Json.ts',
      'Core/json.ts',
      'core/utils.ts',
      'core/types.test.ts',
      'core/a.js',
    )
    expect(checkNames(bad)).toHaveLength(6)
    expect(checkNames(paths('helpers/json.ts'))).toEqual(['helpers/json.ts: name a shared leaf for its noun'])
  })
})

describe('lengths', () => {
  const linesOf = (count: number) => 'void 0\n'.repeat(count)

  test('a file may have 400 lines, not 401', () => {
    const files = sourceFiles({ 'a.ts': linesOf(maxFileLines), 'b.ts': linesOf(401), 'c.ts': linesOf(500) })
    expect(checkFileLengths(files)).toEqual(['c.ts: 500 lines', 'b.ts: 401 lines'])
  })

  test('a function may have 60 lines, not 61, whatever its form', () => {
    const body = (lines: number) => `{\n${linesOf(lines - 2)}}`
    const text = [
      `function short() ${body(maxFunctionLines)}`,
      `function long() ${body(61)}`,
      `const longer = () => ${body(62)}`,
      `class A { longest() ${body(63)} }`,
    ].join('\n')
    expect(checkFunctionLengths(sourceFiles({ 'a.ts': text }))).toEqual([
      'a.ts:184: longest has 63 lines',
      'a.ts:122: longer has 62 lines',
      'a.ts:61: long has 61 lines',
    ])
  })

  test('tests may be as long as their tables', () => {
    const files = sourceFiles({ 'a.test.ts': `test('x', () => {\n${linesOf(500)}})` })
    expect([...checkFileLengths(files), ...checkFunctionLengths(files)]).toEqual([])
  })
})

test('checkDefaultExports finds both spellings', () => {
  const files = sourceFiles({
    'a.ts': 'export default 1',
    'b.ts': 'const b = 1\nexport { b as default }',
    'c.ts': 'export const c = { default: 1 }',
  })
  expect(checkDefaultExports(files)).toEqual(['a.ts:1: default export', 'b.ts:2: default export'])
})

test('checkAny finds the type, not the word', () => {
  const files = sourceFiles({
    'a.ts': 'export const any = 1 // any',
    'b.ts': 'export const list = [] as any[]',
    'c.ts': "export type T = 'any' | Record<string, any>",
  })
  expect(checkAny(files)).toEqual(['b.ts:1: any', 'c.ts:1: any'])
})

test('checkDirectives finds switched-off checks and postponed work', () => {
  const files = sourceFiles({
    'a.ts': '// @ts-ignore\nexport const a = 1 // TODO later',
    'b.ts': '// @ts-expect-error: a reason',
    'b.test.ts': '// @ts-expect-error: a type test',
    'c.test.ts': '// @ts-nocheck',
  })
  expect(checkDirectives(files)).toEqual([
    'a.ts:1: @ts-ignore',
    'a.ts:2: TODO',
    'b.ts:1: @ts-expect-error',
    'c.test.ts:1: @ts-nocheck',
  ])
})

test('checkDoors refuses export * in an entry only', () => {
  const files = sourceFiles({
    'schema/index.ts': "export * from './compile.ts'",
    'schema/a.ts': "export * from './b.ts'",
  })
  expect(checkDoors(files)).toEqual(['schema/index.ts:1: export *'])
})
