import { describe, expect, test } from 'vitest'
import { targetUrl } from './target-url.ts'

describe('targetUrl', () => {
  test.each([
    ['/v1/models', 'localhost:8788', 'http://localhost:8788/v1/models'],
    ['/v1/models?a=b&c=%20', 'gateway.example', 'http://gateway.example/v1/models?a=b&c=%20'],
    ['/', undefined, 'http://localhost/'],
    ['/a', '[::1]:80', 'http://[::1]:80/a'],
    ['//x//y', 'h', 'http://h//x//y'],
    ['http://other.example/v1/models', 'h', 'http://other.example/v1/models'],
  ])('%s on %s is %s', (target, host, url) => {
    expect(targetUrl(target, host)).toBe(url)
  })

  test('writes a path as a URL has it, so that routes see one spelling of it', () => {
    expect(targetUrl('/v1/../metrics', 'h')).toBe('http://h/metrics')
    expect(targetUrl('/v1/%2e%2e/metrics', 'h')).toBe('http://h/metrics')
    expect(targetUrl('/v1/é', 'h')).toBe('http://h/v1/%C3%A9')
  })

  test.each([
    ['/', 'h/v1/models?'],
    ['/', 'user@h'],
    ['/', 'a b'],
    ['/', 'h:123456'],
    ['/', ''],
    ['*', 'h'],
    ['http://[/', 'h'],
    ['ftp://h/', 'h'],
  ])('%s on "%s" is no address', (target, host) => {
    expect(targetUrl(target, host)).toBeUndefined()
  })
})
