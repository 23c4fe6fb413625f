import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { nameInferredTypes } from './name-inferred-types.ts'

test('takes the type that the keywords apply to', () => {
  const { tree, changes } = runPass(nameInferredTypes, { minLength: 1 })
  expect(tree).toEqual({ kind: 'string', minLength: 1 })
  expect(changes).toEqual([' type: type-inferred, narrowed'])
})

test('leaves a type that is there', () => {
  expect(runPass(nameInferredTypes, { type: 'string', minLength: 1 }).isSame).toBe(true)
})

test('leaves a missing type to a dialect that accepts it', () => {
  expect(runPass(nameInferredTypes, { minLength: 1 }, { supports: ['untyped'] }).isSame).toBe(true)
})
