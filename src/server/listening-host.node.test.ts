import { describe, expect, test } from 'vitest'
import { reachesBeyondLoopback } from './listening-host.node.ts'

describe('reachesBeyondLoopback', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::1%lo', 'localhost', 'LOCALHOST', '127.1'])(
    '%s is this machine',
    async (host) => {
      expect(await reachesBeyondLoopback(host)).toBe(false)
    },
  )

  test.each(['0.0.0.0', '::', '', '0', '10.0.0.1', '192.168.1.5', '::ffff:10.0.0.1', 'fe80::1%eth0', '128.0.0.1'])(
    '%j is not',
    async (host) => {
      expect(await reachesBeyondLoopback(host)).toBe(true)
    },
  )

  test('a name without an address is an error, and never taken for this machine', async () => {
    await expect(reachesBeyondLoopback('no-such-host.invalid')).rejects.toMatchObject({ syscall: 'getaddrinfo' })
  })
})
