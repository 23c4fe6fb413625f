import { describe, expect, test } from 'vitest'
import { openBytes } from '../../core/byte-source.ts'
import { createLeanRequest } from './lean-request.ts'

function create(text?: string): Request {
  const body = () => openBytes(new Response(text))!
  return createLeanRequest({
    method: 'POST',
    url: 'http://localhost/v1/models?x=1',
    rawHeaders: ['Content-Type', 'application/json', 'X-A', '1', 'x-a', '2'],
    signal: new AbortController().signal,
    body: text === undefined ? undefined : body,
  })
}

describe('a lean request', () => {
  test('is a Request to those who look', () => {
    const request = create('{}')
    expect(request).toBeInstanceOf(Request)
    expect([request.method, request.url]).toEqual(['POST', 'http://localhost/v1/models?x=1'])
    expect(request.headers.get('content-type')).toBe('application/json')
    expect(request.headers.get('x-a')).toBe('1, 2')
    expect(request.headers).toBe(request.headers)
    expect(request.signal.aborted).toBe(false)
  })

  test('has one body, which is read once', async () => {
    const request = create('{"a":1}')
    expect(request.body).toBe(request.body)
    expect(await new Response(request.body).text()).toBe('{"a":1}')
    expect(create().body).toBeNull()
  })

  test('does what the real one does where it is asked for more', async () => {
    expect(await create('{"a":1}').json()).toEqual({ a: 1 })
    const request = create('text')
    expect(await request.clone().text()).toBe('text')
    expect(request.bodyUsed).toBe(false)
    expect(await request.text()).toBe('text')
    expect(request.bodyUsed).toBe(true)
  })
})
