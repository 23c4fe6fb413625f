import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import { describeLimits } from './describe-limits.ts'

test('describes lengths and a pattern', () => {
  const { tree, changes } = runPass(describeLimits, { type: 'string', minLength: 1, maxLength: 5, pattern: '^a' })
  expect(tree).toEqual({
    kind: 'string',
    says: ['Must have 1 to 5 characters.', 'Must match /^a/.'],
  })
  expect(changes).toEqual([
    ' minLength: constraint-described, described',
    ' maxLength: constraint-described, described',
    ' pattern: constraint-described, described',
  ])
})

test('drops a length of at least 0', () => {
  const { tree, changes } = runPass(describeLimits, { type: 'string', minLength: 0 })
  expect(tree).toEqual({ kind: 'string' })
  expect(changes).toEqual([])
})

test('describes counts of properties', () => {
  const { tree, changes } = runPass(describeLimits, {
    type: 'object',
    properties: { a: { type: 'string' } },
    minProperties: 1,
  })
  expect(tree).toEqual({
    kind: 'object',
    says: ['Must not be empty.'],
    fields: { 'a?': { kind: 'string' } },
  })
  expect(changes).toEqual([' minProperties: constraint-described, described'])
})

test('describes a pattern that looks ahead where the dialect cannot', () => {
  const { tree, changes } = runPass(
    describeLimits,
    { type: 'string', pattern: '^(?=a)' },
    { supports: ['lengths', 'patterns'] },
  )
  expect(tree).toEqual({ kind: 'string', says: ['Must match /^(?=a)/.'] })
  expect(changes).toEqual([' pattern: constraint-described, described'])
})

test('leaves limits to a dialect that has them', () => {
  expect(
    runPass(describeLimits, { type: 'string', minLength: 1, pattern: '^a' }, { supports: ['lengths', 'patterns'] })
      .isSame,
  ).toBe(true)
})

test.each([
  [{ minLength: 1 }, 'Must not be empty.'],
  [{ minLength: 2 }, 'Must have at least 2 characters.'],
  [{ maxLength: 1 }, 'Must have at most 1 character.'],
  [{ minLength: 3, maxLength: 3 }, 'Must have exactly 3 characters.'],
  [{ maxLength: 0 }, 'Must be empty.'],
])('says %j in one sentence', (lengths, sentence) => {
  expect(runPass(describeLimits, { type: 'string', ...lengths }).tree).toEqual({ kind: 'string', says: [sentence] })
})

test('a looser bound that the described one restates is described, too', () => {
  const source = { type: 'string', minLength: 2, allOf: [{ minLength: 3 }] }
  const { schema, changes } = compileSchema(source, { to: 'gemini-json' })
  expect(schema).toEqual({ type: 'string', description: 'Must have at least 3 characters.' })
  expect(changes.filter(({ keyword }) => keyword === 'minLength')).toMatchObject([
    { at: '', effect: 'described' },
    { at: '/allOf/0', effect: 'described' },
  ])
})
