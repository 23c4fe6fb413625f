import { describe, expect, test } from 'vitest'
import { fileSource, textFromBase64 } from './file-source.ts'

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

describe('a file without a media type', () => {
  const box = (brand: string, ...others: string[]) => `\0\0\0\x20ftyp${brand}\0\0\0\0${others.join('')}`
  const files: readonly [string, string][] = [
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x24\x08\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\x24\x08\0\0WAVEfmt ', 'audio/wav'],
    ['%PDF-1.7', 'application/pdf'],
    [box('avif', 'mif1', 'miaf'), 'image/avif'],
    [box('mif1', 'miaf', 'avif'), 'image/avif'],
    [box('heic', 'mif1'), 'image/heic'],
    [box('mif1', 'heic'), 'image/heic'],
    [box('mif1', 'miaf'), 'image/heif'],
    [box('isom', 'avc1'), 'video/mp4'],
    [box('M4A ', 'isom'), 'audio/mp4'],
    [box('qt  '), 'video/quicktime'],
    ['ID3\x04\0\0\0\0\0\0', 'audio/mpeg'],
    ['\xff\xfb\x90\x64', 'audio/mpeg'],
    ['\xff\xf1\x50\x80', 'audio/aac'],
    ['OggS\0\x02', 'audio/ogg'],
    ['fLaC\0\0\0\x22', 'audio/flac'],
    ['\x1aE\xdf\xa3\x9f', 'video/webm'],
    ['BM\x36\x10\0\0\0\0\0\0\x36', 'image/bmp'],
    ['II*\0\x08\0\0\0', 'image/tiff'],
    ['MM\0*\0\0\0\x08', 'image/tiff'],
    ['RIFF\x24\x08\0\0AVI LIST', 'application/octet-stream'],
    ['BMW is a car.', 'application/octet-stream'],
    ['Just some text, ftyp and all.', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ]

  test.each(files)('that begins with %j is of type %s (X164)', (start, mediaType) => {
    const base64 = btoa(start)
    expect(fileSource(base64, undefined)).toMatchObject({ mediaType })
    const bytes = Uint8Array.from(`${start}\xfe\xff and more of it`, (character) => character.charCodeAt(0))
    expect(fileSource(bytes, undefined)).toMatchObject({ mediaType })
    // As a mail has it, and as a URL has it.
    const wrapped = `\r\n${btoa(`${start}\xfe\xff and more`).replace(/.{4}/g, '$&\r\n ')}`
    expect(fileSource(wrapped, undefined)).toMatchObject({ data: wrapped, mediaType })
    const safe = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    expect(fileSource(safe, undefined)).toMatchObject({ mediaType })
    const isImage = mediaType.startsWith('image/')
    expect(fileSource(base64, 'image/*')).toMatchObject({ mediaType: isImage ? mediaType : 'image/*' })
    expect(fileSource(base64, 'audio/x-own')).toMatchObject({ mediaType: 'audio/x-own' })
  })
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
  expect(() => fileSource(undefined, undefined)).toThrow('A part is neither text nor a file with data')
})
