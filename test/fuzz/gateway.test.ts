import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { createGateway } from '../../src/gateway/app.ts'
import { serveGateway } from '../../src/gateway/server.node.ts'
import { clientKey, complaintAbout, fuzzedConfig, fuzzGateway } from './fuzz-gateway.ts'
import { fuzzRuns, fuzzTimeout, tell } from './fuzz-runs.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { chatFields, validChats } from './valid-chats.ts'
import { watchHeap } from './watch-heap.ts'

const headers = { authorization: `Bearer ${clientKey}` }

describe('the gateway under mutated requests', () => {
  test.each(validChats.map((body, index) => [index, body] as const))('takes the %ith as it is', async (_, body) => {
    const emulator = createEmulator()
    const gateway = createGateway({ ...fuzzedConfig, fetch: (url, init) => emulator(new Request(url, init)) })
    const response = await gateway(
      new Request('http://localhost/v1/chat/completions', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, ''])
  })

  const runs = fuzzRuns(0.9)
  test(
    'gives each an answer of OpenAI’s, at a bounded price, no 5xx but for a failure upstream, and no key anywhere (X20)',
    async () => {
      const heap = watchHeap(runs.count)
      const report = await fuzzGateway({ ...runs, onProgress: heap.look })
      tell('gateway', report)
      expect(report.violations).toEqual([])
      // Mutations that break nothing, or everything, would prove nothing.
      expect(report.statuses[200]).toBeGreaterThan(runs.count / 10)
      expect(report.statuses[400]).toBeGreaterThan(runs.count / 10)
      expect(report.statuses[502]).toBeGreaterThan(runs.count / 1_000)
      expect(heap.growth()).toBeLessThan(1.5)
    },
    fuzzTimeout(runs.count),
  )

  const socketRuns = fuzzRuns(0.1)
  test(
    'answers mutated bytes on a socket in whole answers of HTTP, or closes it (X1)',
    async () => {
      const emulator = createEmulator()
      const faults: unknown[] = []
      const server = await serveGateway({
        ...fuzzedConfig,
        fetch: (url, init) => emulator(new Request(url, init)),
        onFault: (error) => faults.push(error),
        graceMs: 0,
        // On a machine with other work the gateway is overloaded by so many at once, and says so with a 503: X184 is about that.
        maxQueueMs: Number.POSITIVE_INFINITY,
      })
      const requests = validChats.map((body) => ({ path: '/v1/chat/completions', headers, body }))
      const report = await fuzzSockets(
        {
          url: server.url,
          requests,
          fields: chatFields,
          complaintAbout: (answer) => (/canary/.test(answer.text) ? 'a key is shown' : complaintAboutRaw(answer)),
        },
        socketRuns,
      )
      await server.close()
      tell('gateway, sockets', report)
      const { violations, statuses } = report
      expect([faults, violations]).toEqual([[], []])
      // About one in ten is cut off, and one in eight is whole: far from both limits, whatever the seed.
      const answered = socketRuns.count - (statuses[0] ?? 0)
      expect(answered).toBeGreaterThan(socketRuns.count / 2)
      expect(statuses[200]).toBeGreaterThan(answered / 50)
      expect(statuses[400]).toBeGreaterThan(answered / 10)
    },
    fuzzTimeout(socketRuns.count),
  )
})

/** An answer to HEAD or OPTIONS has no body. */
function complaintAboutRaw(answer: Parameters<typeof complaintAbout>[0] & { readonly text: string }) {
  if (answer.text === '') return answer.status >= 500 ? `status ${answer.status}` : undefined
  return complaintAbout(answer, answer.text, true)
}
