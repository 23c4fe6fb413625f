import { describe, expect, test } from 'vitest'
import { isIpAddress, isLoopback, readHostName } from './loopback.ts'

describe('readHostName', () => {
  test.each([
    ['localhost', 'localhost'],
    ['LocalHost.:8788', 'localhost'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['[::1]:8788', '[::1]'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
    ['my_service', 'my_service'],
  ])('%s is %s', (host, name) => {
    expect(readHostName(host)).toBe(name)
  })

  test.each([
    '',
    ' ',
    'a b',
    'localhost/x',
    'localhost?x',
    'localhost#x',
    'me@localhost',
    'localhost:x',
    '::1',
    'a,b',
    '[::1',
    'x'.repeat(400),
  ])('%j is not a host', (host) => {
    expect(readHostName(host)).toBeUndefined()
  })
})

describe('isLoopback', () => {
  test.each(['localhost', '127.0.0.1', '127.255.255.254', '[::1]', '::1', '[::ffff:7f00:1]', '::ffff:127.0.0.1'])(
    '%s is this machine',
    (host) => {
      expect(isLoopback(host)).toBe(true)
    },
  )

  test.each([
    'localhost.evil.example',
    'evil-localhost',
    'x.localhost',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '128.0.0.1',
    '[::]',
    '[::2]',
    '::ffff:8000:1',
  ])('%s is not', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})

test('an address is told from a name', () => {
  expect(['10.0.0.1', '[fe80::1]'].map(isIpAddress)).toEqual([true, true])
  expect(['10.0.0.1.example', 'toolfit', '1'].map(isIpAddress)).toEqual([false, false, false])
})
