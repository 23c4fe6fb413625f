import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { fuzzEmulator } from './fuzz-emulator.ts'
import { validRequests } from './valid-requests.ts'

describe('the emulator under mutated requests', () => {
  test.each(validRequests.map((request, index) => [index, request.path, request] as const))(
    'takes the %ith request as it is: %s',
    async (_index, _path, { path, headers, body }) => {
      const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await createEmulator()(request)
      expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, ''])
    },
  )

  // bench/emulator/fuzz.mjs tries 100,000.
  test('2,000 of them get an answer of Google’s each, and no 5xx', async () => {
    const emulator = createEmulator()
    const { violations, statuses } = await fuzzEmulator(emulator, { count: 2_000, seed: 20_261_115 })
    expect(emulator.requests.flatMap(({ crash }) => crash ?? [])).toEqual([])
    expect(violations).toEqual([])
    // Mutations that break nothing, or everything, would prove nothing.
    expect(statuses[200]).toBeGreaterThan(50)
    expect(statuses[400]).toBeGreaterThan(500)
  })
})
