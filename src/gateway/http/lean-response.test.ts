import { describe, expect, test } from 'vitest'
import { openBytes } from '../../core/byte-source.ts'
import { createLeanResponse, type LeanBody, leanBodyOf, realResponse } from './lean-response.ts'

function create(status: number, body: LeanBody): Response {
  const headers = new Headers({ 'content-type': 'application/json' })
  return createLeanResponse({ status, url: 'http://localhost/', headers, body })
}

const bytesOf = (text: string) => openBytes(new Response(text))!

describe('a lean response', () => {
  test('is a Response to those who look', () => {
    const response = create(200, '{}')
    expect(response).toBeInstanceOf(Response)
    expect([response.ok, response.status, response.type, response.redirected]).toEqual([true, 200, 'default', false])
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(create(302, null).ok).toBe(false)
    expect(create(200, null).body).toBeNull()
  })

  test('does what the real one does where it is asked for more', async () => {
    expect(await create(200, '{"a":1}').json()).toEqual({ a: 1 })
    expect(await create(200, bytesOf('{"a":1}')).json()).toEqual({ a: 1 })
    const response = create(200, bytesOf('text'))
    expect(await response.clone().text()).toBe('text')
    expect(await response.text()).toBe('text')
    expect(response.bodyUsed).toBe(true)
  })

  test('gives its bytes without a stream', async () => {
    const source = openBytes(create(200, 'ä'))!
    expect(await source.read()).toEqual([new Uint8Array([0xc3, 0xa4])])
    expect(await source.read()).toBeUndefined()
    const bytes = bytesOf('text')
    expect(openBytes(create(200, bytes))).toBe(bytes)
    expect(openBytes(create(204, null))).toBeUndefined()
  })

  test('says what is in it until somebody opens it', () => {
    const response = create(200, '{}')
    expect(leanBodyOf(response)).toBe('{}')
    expect(leanBodyOf(create(204, null))).toBeNull()
    expect(response.body).toBe(response.body)
    expect(leanBodyOf(response)).toBeUndefined()
    expect(leanBodyOf(new Response('{}'))).toBeUndefined()
  })

  test('becomes the platform’s own where that is asked for', async () => {
    const real = realResponse(create(404, '{"a":1}'))
    expect(Object.getPrototypeOf(real)).toBe(Response.prototype)
    expect([real.status, real.headers.get('content-type'), await real.text()]).toEqual([
      404,
      'application/json',
      '{"a":1}',
    ])
    const other = new Response(null)
    expect(realResponse(other)).toBe(other)
  })
})
