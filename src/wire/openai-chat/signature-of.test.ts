import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitCallId } from './signature-of.ts'

const signature = 'A'.repeat(40)

test.each([
  ['call_1', { id: 'call_1' }],
  [`call_1__thought__${signature}`, { id: 'call_1', signature }],
  [`call.1_ts_${signature}`, { id: 'call.1', signature }],
  [`a_ts_b.c_ts_${signature}`, { id: 'a_ts_b.c', signature }],
  [`a_ts_${signature}!`, { id: `a_ts_${signature}!` }],
  ['a_ts_short', { id: 'a_ts_short' }],
])('%s', (id, expected) => {
  expect(splitCallId(id)).toEqual(expected)
})

test('splits at the first separator behind which everything may be a signature', () => {
  const piece = fc.constantFrom('_ts_', '__thought__', '_', '__', 't', 'a.', '=', signature, '\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const id = pieces.join('')
      const match = /^([\s\S]*?)(?:__thought__|_ts_)([A-Za-z0-9+/=_-]{40,})$/.exec(id)
      expect(splitCallId(id)).toEqual(match === null ? { id } : { id: match[1], signature: match[2] })
    }),
  )
})
