import { expect, test } from 'vitest'
import { isPlainAscii } from './is-plain-ascii.ts'

const text = 'aZ09+/= "\\~\x7f'.repeat(6)

test('takes what can be printed, wherever it begins and ends', () => {
  const bytes = new TextEncoder().encode(text)
  for (let start = 0; start < 20; start++) {
    for (let end = start; end <= bytes.length; end++) expect(isPlainAscii(bytes, start, end)).toBe(true)
  }
})

test.each([0x00, 0x0a, 0x1f, 0x80, 0x9f, 0xa0, 0xff])(
  'finds a byte of %i at every place, and at none beside',
  (byte) => {
    for (const offset of [0, 1, 2, 3]) {
      const bytes = new Uint8Array(48).subarray(offset).fill(0x20)
      for (let at = 0; at < bytes.length; at++) {
        bytes[at] = byte
        expect(isPlainAscii(bytes, 0, bytes.length)).toBe(false)
        expect(isPlainAscii(bytes, 0, at) && isPlainAscii(bytes, at + 1, bytes.length)).toBe(true)
        bytes[at] = 0x7f
      }
    }
  },
)
