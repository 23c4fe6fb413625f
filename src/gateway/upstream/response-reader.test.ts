import { describe, expect, test } from 'vitest'
import { createResponseReader } from './response-reader.ts'

const toText = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** Reads a response that comes in pieces of so many bytes. */
function read(text: string, size = text.length, method = 'POST') {
  const seen = {
    status: 0,
    headers: [] as readonly string[],
    hasBody: undefined as boolean | undefined,
    body: '',
    pieces: 0,
    end: undefined as boolean | undefined,
  }
  const reader = createResponseReader(method, toText, {
    onStart({ status, rawHeaders, hasBody }) {
      Object.assign(seen, { status, headers: rawHeaders, hasBody })
    },
    onData(piece) {
      seen.pieces++
      seen.body += toText(piece)
    },
    onEnd(isReusable) {
      seen.end = isReusable
    },
  })
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.slice(at, at + size))
  return { ...seen, reader }
}

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n1;x=y\r\n \r\nA\r\nlittle wor\r\n2 \r\nld\r\n0\r\nx-t: 1\r\n\r\n`

describe('a response', () => {
  test('of a known length is read, however it is cut', () => {
    const text = `${ok}Content-Type: a/b \r\ncontent-length: 11\r\n\r\nhello world`
    for (let size = 1; size <= text.length; size++) {
      const { reader: _, pieces: __, ...seen } = read(text, size)
      expect(seen).toEqual({
        status: 200,
        headers: ['Content-Type', 'a/b', 'content-length', '11'],
        hasBody: true,
        body: 'hello world',
        end: true,
      })
    }
  })

  test('in chunks is read, however it is cut', () => {
    for (let size = 1; size <= chunked.length; size++) {
      const { body, end } = read(chunked, size)
      expect([size, body, end]).toEqual([size, 'hello little world', true])
    }
  })

  test('in chunks that came together is one piece', () => {
    expect(read(chunked).pieces).toBe(1)
  })

  test('without a length ends with its connection, and only then', () => {
    const { reader, body, end } = read(`${ok}\r\nhello`)
    expect([body, end]).toEqual(['hello', undefined])
    expect(reader.close()).toBe(true)
    expect(read(`${ok}content-length: 10\r\n\r\nhello`).reader.close()).toBe(false)
    expect(read(chunked.slice(0, -2)).reader.close()).toBe(false)
    expect(read('HTTP/1.1 200').reader.close()).toBe(false)
  })

  test('may have no body', () => {
    expect(read('HTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({ status: 204, hasBody: false, end: true })
    expect(read(`${ok}content-length: 0\r\n\r\n`)).toMatchObject({ hasBody: false, end: true })
    expect(read(`${ok}content-length: 5\r\n\r\n`, 99, 'HEAD')).toMatchObject({ hasBody: false, end: true })
  })

  test('F25: comes after others that are only hints', () => {
    const text = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok}content-length: 2\r\n\r\n{}`
    for (let size = 1; size <= text.length; size++) {
      expect(read(text, size)).toMatchObject({ status: 200, headers: ['content-length', '2'], body: '{}', end: true })
    }
  })

  test.each([
    ['the other side says so', `${ok}Connection: Close\r\ncontent-length: 2\r\n\r\n{}`],
    ['it is of HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['more comes than was asked for', `${ok}content-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n`],
    ['two lengths are said', `${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ])('is the last of its connection where %s', (_why, text) => {
    expect(read(text)).toMatchObject({ body: '{}', end: false })
  })

  test.each([
    ['no status', 'HELLO\r\n\r\n'],
    ['another protocol', 'HTTP/2 200\r\n\r\n'],
    ['a change of the protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['a header without a name', `${ok}: x\r\n\r\n`],
    ['a folded header', `${ok}a: x\r\n y\r\n\r\n`],
    ['a space before the colon', `${ok}content-length : 2\r\n\r\n{}`],
    ['a line break in a header', `${ok}a: x\ny\r\n\r\n`],
    ['different lengths', `${ok}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['a length that is none', `${ok}content-length: -1\r\n\r\n`],
    ['an unknown encoding', `${ok}transfer-encoding: gzip, chunked\r\n\r\n`],
    ['a chunk without a size', `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    ['a chunk that is too long', `${ok}transfer-encoding: chunked\r\n\r\n2\r\nabc\r\n`],
    ['a head without an end', `${ok}${'a: b\r\n'.repeat(20_000)}`],
    ['a line without an end', `${ok}transfer-encoding: chunked\r\n\r\n1;${'x'.repeat(10_000)}`],
  ])('is refused with %s', (_what, text) => {
    expect(() => read(text)).toThrow('no response of HTTP/1.1')
    expect(() => read(text, 7)).toThrow('no response of HTTP/1.1')
  })
})
