import { expect, test } from 'vitest'
import { readForPass, show } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import { openRequiredLoops } from './open-required-loops.ts'

const list = {
  type: 'object',
  properties: { value: { type: 'integer' }, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
  required: ['value', 'next'],
}
const withRefs = (...more: readonly string[]) => ({ supports: new Set(['refs', ...more]) }) as never

test('a required property that refers back is optional, and the description says that it is required', () => {
  const { forest } = readForPass(list)
  const { root } = openRequiredLoops(forest, withRefs())
  expect(Object.keys(show(root)['fields'] as object)).toEqual(['value', 'next?'])
  expect(root.says).toEqual(['Must have "next".'])
  expect(root.changes).toMatchObject([{ at: '', keyword: 'required', code: 'required-loop-opened', enforced: true }])
})

test('of two definitions that need each other, only the one that refers back gives up', () => {
  const { forest } = readForPass({
    $ref: '#/$defs/A',
    $defs: {
      A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } }, required: ['b'] },
      B: { type: 'object', properties: { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/A' }] } }, required: ['a'] },
    },
  })
  const { definitions } = openRequiredLoops(forest, withRefs())
  const fieldsOf = (target: string) => Object.keys(show(definitions.get(target)!)['fields'] as object)
  expect([fieldsOf('/$defs/A'), fieldsOf('/$defs/B')]).toEqual([['b'], ['a?']])
})

test('nothing changes where the dialect takes such loops, or has no references', () => {
  const { forest } = readForPass(list)
  expect(openRequiredLoops(forest, withRefs('requiredLoops'))).toBe(forest)
  expect(openRequiredLoops(forest, { supports: new Set() } as never)).toBe(forest)
})

test('a loop that ends by itself stays required', () => {
  const { forest } = readForPass({
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#' } } },
    required: ['children'],
  })
  expect(openRequiredLoops(forest, withRefs())).toBe(forest)
})

test('a list that does not say that it is one ends no loop', () => {
  const { schema } = compileSchema({ items: { $ref: '#' } }, { to: 'gemini-json' })
  expect(JSON.stringify(schema)).not.toContain('$ref')
  const typed = { type: 'array', items: { $ref: '#' } }
  expect(compileSchema(typed, { to: 'gemini-json' }).schema).toEqual(typed)
})
