import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BreakerOptions } from '../config.ts'
import { RefusedRequest } from '../refused-request.ts'
import { type CallOutcome, createCircuitBreaker } from './circuit-breaker.ts'

const clientOf = (name: string) => ({ name, id: `id-${name}` })
const alice = clientOf('alice')

/** A breaker on a clock of its own, which calls that end as they are told. */
function start(options: BreakerOptions = {}) {
  const clock = { now: 1_000_000 }
  const events: string[] = []
  const breaker = createCircuitBreaker({
    minCalls: 4,
    ...options,
    now: () => clock.now,
    outcomeOf: (error) => error as CallOutcome,
    onOpen: (model, client) => events.push(`open ${model} ${client?.name ?? 'everybody'}`),
    onClose: (model, client) => events.push(`close ${model} ${client?.name ?? 'everybody'}`),
  })
  const call = async (outcome: CallOutcome | 'answer', model = 'a', client = 'alice'): Promise<string> => {
    try {
      return await breaker.run(model, clientOf(client), async () => {
        if (outcome === 'answer') return 'answered'
        throw outcome
      })
    } catch (error) {
      return error instanceof RefusedRequest ? `refused ${error.headers['retry-after']}` : String(error)
    }
  }
  const fail = async (count: number, model?: string, client?: string) => {
    for (let index = 0; index < count; index++) await call('failed', model, client)
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
    const probe = breaker.run('a', alice, () => pending.promise)
    expect(await call('answer')).toBe('refused 5')
    expect(breaker.states()).toEqual({ open: 0, 'half-open': 1 })
    pending.finish()
    await probe
    expect(await call('answer')).toBe('answered')
    await fail(2)
    expect(await call('answer')).toBe('answered')
    expect(events).toEqual(['open a alice', 'close a alice'])
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
    void breaker.run('a', alice, () => new Promise(() => {}))
    clock.now += 4_999
    expect(await call('answer')).toBe('refused 1')
    clock.now += 1
    expect(await call('answer')).toBe('answered')
  })

  test('hears nothing of calls that were made before it opened (F29)', async () => {
    const { breaker, call, fail } = start()
    const pending = createPending()
    const early = breaker.run('a', alice, () => pending.promise)
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
    for (let index = 0; index < 200; index++) await call('fine', `other-${index}`)
    expect(breaker.states()).toEqual({ open: 0, 'half-open': 0 })
    // A name that no model ever answered to is a client's own text.
    expect(events).toEqual(['open unknown alice'])
  })

  test('keeps what it counted of a model that has answered, however many names a client makes up (X236)', async () => {
    const { call, fail } = start()
    await call('answer', 'a')
    await fail(3, 'a')
    for (let index = 0; index < 1_000; index++) await call('fine', `made-up-${index}`, 'mallory')
    await fail(1, 'a')
    expect(await call('answer', 'a')).toBe('refused 5')
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

describe('clients of one circuit breaker', () => {
  /** Opens the circuit of model `a` for everybody. */
  async function startOpen() {
    const started = start()
    const { call, fail, clock } = started
    await call('answer', 'a', 'good')
    for (const client of ['bob', 'carol', 'dave']) await fail(3, 'a', client)
    expect(started.events).toEqual(['open a everybody'])
    clock.now += 5_000
    return started
  }

  test('a client that fails alone is refused alone', async () => {
    const { call, fail, events } = start()
    await call('answer', 'a', 'good')
    await fail(100, 'a', 'mallory')
    expect(await call('answer', 'a', 'mallory')).toBe('refused 5')
    expect(await call('answer', 'a', 'good')).toBe('answered')
    expect(events).toEqual(['open a mallory'])
  })

  test('failures of several clients, few each, open the circuit for everybody', async () => {
    const { call, fail, breaker } = start()
    for (const client of ['bob', 'carol', 'dave']) await fail(2, 'a', client)
    expect(await call('answer', 'a', 'good')).toBe('refused 5')
    expect(breaker.states()).toEqual({ open: 1, 'half-open': 0 })
  })

  test('a failed probe keeps the circuit open for its own client; another client closes it', async () => {
    const { call, events } = await startOpen()
    expect(await call('failed', 'a', 'mallory')).toBe('failed')
    expect(await call('failed', 'a', 'mallory')).toBe('refused 5')
    expect(await call('answer', 'a', 'good')).toBe('answered')
    expect(await call('answer', 'a', 'mallory')).toBe('answered')
    expect(events.slice(1)).toEqual(['close a everybody'])
  })

  test('a request that is refused does not close it: a client can always have one (X137)', async () => {
    const { call, clock } = start()
    for (const client of ['bob', 'carol', 'dave', 'erin', 'frank']) await call('failed', 'a', client)
    clock.now += 5_000
    expect(await call('fine', 'a', 'mallory')).toBe('fine')
    expect(await call('failed', 'a', 'bob')).toBe('failed')
    expect(await call('failed', 'a', 'carol')).toBe('failed')
    expect(await call('answer', 'a', 'dave')).toBe('refused 5')
  })

  test('a client that asks for many models does not close it (X137)', async () => {
    const { call } = start()
    for (const client of ['bob', 'carol', 'dave', 'erin', 'frank']) await call('failed', 'a', client)
    for (let index = 0; index < 300; index++) await call('fine', `model-${index}`, 'mallory')
    expect(await call('answer', 'a', 'bob')).toBe('refused 5')
  })

  test('two clients whose probes fail keep it open for everybody', async () => {
    const { call, clock } = await startOpen()
    await call('failed', 'a', 'bob')
    clock.now += 1_000
    await call('failed', 'a', 'carol')
    expect(await call('answer', 'a', 'good')).toBe('refused 5')
  })

  test('a probe that does not return leaves the place of the second probe to others, and no third', async () => {
    const { breaker, call } = await startOpen()
    void breaker.run('a', clientOf('mallory'), () => new Promise(() => {}))
    expect(await call('answer', 'a', 'mallory')).toBe('refused 5')
    const pending = createPending()
    const probe = breaker.run('a', clientOf('bob'), () => pending.promise)
    expect(breaker.states()).toEqual({ open: 0, 'half-open': 1 })
    expect(await call('answer', 'a', 'good')).toBe('refused 5')
    pending.finish()
    await probe
    expect(await call('answer', 'a', 'good')).toBe('answered')
  })

  const step = fc.record({
    client: fc.constantFrom('mallory', 'alice', 'bob', 'carol'),
    outcome: fc.constantFrom('answer', 'failed', 'fine', 'unknown', 'never' as const),
    waitMs: fc.constantFrom(0, 0, 0, 400, 1_000, 4_999, 5_000, 20_000),
  })

  test('whatever one client does and whenever, clients whose calls go well are never refused (X137)', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { breaker, call, clock } = start()
      for (const { client, outcome, waitMs } of steps) {
        clock.now += waitMs
        if (client !== 'mallory') expect(await call('answer', 'a', client)).toBe('answered')
        else if (outcome !== 'never') await call(outcome as CallOutcome, 'a', client)
        else breaker.run('a', clientOf(client), () => new Promise(() => {})).catch(() => undefined)
      }
    })
    await fc.assert(property, { numRuns: 300 })
  })

  test('it opens for everybody only if the calls fail too often without any one of the clients', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { call, events } = start()
      const counted: { readonly client: string; readonly isFailure: boolean }[] = []
      for (const { client, outcome } of steps) {
        const result = await call(outcome === 'never' ? 'unknown' : (outcome as CallOutcome), 'a', client)
        if (result.startsWith('refused') || outcome === 'never' || outcome === 'unknown') continue
        counted.push({ client, isFailure: outcome === 'failed' })
        const isFailing = ['mallory', 'alice', 'bob', 'carol'].every((left) => {
          const others = counted.filter((one) => one.client !== left)
          return others.length >= 4 && others.filter((one) => one.isFailure).length >= others.length / 2
        })
        const isOpen = events.includes('open unknown everybody') || events.includes('open a everybody')
        if (outcome === 'failed') expect(isFailing).toBe(isOpen)
        if (isOpen) return
      }
    })
    await fc.assert(property, { numRuns: 500 })
  })

  test('after everybody was refused, one client that keeps failing does not keep the others out', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { breaker, call, clock } = await startOpen()
      for (const { outcome, waitMs } of steps) {
        clock.now += waitMs
        if (outcome !== 'never') await call(outcome as CallOutcome, 'a', 'mallory')
        else breaker.run('a', clientOf('mallory'), () => new Promise(() => {})).catch(() => undefined)
      }
      expect(await call('answer', 'a', 'good')).toBe('answered')
    })
    await fc.assert(property, { numRuns: 300 })
  })
})
