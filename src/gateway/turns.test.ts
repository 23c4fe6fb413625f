import { describe, expect, test } from 'vitest'
import { createTurnCounter, createTurns } from './turns.ts'

/** Turns of a clock that the test sets. */
function start(hasKeys = true) {
  const clock = { time: 0 }
  return { clock, turns: createTurns({ hasKeys, turnNow: createTurnCounter(), now: () => clock.time }) }
}

describe('a request', () => {
  test('that has worked for less than its share goes on at once', () => {
    const { clock, turns } = start()
    const { reading } = turns.createPauses('a')
    clock.time = 5
    expect(reading()).toBeUndefined()
  })

  test('that has worked for longer lets others have a turn, and then has a new share (X150)', async () => {
    const { clock, turns } = start()
    const { reading } = turns.createPauses('a')
    const order: string[] = []
    setTimeout(() => order.push('another request'), 0)
    clock.time = 9
    await reading()
    order.push('this request')
    expect(order).toEqual(['another request', 'this request'])
    expect(reading()).toBeUndefined()
  })

  test('has one share for all that it does in one turn of the event loop (X150)', () => {
    const { clock, turns } = start()
    const { reading, answering } = turns.createPauses('a')
    clock.time = 5
    expect(reading()).toBeUndefined()
    clock.time = 9
    expect(answering()).toBeInstanceOf(Promise)
  })

  test('that has waited for something else has worked for nothing of its share', async () => {
    const { clock, turns } = start()
    const { reading } = turns.createPauses('a')
    await new Promise((resolve) => setTimeout(resolve, 10))
    clock.time = 5_000
    expect(reading()).toBeUndefined()
    clock.time = 5_009
    expect(reading()).toBeInstanceOf(Promise)
  })
})

/** Requests at long work, each of which has taken its share. */
function startLate(hasKeys = true) {
  const { clock, turns } = start(hasKeys)
  const late = (client: string, isRefusable = true) => {
    const { reading, answering } = turns.createPauses(client)
    clock.time += 9
    return isRefusable ? reading : answering
  }
  const fill = (client: string, count: number) => Array.from({ length: count }, () => late(client)())
  return { late, fill }
}

/** One turn of the event loop. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Keeps the event loop for some milliseconds. */
function work(milliseconds: number) {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

const refusal = (statusCode: number, code: string) =>
  expect.objectContaining({ wire: expect.objectContaining({ statusCode, code }), headers: { 'retry-after': '1' } })

describe('many requests', () => {
  test('go on one after the other, with a rest between them, however long one takes (X182)', async () => {
    const { late } = startLate()
    let endedAt = Number.POSITIVE_INFINITY
    const first = late('a')()!.then(() => {
      work(20)
      endedAt = performance.now()
    })
    const rested = late('a')()!.then(() => performance.now() - endedAt)
    await first
    // Timers of three milliseconds are never early by one.
    expect(await rested).toBeGreaterThan(2)
  })

  test('are not kept waiting by others that come in, however many (X182)', async () => {
    const { late } = startLate()
    let hasGoneOn = false
    const waiting = late('a')()!.then(() => {
      hasGoneOn = true
    })
    for (let count = 0; count < 200 && !hasGoneOn; count++) {
      late('b', false)()
      await turn()
      work(1)
    }
    expect(hasGoneOn).toBe(true)
    await waiting
  })

  test('of one client do not delay the one of another: clients take turns (X183)', async () => {
    const { late } = startLate()
    const order: string[] = []
    const enter = (client: string, name: string) => late(client)()!.then(() => void order.push(name))
    await Promise.all([enter('a', 'a1'), enter('a', 'a2'), enter('a', 'a3'), enter('b', 'b1'), enter('b', 'b2')])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  test('of one client go on one after the other, each for four shares in a row (L5)', async () => {
    const { clock, turns } = start()
    const order: string[] = []
    const request = async (name: string, shares: number) => {
      const { answering } = turns.createPauses('a')
      for (let share = 0; share < shares; share++) {
        clock.time += 9
        await answering()
        order.push(name)
      }
    }
    await Promise.all([request('long', 6), request('short', 2), request('shorter', 1)])
    expect(order.join(' ')).toBe('long long long long short short shorter long long')
  })

  test('of one client: beyond 64 that wait, one that begins long work is a 429, one that has begun is not, and others are let in (L5, X182, X183)', async () => {
    const { late, fill } = startLate()
    const begun = late('a')
    const waits = fill('a', 63)
    waits.push(begun())
    expect(() => late('a')()).toThrow(refusal(429, 'rate_limit_exceeded'))
    waits.push(late('a', false)(), late('b')())
    await Promise.all(waits)
    expect(late('a')()).toBeInstanceOf(Promise)
  })

  test('beyond those that wait, one is refused soon, and a short one is let in (L5)', async () => {
    const { clock, turns } = start()
    const waits: unknown[] = []
    const read = (milliseconds: number) => {
      const { reading } = turns.createPauses('a')
      clock.time += milliseconds
      return reading()
    }
    expect(read(1)).toBeUndefined()
    for (let count = 0; count < 64; count++) waits.push(read(9))
    expect(read(0.9)).toBeUndefined()
    expect(() => read(1)).toThrow(refusal(429, 'rate_limit_exceeded'))
    await Promise.all(waits)
    expect(read(1)).toBeUndefined()
  })

  test('of many clients: beyond 256 that wait, those are refused that have more than their share of them (L5, X183)', async () => {
    const { late, fill } = startLate()
    const waits = ['a', 'b', 'c', 'd', 'e'].flatMap((client) => fill(client, client === 'e' ? 4 : 63))
    expect(waits).toHaveLength(256)
    expect(() => late('a')()).toThrow(refusal(503, 'server_overloaded'))
    waits.push(late('e')(), late('f')())
    await Promise.all(waits)
  })

  test('without keys: everybody is one client, and beyond 64 that wait the gateway is busy (L5, X182)', () => {
    const { late, fill } = startLate(false)
    void fill('anonymous', 64)
    expect(() => late('anonymous')()).toThrow(refusal(503, 'server_overloaded'))
  })

  test('of one gateway do not wait in the line of another (X183)', () => {
    void startLate().fill('a', 64)
    expect(startLate().late('a')()).toBeInstanceOf(Promise)
  })
})

describe('where a timer ends with the request that set it', () => {
  test('many requests go on by timers of their own, and are refused beyond the same numbers (X182)', async () => {
    const clock = { time: 0 }
    const turns = createTurns({ hasKeys: true, now: () => clock.time })
    const read = (client: string) => {
      const { reading } = turns.createPauses(client)
      clock.time += 9
      return reading()
    }
    const waits = Array.from({ length: 64 }, () => read('a'))
    expect(() => read('a')).toThrow(refusal(429, 'rate_limit_exceeded'))
    await Promise.all([...waits, read('b')])
    await expect(read('a')).resolves.toBeUndefined()
  })
})
