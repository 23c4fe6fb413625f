import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = (text: string) => [...new TextEncoder().encode(text)]

test('decodes UTF-8, and leaves a byte order mark to the parser', () => {
  expect(decodeText(new Uint8Array(bytes('{"a":"☃"}')))).toEqual({ text: '{"a":"☃"}' })
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b]))).toEqual({ text: '\ufeff{' })
})

test.each([
  ['a byte that begins nothing', [...bytes('{"a":"'), 0xff, ...bytes('bc"}')], '\ufffdbc"}'],
  ['a character that is cut by the end', [...bytes('{"a":"☃'), 0xe2, 0x98], '\ufffd'],
])('shows the place of %s', (_what, body, context) => {
  expect(decodeText(new Uint8Array(body))).toEqual({
    failure: {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: `Invalid JSON payload received. Encountered non UTF-8 code points.\n${context}\n^`,
    },
  })
})
