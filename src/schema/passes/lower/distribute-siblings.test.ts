import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { distributeSiblings } from './distribute-siblings.ts'

test('moves what stands beside anyOf into the branches', () => {
  const { tree, changes } = runPass(distributeSiblings, {
    description: 'An id.',
    default: 1,
    anyOf: [{ type: 'string' }, { type: 'number' }],
  })
  expect(tree).toEqual({
    kind: 'union',
    keyword: 'anyOf',
    options: [
      { kind: 'string', description: 'An id.' },
      { kind: 'number', description: 'An id.', default: 1, integer: false },
    ],
  })
  expect(changes).toEqual([' description: annotation-moved, rewritten', ' default: annotation-moved, rewritten'])
})

test('leaves siblings to a dialect that accepts them', () => {
  expect(
    runPass(
      distributeSiblings,
      { description: 'An id.', anyOf: [{ type: 'string' }, { type: 'number' }] },
      { supports: ['anyOfSiblings'] },
    ).isSame,
  ).toBe(true)
})
