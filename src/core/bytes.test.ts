import { expect, test } from 'vitest'
import { decodeBase64, decompressorFor, fromBase64, joinBytes, toBase64 } from './bytes.ts'

test('joins pieces in their order, and returns a single piece as it is', () => {
  expect(joinBytes([new Uint8Array([1, 2]), new Uint8Array([]), new Uint8Array([3])], 3)).toEqual(
    new Uint8Array([1, 2, 3]),
  )
  expect(joinBytes([], 0)).toEqual(new Uint8Array(0))
  const only = new Uint8Array([1])
  expect(joinBytes([only], 1)).toBe(only)
})

test('writes and reads base64 of more bytes than a call has arguments', () => {
  const bytes = new Uint8Array(300_001).fill(65)
  expect(toBase64(bytes)).toBe(`${'QUFB'.repeat(100_000)}QQ==`)
  expect(fromBase64(toBase64(bytes)).length).toBe(300_001)
  expect(fromBase64('AP8=')).toEqual(new Uint8Array([0, 255]))
})

test('decompresses what the platform can, under both names of gzip', async () => {
  const gzip = fromBase64('H4sIAAAAAAAAA0sEAEO+t+gBAAAA')
  const stream = new Blob([gzip]).stream().pipeThrough(decompressorFor('x-gzip')!)
  expect(await new Response(stream).text()).toBe('a')
  expect(decompressorFor('br')).toBeUndefined()
})

test('reads base64 in either alphabet, with or without padding, and nothing else', () => {
  expect(['-_8=', '+/8=', '-_8'].map(decodeBase64)).toEqual(['\u00fb\u00ff', '\u00fb\u00ff', '\u00fb\u00ff'])
  expect(['a', 'a b', 'ä'].map(decodeBase64)).toEqual([undefined, undefined, undefined])
})
