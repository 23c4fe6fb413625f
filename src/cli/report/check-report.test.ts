import { expect, test } from 'vitest'
import { countKept, keywordsOf } from './check-report.ts'

const described = { code: 'constraint-described', effect: 'described', enforced: true, note: '' } as const

test('counts every keyword that a value can meet, those of definitions once', () => {
  const schema = {
    type: 'array',
    items: { $ref: '#/$defs/a~1b' },
    $defs: { 'a/b': { type: 'array', items: { $ref: '#/$defs/a~1b' } }, unused: { type: 'null' } },
  }
  expect(new Set(keywordsOf(schema).map(({ at, keyword }) => `${at} ${keyword}`))).toEqual(
    new Set([
      ...[' type', ' items', ' $defs', '/items $ref'],
      ...['/$defs/a~1b type', '/$defs/a~1b items', '/$defs/a~1b/items $ref'],
    ]),
  )
})

test('a reference that leads nowhere leads nowhere', () => {
  expect(keywordsOf({ $ref: '#/%E0%A4%A' })).toHaveLength(1)
  expect(keywordsOf({ $ref: '#/$defs/none' })).toHaveLength(1)
  expect(keywordsOf(true)).toHaveLength(0)
})

test('what a change speaks for is not kept, with all that lies under it', () => {
  const keywords = keywordsOf({
    type: 'object',
    properties: { a: { type: 'string', minLength: 1 } },
    not: { type: 'null' },
  })
  expect(countKept(keywords, [])).toBe(6)
  expect(countKept(keywords, [{ ...described, at: '/properties/a', keyword: 'minLength' }])).toBe(5)
  expect(countKept(keywords, [{ ...described, at: '', keyword: 'not' }])).toBe(4)
})

test('the implicit change takes nothing away', () => {
  const keywords = keywordsOf({ type: 'object', additionalProperties: true })
  const implicit = { ...described, at: '', keyword: 'additionalProperties', implicit: true } as const
  expect(countKept(keywords, [implicit])).toBe(2)
})
