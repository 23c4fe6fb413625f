import { describe, expect, test } from 'vitest'
import { fileSource, textFromBase64, toBase64 } from './file-source.ts'

describe('fileSource', () => {
  test('reads bytes, base64, data URLs and URLs, bare and in the objects of ai 7', () => {
    const png = { kind: 'base64', data: 'iVBORw0KGgo=', mediaType: 'image/png' }
    const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect(fileSource(bytes, 'image/*')).toEqual(png)
    expect(fileSource(bytes.buffer, undefined)).toEqual(png)
    expect(fileSource('iVBORw0KGgo=', 'image/*')).toEqual(png)
    expect(fileSource('data:image/png;base64,iVBORw0KGgo=', undefined)).toEqual(png)
    expect(fileSource({ type: 'data', data: bytes }, 'image/png')).toEqual(png)
    const url = { kind: 'url', url: 'https://a.example/b.pdf', mediaType: 'application/pdf' }
    expect(fileSource(new URL('https://a.example/b.pdf'), 'application/pdf')).toEqual(url)
    expect(fileSource('https://a.example/b.pdf', 'application/pdf')).toEqual(url)
    expect(fileSource({ type: 'url', url: new URL('https://a.example/b.pdf') }, 'application/pdf')).toEqual(url)
    expect(fileSource({ type: 'text', text: 'a' }, undefined)).toEqual({
      kind: 'text',
      text: 'a',
      mediaType: 'text/plain',
    })
    const held = { kind: 'reference', ids: { openai: 'file-1' }, mediaType: 'image/png' }
    expect(fileSource({ type: 'reference', reference: { openai: 'file-1' } }, 'image/png')).toEqual(held)
    expect(fileSource({ openai: 'file-1' }, 'image/png')).toEqual(held)
  })

  test('reads data URLs without base64, with parameters, and with characters beyond Latin-1', () => {
    expect(fileSource('data:text/plain;charset=utf-8,caf%C3%A9', undefined)).toEqual({
      kind: 'base64',
      data: 'Y2Fmw6k=',
      mediaType: 'text/plain',
    })
    expect(textFromBase64('Y2Fmw6k=')).toBe('café')
  })
})

test('toBase64 takes more bytes than a call has arguments', () => {
  const bytes = new Uint8Array(300_001).fill(65)
  expect(atob(toBase64(bytes)).length).toBe(300_001)
})

test('fileSource reads URLs of every scheme, and bytes that are written with percent signs', () => {
  expect(fileSource('gs://bucket/film.mp4', 'video/mp4')).toEqual({
    kind: 'url',
    url: 'gs://bucket/film.mp4',
    mediaType: 'video/mp4',
  })
  expect(fileSource('data:image/png,%89PNG', undefined)).toMatchObject({ kind: 'base64', data: 'iVBORw==' })
  expect(fileSource('data:text/plain,100%', undefined)).toMatchObject({ data: 'MTAwJQ==' })
})

test.each([
  ['https://a.example/cats/One.JPG?size=large#top', 'image/jpeg'],
  ['gs://bucket/scan.pdf', 'application/pdf'],
  ['https://a.example/cat', 'image/*'],
  ['https://a.example/cat.constructor', 'image/*'],
  ['https://cats.png', 'image/*'],
])('an image at %s, without a type, is of type %s', (url, mediaType) => {
  expect(fileSource(url, 'image/*')).toEqual({ kind: 'url', url, mediaType })
})

test('fileSource refuses what holds no bytes: an empty file would be sent in its place', () => {
  expect(() => fileSource(new Blob(['a']), 'text/plain')).toThrow(
    expect.objectContaining({ code: 'prompt-unsupported', message: expect.stringContaining('Uint8Array') }),
  )
})
