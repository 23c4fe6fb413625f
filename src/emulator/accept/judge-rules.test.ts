import { expect, test } from 'vitest'
import { judgeRules } from './judge-rules.ts'

test('every rule has an id of its own among those about the same', () => {
  expect(new Set(judgeRules.map(({ about, id }) => `${about} ${id}`)).size).toBe(judgeRules.length)
})

test.each(judgeRules)('$about $id says what it is in a line, names its source, and holds somewhere', (rule) => {
  expect(rule.says).toMatch(/^[A-Z`].*\.$/)
  expect(rule.source).not.toBe('')
  expect(Object.keys(rule.evidence)).not.toEqual([])
})
