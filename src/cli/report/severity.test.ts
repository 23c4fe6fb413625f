import { expect, test } from 'vitest'
import type { Change } from '../../schema/change.ts'
import { isAsBadAs, severityOf, worstOf } from './severity.ts'

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
