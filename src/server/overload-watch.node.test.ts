import { describe, expect, test } from 'vitest'
import { watchOverload } from './overload-watch.node.ts'

/** An event loop whose turns are made by the test. A probe waits for so many milliseconds. */
function start(maxRequests = 10_000, probeWait = Number.POSITIVE_INFINITY) {
  const state = { now: 0, told: 0 }
  const ends: (() => void)[] = []
  const probes: { readonly at: number; readonly onAccepted: () => void }[] = []
  const watch = watchOverload({
    maxRequests,
    maxQueueMs: 1_000,
    onOverload: () => void state.told++,
    openProbe: (onAccepted) => probes.push({ at: state.now + probeWait, onAccepted }),
    atTurnsEnd: (work) => ends.push(work),
    now: () => state.now,
  })
  /** So many turns, each of which takes a connection, and answers a request or not. */
  const turns = (count: number, ms: number, { isAccepting = true, isAnswering = true } = {}) => {
    for (let index = 0; index < count; index++) {
      if (isAccepting) watch.accepted()
      if (isAnswering) watch.answered()
      state.now += ms
      while (probes[0] !== undefined && probes[0].at <= state.now) probes.shift()!.onAccepted()
      for (const work of ends.splice(0)) work()
    }
  }
  const rest = (ms: number) => turns(1, ms, { isAccepting: false, isAnswering: false })
  return { watch, turns, rest, told: () => state.told }
}

describe('an overload', () => {
  test('is more requests at once than there may be, and is told once (L5)', () => {
    const { watch, told } = start(2)
    expect([0, 1, 2, 3].map((requests) => watch.isOver(requests))).toEqual([false, false, true, true])
    expect(told()).toBe(1)
  })

  test('is connections that never stop waiting, until a turn accepts none (L5)', () => {
    const { watch, turns, rest, told } = start()
    turns(999, 2)
    expect(watch.isOver(20)).toBe(false)
    turns(1, 2)
    expect(watch.isOver(20)).toBe(true)
    rest(1)
    rest(1)
    expect(watch.isOver(20)).toBe(false)
    expect(told()).toBe(1)
  })

  test('is no queue that stands for long, in which everybody waits for a moment (L5)', () => {
    const { watch, turns } = start(10_000, 20)
    turns(20_000, 2)
    expect(watch.isOver(20)).toBe(false)
  })

  test('is over when the server itself does not wait long any more (L5)', () => {
    const { watch, turns } = start(10_000, 1_500)
    turns(1_200, 2)
    expect(watch.isOver(20)).toBe(true)
    const quick = start(10_000, 40)
    quick.turns(1_200, 2)
    expect(quick.watch.isOver(20)).toBe(false)
  })

  test('is no burst, and no pool of connections that opens slowly (L5)', () => {
    const burst = start()
    burst.turns(5_000, 0.1)
    expect(burst.watch.isOver(20)).toBe(false)
    const pool = start()
    pool.turns(256, 100, { isAnswering: false })
    expect(pool.watch.isOver(20)).toBe(false)
  })

  test('is no thousand streams that begin: who waits then waits for nobody to end (L5)', () => {
    const { watch, turns } = start()
    turns(1_000, 5, { isAnswering: false })
    expect(watch.isOver(1_000)).toBe(false)
  })

  test('comes back sooner for those who were overloaded a moment ago, and not for others (L5)', () => {
    const { watch, turns, rest } = start()
    turns(1_001, 2)
    expect(watch.isOver(20)).toBe(true)
    rest(1)
    rest(1)
    turns(101, 2)
    expect(watch.isOver(20)).toBe(true)
    rest(5_000)
    rest(5_000)
    turns(101, 2)
    expect(watch.isOver(20)).toBe(false)
  })

  test('is told anew after ten seconds of quiet (L5)', () => {
    const { watch, rest, told } = start(1)
    watch.isOver(1)
    rest(9_900)
    watch.isOver(1)
    rest(10_100)
    watch.isOver(1)
    expect(told()).toBe(2)
  })
})
