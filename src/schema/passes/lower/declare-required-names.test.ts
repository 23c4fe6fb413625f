import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import { declareRequiredNames } from './declare-required-names.ts'

const ghost = { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'ghost'] }

test('declares a required name that no property has, with any value', () => {
  const { tree, changes } = runPass(declareRequiredNames, ghost, { supports: ['freeForm'] })
  expect(tree).toEqual({ kind: 'object', fields: { a: { kind: 'string' }, ghost: { kind: 'any' } } })
  expect(changes).toEqual([' required: required-name-undeclared, rewritten'])
})

test('leaves objects whose other properties have a type or are forbidden', () => {
  for (const additionalProperties of [false, { type: 'integer' }])
    expect(runPass(declareRequiredNames, { ...ghost, additionalProperties }).isSame).toBe(true)
})

test.each(['gemini', 'gemini-json', 'openai-strict', 'gemini-openai', 'vertex'] as const)(
  'a model can make a call that check accepts (%s)',
  (to) => {
    const compiled = compileSchema(ghost, { to })
    expect(compiled.schema['required']).toContain('ghost')
    for (const value of [
      { a: 'x', ghost: 'text' },
      { a: 'x', ghost: { deep: [1] } },
      { a: 'x', ghost: null },
    ]) {
      expect(compiled.decode(compiled.encode(value))).toEqual(value)
      expect(compiled.receive(compiled.encode(value))).toEqual({ value, issues: [] })
    }
  },
)
