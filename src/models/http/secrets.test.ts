import { describe, expect, test } from 'vitest'
import { mentionsSecret } from './secrets.ts'

const secret = 'sk-0123456789'
const headers = { authorization: `Bearer ${secret}` }

describe('mentionsSecret', () => {
  test.each([
    ['a text', `failed with ${secret}`],
    ['a message', new Error(secret)],
    ['a cause of a cause', new Error('a', { cause: new Error('b', { cause: secret }) })],
    ['one of several errors', new AggregateError([new Error('a'), new Error(secret)])],
    ['a field', Object.assign(new Error('a'), { config: { headers } })],
    ['a hidden field', Object.defineProperty(new Error('a'), 'config', { value: [{ headers }] })],
    ['a field under a symbol', { [Symbol('headers')]: headers }],
    ['a name', { [secret]: 1 }],
    ['headers', { headers: new Headers(headers) }],
    ['a request', { request: new Request('https://a.example', { headers }) }],
    ['a URL', { url: new URL(`https://a.example/?key=${secret}`) }],
    ['a map and a set', new Map([['a', new Set([secret])]])],
  ])('finds it in %s', (_, value) => {
    expect(mentionsSecret(value, [secret])).toBe(true)
  })

  test.each([
    ['nothing', undefined],
    ['another text', 'failed'],
    ['an error', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
    ['bytes', new Uint8Array(100_000)],
  ])('does not find it in %s', (_, value) => {
    expect(mentionsSecret(value, [secret])).toBe(false)
  })

  test('ends on what contains itself, and gives up on what has no end in sight', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(mentionsSecret(circle, [secret])).toBe(false)
    let deep: object = {}
    for (let level = 0; level < 20_000; level++) deep = { deep }
    expect(mentionsSecret(deep, [secret])).toBe(true)
  })

  test('runs no code of the value', () => {
    const trap = Object.defineProperty({}, 'a', {
      get: () => {
        throw new Error('ran')
      },
    })
    expect(mentionsSecret(trap, [secret])).toBe(false)
  })
})
