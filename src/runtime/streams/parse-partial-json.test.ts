import { expect, test } from 'vitest'
import { parsePartialJson } from './parse-partial-json.ts'

test.each([
  [undefined, undefined, 'undefined-input'],
  ['{"a":1}', { a: 1 }, 'successful-parse'],
  ['{"a":[1,"b', { a: [1, 'b'] }, 'repaired-parse'],
  ['nu', null, 'repaired-parse'],
  ['tru', true, 'repaired-parse'],
  ['not JSON', undefined, 'failed-parse'],
  ['', undefined, 'failed-parse'],
])('%j is %j: %s', async (text, value, state) => {
  expect(await parsePartialJson(text)).toEqual({ value, state })
})
