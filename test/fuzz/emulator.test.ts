import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { startEmulator } from '../../src/emulator/server.node.ts'
import { complaintAbout, fuzzEmulator } from './fuzz-emulator.ts'
import { fuzzRuns, fuzzTimeout, tell } from './fuzz-runs.ts'
import { fuzzSockets } from './fuzz-sockets.ts'
import { geminiFields, validRequests } from './valid-requests.ts'
import { watchHeap } from './watch-heap.ts'

describe('the emulator under mutated requests', () => {
  test.each(validRequests.map((request, index) => [index, request.path, request] as const))(
    'takes the %ith request as it is: %s',
    async (_index, _path, { path, headers, body }) => {
      const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await createEmulator()(request)
      expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, ''])
    },
  )

  const runs = fuzzRuns(0.9)
  test(
    'gives each an answer of Google’s and no 5xx, and none makes an answer many times as long as itself (X80)',
    async () => {
      const emulator = createEmulator()
      const heap = watchHeap(runs.count)
      const crashes: unknown[] = []
      const onProgress = (done: number) => {
        crashes.push(...emulator.requests.flatMap(({ crash }) => crash ?? []))
        // What the record of requests holds is bounded, and not what is looked for.
        emulator.reset()
        heap.look(done)
      }
      const report = await fuzzEmulator(emulator, { ...runs, onProgress })
      tell('emulator', report)
      expect([crashes, report.violations]).toEqual([[], []])
      // Mutations that break nothing, or everything, would prove nothing.
      expect(report.statuses[200]).toBeGreaterThan(runs.count / 40)
      expect(report.statuses[400]).toBeGreaterThan(runs.count / 4)
      expect(heap.growth()).toBeLessThan(1.5)
    },
    fuzzTimeout(runs.count),
  )

  const socketRuns = fuzzRuns(0.1)
  test(
    'answers mutated bytes on a socket in whole answers of HTTP, or closes it (X81)',
    async () => {
      const server = await startEmulator({ requestTimeoutMs: 5_000 })
      const requests = validRequests.filter(({ path }) => path.startsWith('/v1beta'))
      const target = { url: server.url, requests, fields: geminiFields, complaintAbout: complaintAboutRaw }
      const report = await fuzzSockets(target, socketRuns)
      tell('emulator, sockets', report)
      const { violations, statuses } = report
      const crashes = server.emulator.requests.flatMap(({ crash }) => crash ?? [])
      await server.close()
      expect([crashes, violations]).toEqual([[], []])
      // About one in ten is cut off, and one in eight is whole: far from both limits, whatever the seed.
      const answered = socketRuns.count - (statuses[0] ?? 0)
      expect(answered).toBeGreaterThan(socketRuns.count / 2)
      expect(statuses[200]).toBeGreaterThan(answered / 50)
      expect(statuses[400]).toBeGreaterThan(answered / 10)
    },
    fuzzTimeout(socketRuns.count),
  )
})

/** Google's front end answers what is no request with a page. */
function complaintAboutRaw(answer: Parameters<typeof complaintAbout>[0] & { readonly text: string }) {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  if (answer.text === '' || isPage) return answer.status >= 500 ? `status ${answer.status}` : undefined
  return complaintAbout(answer, answer.text)
}
