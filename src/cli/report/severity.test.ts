import { expect, test } from 'vitest'
import type { Change } from '../../schema/change.ts'
import { isAsBadAs, isUnknown, readFailOn, severityOf, showFailOn, worstOf } from './severity.ts'

const change = (parts: Partial<Change>): Change => ({
  at: '',
  keyword: 'minLength',
  code: 'constraint-described',
  effect: 'described',
  enforced: true,
  note: '',
  ...parts,
})

test('the implicit change never counts', () => {
  expect(severityOf(change({ effect: 'narrowed', implicit: true }))).toBeUndefined()
})

test('dropped is what is lost: an assertion that nobody holds', () => {
  const dropped = { effect: 'dropped', enforced: false } as const
  expect(severityOf(change({ ...dropped, keyword: '$ref' }))).toBe('dropped')
  expect(severityOf(change({ ...dropped, keyword: 'refine' }))).toBe('dropped')
  expect(severityOf(change({ ...dropped, keyword: '$schema' }))).toBe('rewritten')
  expect(severityOf(change({ ...dropped, keyword: 'required', enforced: true }))).toBe('rewritten')
})

test('the worst of some changes is what --fail-on looks at', () => {
  const some = [change({ effect: 'encoded' }), change({ effect: 'narrowed' }), change({ effect: 'rewritten' })]
  expect(worstOf(some)).toBe('narrowed')
  expect(worstOf([])).toBeUndefined()
  expect(isAsBadAs('narrowed', 'described')).toBe(true)
  expect(isAsBadAs('encoded', 'described')).toBe(false)
  expect(isAsBadAs(undefined, 'rewritten')).toBe(false)
})

test('unknown stands beside the scale, and the mildest of several effects counts', () => {
  expect(showFailOn(readFailOn(['unknown', 'narrowed', 'described']))).toBe('described,unknown')
  expect(readFailOn(['unknown'])).toEqual({ severity: undefined, unknown: true })
  expect(showFailOn(readFailOn(['never']))).toBe('never')
})

test('a misspelt keyword is unknown, a dropped annotation is not', () => {
  expect(isUnknown(change({ code: 'keyword-misspelt' }))).toBe(true)
  expect(isUnknown(change({ code: 'annotation-dropped' }))).toBe(false)
})
