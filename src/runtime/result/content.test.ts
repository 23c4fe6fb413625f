import { expect, test } from 'vitest'
import { DefaultGeneratedFile } from './content.ts'

test('a file has both forms, whichever it was made of', () => {
  const fromBytes = new DefaultGeneratedFile({ data: new Uint8Array([1, 2, 3]), mediaType: 'image/png' })
  expect([fromBytes.base64, fromBytes.mediaType]).toEqual(['AQID', 'image/png'])
  const fromBuffer = new DefaultGeneratedFile({ data: new Uint8Array([1, 2, 3]).buffer, mediaType: 'image/png' })
  expect(fromBuffer.base64).toBe('AQID')
  const fromText = new DefaultGeneratedFile({ data: 'AQID', mediaType: 'image/png', providerMetadata: { p: { a: 1 } } })
  expect(fromText.uint8Array).toEqual(new Uint8Array([1, 2, 3]))
  expect(fromText.providerMetadata).toEqual({ p: { a: 1 } })
})

test('a file prints its fields as that of ai does', () => {
  const file = new DefaultGeneratedFile({ data: 'AQID', mediaType: 'image/png' })
  expect(Object.entries(file)).toEqual([
    ['base64Data', 'AQID'],
    ['uint8ArrayData', undefined],
    ['mediaType', 'image/png'],
    ['providerMetadata', undefined],
  ])
})
