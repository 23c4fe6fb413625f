import { describe, expect, test } from 'vitest'
import { createDeadline, guard, timeoutReason } from './deadline.ts'

const never = new Promise<never>(() => {})

describe('guard', () => {
  test('gives what the work gives, or what it rejects with', async () => {
    const { signal } = new AbortController()
    expect(await guard(Promise.resolve(1), signal)).toBe(1)
    expect(await guard(2, signal)).toBe(2)
    await expect(guard(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
    expect(guard(3, undefined)).toBe(3)
  })

  test('rejects with the reason of the signal, before or while the work is under way', async () => {
    const controller = new AbortController()
    const guarded = guard(never, controller.signal)
    controller.abort('enough')
    await expect(guarded).rejects.toBe('enough')
    await expect(guard(never, controller.signal)).rejects.toBe('enough')
    // Work that fails when nobody waits for it any more must not become an unhandled rejection, which would fail the test.
    await expect(guard(Promise.reject(new Error('late')), controller.signal)).rejects.toBe('enough')
  })
})

describe('createDeadline', () => {
  const reasonFor = timeoutReason('test')

  test('without a limit, the signal is that of the caller', () => {
    const { signal } = new AbortController()
    expect(createDeadline(signal, undefined, reasonFor).signal).toBe(signal)
    expect(createDeadline(undefined, Number.POSITIVE_INFINITY, reasonFor).signal).toBeUndefined()
  })

  test('aborts when the time is over, and names itself a TimeoutError', async () => {
    const { signal } = createDeadline(undefined, 1, reasonFor)
    await expect(guard(never, signal)).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'test timeout of 1ms exceeded',
    })
  })

  test('aborts with the caller, for the same reason; not after it was cleared', () => {
    const controller = new AbortController()
    const running = createDeadline(controller.signal, 60_000, reasonFor)
    const cleared = createDeadline(controller.signal, 60_000, reasonFor)
    cleared.clear()
    controller.abort('enough')
    expect([running.signal!.reason, cleared.signal!.aborted]).toEqual(['enough', false])
    expect(createDeadline(controller.signal, 60_000, reasonFor).signal!.reason).toBe('enough')
  })

  test('a limit beyond what timers can wait does not go off at once', async () => {
    const { signal, clear } = createDeadline(undefined, Number.MAX_SAFE_INTEGER, reasonFor)
    await new Promise((resolve) => setTimeout(resolve, 10))
    clear()
    expect(signal!.aborted).toBe(false)
  })
})
