import { describe, expect, test } from 'vitest'
import { headersOf, rawHeadersOf, realHeaders, setHeader } from './headers-of.ts'

const raw = ['Content-Type', 'text/plain', 'X-A', '1', 'x-a', '2']

describe('lean headers', () => {
  test('are read by name as the platform reads them', () => {
    const headers = headersOf(raw)
    expect(headers).toBeInstanceOf(Headers)
    expect([headers.get('content-type'), headers.get('X-a'), headers.get('x-b')]).toEqual(['text/plain', '1, 2', null])
    expect([headers.has('CONTENT-TYPE'), headers.has('x-b')]).toEqual([true, false])
  })

  test('are the platform’s in everything else', () => {
    const headers = headersOf(raw)
    expect([...headers]).toEqual([
      ['content-type', 'text/plain'],
      ['x-a', '1, 2'],
    ])
    headers.delete('x-a')
    headers.append('x-c', '3')
    expect([headers.get('x-a'), headers.get('x-c'), headers.has('x-c')]).toEqual([null, '3', true])
    expect(Object.getPrototypeOf(realHeaders(headers))).toBe(Headers.prototype)
  })

  test('take a header that is set, whether it is new or there already', () => {
    const headers = headersOf(raw)
    setHeader(headers, 'x-request-id', 'r')
    expect(headers.get('x-request-id')).toBe('r')
    expect(rawHeadersOf(headers)).toEqual([...raw, 'x-request-id', 'r'])
    setHeader(headers, 'X-A', '3')
    expect(headers.get('x-a')).toBe('3')
    const real = new Headers()
    setHeader(real, 'x-b', '1')
    expect(rawHeadersOf(real)).toEqual(['x-b', '1'])
    expect(raw).toHaveLength(6)
  })
})
