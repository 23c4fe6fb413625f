import { expect, test } from 'vitest'
import { CallTimer } from './performance.ts'
import { toUsage } from './usage.ts'

const counted = (input: number, output: number) =>
  toUsage(
    {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
    7,
  )

function clock(...times: number[]): () => number {
  return () => times.shift()!
}

test('a stream has the time to its first output, and the times between its parts', () => {
  const timer = new CallTimer(clock(0, 1_000, 1_500, 1_600, 1_900, 2_000, 2_500))
  timer.start()
  timer.restart()
  for (let part = 0; part < 3; part++) timer.mark()
  expect(timer.measure(counted(100, 50), true)).toEqual({
    responseTimeMs: 1_000,
    effectiveOutputTokensPerSecond: 50,
    outputTokensPerSecond: 100,
    inputTokensPerSecond: 200,
    effectiveTotalTokensPerSecond: 150,
    timeToFirstOutputMs: 500,
    timeBetweenOutputChunksMs: { min: 100, p10: 100, median: 100, avg: 200, p90: 300, max: 300 },
  })
  expect(timer.readStep()).toBe(2_500)
})

test('without a stream, and without a time that passed, there are no rates to tell', () => {
  const timer = new CallTimer(clock(5, 5))
  timer.start()
  expect(timer.measure(counted(100, 50), false)).toEqual({
    responseTimeMs: 0,
    effectiveOutputTokensPerSecond: 0,
    outputTokensPerSecond: undefined,
    inputTokensPerSecond: undefined,
    effectiveTotalTokensPerSecond: 0,
    timeToFirstOutputMs: undefined,
  })
})
