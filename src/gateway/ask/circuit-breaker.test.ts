import { describe, expect, test } from 'vitest'
import type { BreakerOptions } from '../config.ts'
import { RefusedRequest } from '../refused-request.ts'
import { type CallOutcome, createCircuitBreaker } from './circuit-breaker.ts'

/** A breaker on a clock of its own, which calls that end as they are told. */
function start(options: BreakerOptions = {}) {
  const clock = { now: 1_000_000 }
  const events: string[] = []
  const breaker = createCircuitBreaker({
    minCalls: 4,
    ...options,
    now: () => clock.now,
    outcomeOf: (error) => error as CallOutcome,
    onOpen: (model) => events.push(`open ${model}`),
    onClose: (model) => events.push(`close ${model}`),
  })
  const call = async (outcome: CallOutcome | 'answer', model = 'a'): Promise<string> => {
    try {
      return await breaker.run(model, async () => {
        if (outcome === 'answer') return 'answered'
        throw outcome
      })
    } catch (error) {
      return error instanceof RefusedRequest ? `refused ${error.headers['retry-after']}` : String(error)
    }
  }
  const fail = async (count: number, model?: string) => {
    for (let index = 0; index < count; index++) await call('failed', model)
  }
  return { breaker, clock, events, call, fail }
}

/** A call that ends when the test says so. */
function createPending() {
  let finish: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { promise, finish }
}

describe('a circuit breaker (F29)', () => {
  test('opens when half of the calls of the window fail, and refuses at once with when to come back (F29)', async () => {
    const { call, fail, clock, breaker } = start()
    await call('answer')
    await call('answer')
    await fail(1)
    expect(await call('answer')).toBe('answered')
    await fail(1)
    expect(await call('answer')).toBe('answered')
    await fail(2)
    expect(await call('answer')).toBe('refused 5')
    clock.now += 3_500
    expect(await call('answer')).toBe('refused 2')
    expect(breaker.states()).toEqual({ open: 1, 'half-open': 0 })
  })

  test('is not moved by a few calls, by failures of long ago, or by those that spread (F29)', async () => {
    const { call, fail, clock } = start()
    await fail(3)
    clock.now += 10_000
    await fail(3)
    clock.now += 10_000
    for (let round = 0; round < 20; round++) {
      await fail(1)
      clock.now += 5_000
    }
    expect(await call('answer')).toBe('answered')
  })

  test('learns nothing from clients that leave (F29)', async () => {
    const { call } = start()
    for (let index = 0; index < 100; index++) await call('unknown')
    expect(await call('answer')).toBe('answered')
  })

  test('takes what is refused for a good answer of an upstream that works (F29)', async () => {
    const { call, fail } = start()
    for (let index = 0; index < 10; index++) await call('fine')
    await fail(9)
    expect(await call('answer')).toBe('answered')
  })

  test('lets one call find out, and closes when it goes well (F29)', async () => {
    const { breaker, call, fail, clock, events } = start()
    await call('answer')
    await fail(4)
    clock.now += 5_000
    const pending = createPending()
    const probe = breaker.run('a', () => pending.promise)
    expect(await call('answer')).toBe('refused 5')
    expect(breaker.states()).toEqual({ open: 0, 'half-open': 1 })
    pending.finish()
    await probe
    expect(await call('answer')).toBe('answered')
    await fail(2)
    expect(await call('answer')).toBe('answered')
    expect(events).toEqual(['open a', 'close a'])
  })

  test('stays open when the one that finds out fails; one that leaves makes room for the next (F29)', async () => {
    const { call, fail, clock } = start()
    await fail(4)
    clock.now += 5_000
    expect(await call('failed')).toBe('failed')
    expect(await call('answer')).toBe('refused 5')
    clock.now += 5_000
    expect(await call('unknown')).toBe('unknown')
    expect(await call('answer')).toBe('answered')
  })

  test('does not wait for ever for the one that finds out (F29)', async () => {
    const { breaker, call, fail, clock } = start()
    await fail(4)
    clock.now += 5_000
    void breaker.run('a', () => new Promise(() => {}))
    clock.now += 4_999
    expect(await call('answer')).toBe('refused 1')
    clock.now += 1
    expect(await call('answer')).toBe('answered')
  })

  test('hears nothing of calls that were made before it opened (F29)', async () => {
    const { breaker, call, fail } = start()
    const pending = createPending()
    const early = breaker.run('a', () => pending.promise)
    await fail(4)
    pending.finish()
    await early
    expect(await call('answer')).toBe('refused 5')
  })

  test('counts models apart, and forgets those that were asked least lately (F29)', async () => {
    const { breaker, call, fail, events } = start()
    await fail(4, 'a')
    expect(await call('answer', 'b')).toBe('answered')
    expect(await call('answer', 'a')).toBe('refused 5')
    for (let index = 0; index < 200; index++) await call('answer', `other-${index}`)
    expect(breaker.states()).toEqual({ open: 0, 'half-open': 0 })
    // A name that no model ever answered to is a client's own text.
    expect(events).toEqual(['open unknown'])
  })

  test('a clock that is set back ends the rest, and one that is set forward does too (F30)', async () => {
    const back = start()
    await back.fail(4)
    back.clock.now -= 3_600_000
    expect(await back.call('answer')).toBe('answered')
    const forward = start()
    await forward.fail(3)
    forward.clock.now += 3_600_000
    await forward.fail(1)
    expect(await forward.call('answer')).toBe('answered')
  })
})
