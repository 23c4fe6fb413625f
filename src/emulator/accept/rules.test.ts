import { expect, test } from 'vitest'
import { rules } from './rules.ts'

const all = Object.entries(rules).flatMap(([about, list]) => list.map((rule) => ({ about, ...rule })))

test('every rule has an id of its own among those about the same thing', () => {
  expect(new Set(all.map(({ about, id }) => `${about} ${id}`)).size).toBe(all.length)
})

test.each(all)('$about $id says what it is in a line, names its source, and holds somewhere', (rule) => {
  expect(rule.says).toMatch(/^[A-Z`].*\.$/)
  expect(rule.source).not.toBe('')
  expect(Object.keys(rule.evidence)).not.toEqual([])
})
