import { expect, test } from 'vitest'
import { callInPieces } from './partial-arguments.ts'

test('a call comes as its name, its arguments one by one, and an end', () => {
  const args = { location: 'Boston', tags: ['a', null], 'odd.key': { n: 1, on: true } }
  expect(callInPieces({ id: 'a1', name: 'f', args })).toEqual([
    { id: 'a1', name: 'f', willContinue: true },
    { partialArgs: [{ jsonPath: '$.location', stringValue: 'Bos', willContinue: true }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.location', stringValue: 'ton' }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.tags[0]', stringValue: 'a' }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.tags[1]', nullValue: 'NULL_VALUE' }], willContinue: true },
    { partialArgs: [{ jsonPath: "$['odd.key'].n", numberValue: 1 }], willContinue: true },
    { partialArgs: [{ jsonPath: "$['odd.key'].on", boolValue: true }], willContinue: true },
    {},
  ])
})

test('a call without arguments has no pieces between', () => {
  expect(callInPieces({ name: 'f' })).toEqual([{ name: 'f', willContinue: true }, {}])
})

test('what no piece can say is sent whole', () => {
  expect(callInPieces({ name: 'f', args: { list: [] } })).toBeUndefined()
})
