import { describe, expect, test } from 'vitest'
import { toBase64 } from '../../core/bytes.ts'
import { createMask, maskKeyLike, mentionsSecret, secretsIn } from './secrets.ts'

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
    expect(mentionsSecret(value, createMask([secret]))).toBe(true)
  })

  test.each([
    ['nothing', undefined],
    ['another text', 'failed'],
    ['an error', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
    ['bytes', new Uint8Array(100_000)],
  ])('does not find it in %s', (_, value) => {
    expect(mentionsSecret(value, createMask([secret]))).toBe(false)
  })

  test('ends on what contains itself, and gives up on what has no end in sight', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(mentionsSecret(circle, createMask([secret]))).toBe(false)
    let deep: object = {}
    for (let level = 0; level < 20_000; level++) deep = { deep }
    expect(mentionsSecret(deep, createMask([secret]))).toBe(true)
  })

  test('runs no code of the value', () => {
    const trap = Object.defineProperty({}, 'a', {
      get: () => {
        throw new Error('ran')
      },
    })
    expect(mentionsSecret(trap, createMask([secret]))).toBe(false)
  })
})

describe('a key is masked', () => {
  const key = 'AIza/Sy+Canary"0123456789~abcdef'
  const mask = createMask(secretsIn({ 'x-goog-api-key': key }, 'https://a.example'))
  const base64 = (text: string) => toBase64(new TextEncoder().encode(text))

  test.each([
    ['as it is', key],
    ['percent-encoded', encodeURIComponent(key)],
    ['escaped in JSON', JSON.stringify(key).slice(1, -1)],
    ['escaped in JSON, with slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
  ])('%s (X219)', (_, text) => {
    expect(mask(`<${text}>`)).toBe('<[secret]>')
  })

  test('in base64 of either alphabet, behind and before any number of bytes (X219)', () => {
    for (const before of ['', 'u', 'us', 'user:', 'é'])
      for (const after of ['', '.', '..', '...']) {
        const written = base64(before + key + after)
        for (const text of [written, written.replaceAll('+', '-').replaceAll('/', '_')]) {
          const left = mask(text)
          expect(left).toContain('[secret]')
          // What is left beside it has at most a bit of the key's first and last character.
          const beside = base64(`${before}${'\0'.repeat(key.length)}${after}`).replace(/=+$/, '')
          expect(left.replace('[secret]', '').replace(/=+$/, '').length).toBeLessThanOrEqual(
            beside.length - Math.floor((key.length * 4) / 3) + 1,
          )
        }
      }
  })
})

test('an address of half a million colons is searched once for a password (X224)', () => {
  const text = `redis://${':'.repeat(500_000)}`
  expect(maskKeyLike(text)).toBe(text)
  expect(maskKeyLike(`${text}@host`)).toBe('redis://[secret]@host')
})
