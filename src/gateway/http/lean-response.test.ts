import { describe, expect, test } from 'vitest'
import { createLeanResponse } from './lean-response.ts'

function create(status: number, text: string | null): Response {
  return createLeanResponse({
    status,
    statusText: '',
    url: 'http://localhost/',
    headers: new Headers({ 'content-type': 'application/json' }),
    body: new Response(text).body as ReadableStream<Uint8Array> | null,
  })
}

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
    const response = create(200, 'text')
    expect(await response.clone().text()).toBe('text')
    expect(await response.text()).toBe('text')
  })
})
