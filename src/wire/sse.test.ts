import { describe, expect, test } from 'vitest'
import { createSseDecoder } from './sse.ts'

function decode(text: string, size = Number.POSITIVE_INFINITY): string[] {
  const bytes = new TextEncoder().encode(text)
  const decoder = createSseDecoder()
  const found: string[] = []
  for (let at = 0; at < bytes.length; at += size) found.push(...decoder.push(bytes.slice(at, at + size)))
  return [...found, ...decoder.end()]
}

describe('server-sent events', () => {
  test.each([
    ['events with CRLF, as Google sends them', 'data: {"a":1}\r\n\r\ndata: {"b":2}\r\n\r\n', ['{"a":1}', '{"b":2}']],
    ['events with LF and with CR alone', 'data: 1\n\ndata: 2\r\rdata: 3\n\n', ['1', '2', '3']],
    ['data without a space, and with two', 'data:1\n\ndata:  2\n\n', ['1', ' 2']],
    ['data of several lines', 'data: {\ndata: }\n\n', ['{\n}']],
    ['empty data', 'data\n\ndata:\n\n', ['', '']],
    ['comments, names, ids and retry times', ': hello\nevent: x\nid: 1\nretry: 5\ndata: 1\n\n:bye\n\n', ['1']],
    ['a missing blank line at the end, and a missing line end', 'data: 1\n\ndata: 2', ['1', '2']],
    ['a byte order mark', '\ufeffdata: 1\n\n', ['1']],
    ['characters of several bytes', 'data: Ω☃😀\r\n\r\n', ['Ω☃😀']],
    ['nothing', '', []],
    ['many blank lines', '\r\n\r\n\n\ndata: 1\n\n\n\n', ['1']],
  ])('are read with %s, whatever the size of the pieces', (_name, text, expected) => {
    for (const size of [1, 2, 3, 7, Number.POSITIVE_INFINITY]) expect(decode(text, size)).toEqual(expected)
  })

  test('an event that is cut is handed out as it is, at the end', () => {
    expect(decode('data: 1\r\n\r\ndata: {"text":"ab')).toEqual(['1', '{"text":"ab'])
  })

  test('a character that is cut becomes a replacement', () => {
    const decoder = createSseDecoder()
    decoder.push(new TextEncoder().encode('data: ☃').slice(0, -1))
    expect(decoder.end()).toEqual(['\ufffd'])
  })

  test('a hundred thousand events in one piece, and one large event in small pieces, arrive whole', {
    timeout: 30_000,
  }, () => {
    const many = 'data: {"text":"a"}\n\n'.repeat(100_000)
    const large = `data: ${'x'.repeat(4_000_000)}\n\n`
    expect(decode(many)).toHaveLength(100_000)
    expect(decode(large, 1000)).toEqual(['x'.repeat(4_000_000)])
  })
})

test('leaves out the mark that a stream begins with, and no other, however the pieces fall', () => {
  const bytes = new TextEncoder().encode('\ufeffdata: \ufeffä\n\ndata: 😀\ufeff\n\n\ufeffdata: x\n\n')
  for (let size = 1; size <= bytes.length; size++) {
    const decoder = createSseDecoder()
    const found: string[] = []
    for (let at = 0; at < bytes.length; at += size) found.push(...decoder.push(bytes.subarray(at, at + size)))
    expect([...found, ...decoder.end()], String(size)).toEqual(['\ufeffä', '😀\ufeff'])
  }
})
