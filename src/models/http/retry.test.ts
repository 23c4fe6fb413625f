import { describe, expect, test } from 'vitest'
import { createApiCallError } from './api-call-error.ts'
import { maxRetriesFor, readRetryAfter, retry } from './retry.ts'

const failing = (isRetryable: boolean, responseHeaders: Record<string, string> = {}) =>
  createApiCallError('model-http-error', 'No.', { provider: 'p', url: 'http://p', isRetryable, responseHeaders })

/** An attempt that fails with these errors, one after the other, then with the last one for ever, or succeeds. */
function attempts(errors: readonly unknown[], then?: string) {
  let count = 0
  const attempt = async () => {
    const error = errors[count] ?? (then === undefined ? errors.at(-1) : undefined)
    count++
    if (error !== undefined) throw error
    return then
  }
  return Object.assign(attempt, { count: () => count })
}

describe('retry', () => {
  test('tries again after what may pass, and gives up after so many tries', async () => {
    const attempt = attempts([failing(true)])
    await expect(retry(attempt, { maxRetries: 2, firstDelayMs: 1 })).rejects.toThrow('No.')
    expect(attempt.count()).toBe(3)
    const second = attempts([failing(true)], 'yes')
    expect(await retry(second, { maxRetries: 2, firstDelayMs: 1 })).toBe('yes')
  })

  test('does not repeat what was refused for good, nor what is no error of a call', async () => {
    for (const error of [failing(false), new Error('a bug')]) {
      const attempt = attempts([error])
      await expect(retry(attempt, { maxRetries: 5, firstDelayMs: 1 })).rejects.toBe(error)
      expect(attempt.count()).toBe(1)
    }
  })

  test('knows errors of other packages by their marks', async () => {
    for (const mark of ['vercel.ai.error.AI_APICallError', 'vercel.ai.gateway.error']) {
      const foreign = Object.assign(new Error('Busy.'), { [Symbol.for(mark)]: true, isRetryable: true })
      expect(await retry(attempts([foreign], 'yes'), { maxRetries: 1, firstDelayMs: 1 })).toBe('yes')
      const final = attempts([Object.assign(foreign, { isRetryable: false })])
      await expect(retry(final, { maxRetries: 3, firstDelayMs: 1 })).rejects.toBe(foreign)
      expect(final.count()).toBe(1)
    }
  })

  test('waits as long as the provider asks, and not at all where that is too long', async () => {
    const started = Date.now()
    const attempt = attempts([failing(true, { 'retry-after-ms': '60' })], 'yes')
    await retry(attempt, { maxRetries: 1, firstDelayMs: 1 })
    expect(Date.now() - started).toBeGreaterThanOrEqual(55)
    const patient = attempts([failing(true, { 'retry-after': '90' })])
    await expect(retry(patient, { maxRetries: 3, firstDelayMs: 1 })).rejects.toThrow('No.')
    expect(patient.count()).toBe(1)
  })

  test('waits twice as long each time, and never as long as others', async () => {
    const delays: number[] = []
    const wait = async (ms: number) => {
      delays.push(ms)
    }
    const attempt = attempts([failing(true)])
    await expect(retry(attempt, { maxRetries: 3, firstDelayMs: 100, random: () => 0.5, wait })).rejects.toThrow('No.')
    expect(delays).toEqual([75, 150, 300])
  })

  test('an abort ends the wait with its reason', async () => {
    const controller = new AbortController()
    const attempt = attempts([failing(true)])
    const run = retry(attempt, { maxRetries: 1, firstDelayMs: 10_000, abortSignal: controller.signal })
    setTimeout(() => controller.abort('enough'), 5)
    await expect(run).rejects.toBe('enough')
  })
})

test('reads seconds, milliseconds and dates', () => {
  expect(readRetryAfter({ 'retry-after': '7' })).toBe(7000)
  expect(readRetryAfter({ 'retry-after': '7', 'retry-after-ms': '20' })).toBe(20)
  expect(readRetryAfter({ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, Date.UTC(2026, 9, 21, 7, 27, 58))).toBe(
    2000,
  )
  expect(readRetryAfter({ 'retry-after': 'soon' })).toBeUndefined()
  expect(readRetryAfter({})).toBeUndefined()
})

test('a model retries when the call or its settings say so, and otherwise leaves it to the caller', () => {
  expect(maxRetriesFor(undefined, {})).toBe(0)
  expect(maxRetriesFor(undefined, { retriedBy: 'caller', maxRetries: 5 })).toBe(0)
  expect(maxRetriesFor(4, {})).toBe(4)
  expect(maxRetriesFor(undefined, { retriedBy: 'model' })).toBe(2)
  expect(maxRetriesFor(4, { retriedBy: 'model' })).toBe(4)
  expect(maxRetriesFor(4, { retriedBy: 'model', maxRetries: 1 })).toBe(1)
  expect(maxRetriesFor(4, { retriedBy: 'model', maxRetries: 0 })).toBe(0)
})
