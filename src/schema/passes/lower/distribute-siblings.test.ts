import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import type { JsonObject } from '../../../core/json.ts'
import { compileSchema } from '../../compile.ts'
import { flattenUnions } from '../simplify/flatten-unions.ts'
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
      { kind: 'number', default: 1, integer: false },
    ],
  })
  expect(changes).toEqual([' description: annotation-moved, rewritten', ' default: annotation-moved, rewritten'])
})

test('says what is said of the union once, before what is said of its first branch', () => {
  const { tree } = runPass(distributeSiblings, {
    description: 'Who gets it',
    anyOf: [{ type: 'string', description: 'An address' }, { type: 'number' }],
  })
  expect(tree).toMatchObject({
    options: [
      { kind: 'string', description: 'Who gets it. An address' },
      { kind: 'number', integer: false },
    ],
  })
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

test('lets one branch take null, the first unless another does', () => {
  const nullables = (anyOf: JsonObject[]) => {
    const { tree } = runPass(distributeSiblings, { anyOf: [...anyOf, { type: 'null' }] }, { after: [flattenUnions] })
    return (tree['options'] as { nullable?: boolean }[]).map(({ nullable }) => nullable)
  }
  expect(nullables([{ type: 'string' }, { type: 'number' }])).toEqual([true, undefined])
  expect(nullables([{ type: 'string' }, { type: ['number', 'null'] }])).toEqual([undefined, true])
})

test('lets a branch take null that is not JSON text', () => {
  const { schema } = compileSchema({ type: ['object', 'integer', 'null'] }, { to: 'gemini' })
  expect(schema).toEqual({
    anyOf: [
      { type: 'STRING', description: 'JSON text of type object.' },
      { type: 'INTEGER', nullable: true },
    ],
  })
})
