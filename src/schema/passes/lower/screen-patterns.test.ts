import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { screenPatterns } from './screen-patterns.ts'

test('drops what is not a regular expression', () => {
  const { tree, changes } = runPass(screenPatterns, { type: 'string', pattern: '(' })
  expect(tree).toEqual({ kind: 'string' })
  expect(changes).toEqual([' pattern: keyword-malformed, dropped'])
})

test('leaves a regular expression', () => {
  expect(runPass(screenPatterns, { type: 'string', pattern: '^a+$' }).isSame).toBe(true)
})
