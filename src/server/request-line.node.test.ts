import { describe, expect, test } from 'vitest'
import { createRequestLine } from './request-line.node.ts'

/** An event loop whose turns are made by the test. Requests are numbers, which are answered when the test says so. */
function open({ maxRequests = 10_000, maxQueueMs = 1_000 } = {}) {
  const state = { now: 0, told: 0 }
  const ends: (() => void)[] = []
  const started: number[] = []
  const refused: number[] = []
  const gone = new Set<number>()
  const line = createRequestLine({
    maxRequests,
    maxQueueMs,
    onOverload: () => void state.told++,
    atTurnsEnd: (work) => ends.push(work),
    now: () => state.now,
  })
  let running = 0
  const enter = (name: number) =>
    line.enter({
      isGone: () => gone.has(name),
      refuse: () => void refused.push(name),
      start() {
        started.push(name)
        running++
      },
    })
  const answerAll = () => {
    for (; running > 0; running--) line.answered()
  }
  const endTurn = (ms = 0) => {
    state.now += ms
    for (const work of ends.splice(0)) work()
  }
  return { line, enter, answerAll, endTurn, started, refused, gone, told: () => state.told, turns: () => ends.length }
}

const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index)

describe('a request', () => {
  test('is started at once where nobody waits', () => {
    const { enter, started, endTurn, turns } = open()
    expect(enter(1)).toBe(true)
    expect(started).toEqual([1])
    endTurn()
    expect(turns()).toBe(0)
  })

  test('waits where eight were started in this turn of the event loop, and is started in the next, in order (X184)', () => {
    const { enter, started, endTurn } = open()
    for (const name of numbers(20)) enter(name)
    endTurn()
    expect(started).toEqual(numbers(8))
    endTurn()
    expect(started).toEqual(numbers(16))
    enter(20)
    endTurn()
    expect(started).toEqual(numbers(21))
  })

  test('waits while connections are accepted, for 64 turns at most: those behind it are seen first (X184)', () => {
    const { line, enter, started, endTurn } = open()
    line.accepted()
    enter(1)
    for (let turn = 1; turn < 64; turn++) {
      endTurn()
      line.accepted()
    }
    expect(started).toEqual([])
    endTurn()
    expect(started).toEqual([1])
    line.accepted()
    enter(2)
    endTurn()
    expect(started).toEqual([1])
    endTurn()
    expect(started).toEqual([1, 2])
  })

  test('whose client has left is not started', () => {
    const { enter, started, refused, gone, endTurn } = open()
    for (const name of numbers(10)) enter(name)
    gone.add(8)
    endTurn()
    endTurn()
    expect([started, refused]).toEqual([[...numbers(8), 9], []])
  })
})

describe('an overload', () => {
  test('is more requests at once than there may be, those that wait included, and is told once (L5, X78)', () => {
    const { enter, started, told } = open({ maxRequests: 9 })
    expect(numbers(11).map(enter)).toEqual([...numbers(9).map(() => true), false, false])
    expect([started.length, told()]).toEqual([8, 1])
  })

  test('is more than 4,096 that wait (L5)', () => {
    const { enter } = open()
    expect(numbers(8 + 4_096).every(enter)).toBe(true)
    expect(enter(-1)).toBe(false)
  })

  /** Ten requests arrive in a turn of ten milliseconds, and eight are started and answered. */
  function overload(line: ReturnType<typeof open>, turns: number, arrivals = 10) {
    for (let turn = 0; turn < turns; turn++) {
      for (let arrival = 0; arrival < arrivals; arrival++) line.enter(arrival)
      line.answerAll()
      line.endTurn(10)
    }
  }

  test('has requests refused that waited for longer than they may, when the line has stood for twice as long (L5)', () => {
    const line = open()
    overload(line, 199)
    expect(line.refused.length).toBe(0)
    const before = line.started.length
    overload(line, 1_000)
    expect(line.refused.length).toBeGreaterThan(1_000)
    // All the time it did what it can.
    expect(line.started.length - before).toBe(8_000)
    expect(line.told()).toBe(1)
  })

  test('is over when what waits has waited for less (L5)', () => {
    const line = open()
    overload(line, 1_000)
    overload(line, 300, 1)
    const { length } = line.refused
    overload(line, 1_000, 8)
    expect(line.refused.length).toBe(length)
  })

  test('is no burst that is worked off within two seconds (L5)', () => {
    const line = open()
    for (const name of numbers(1_500)) line.enter(name)
    overload(line, 200, 0)
    expect([line.started.length, line.refused.length]).toEqual([1_500, 0])
  })

  test('is no thousand streams that begin: they wait for nobody to end (L5)', () => {
    const { enter, endTurn, started, refused } = open()
    for (const name of numbers(1_000)) enter(name)
    for (let turn = 0; turn < 125; turn++) endTurn(100)
    expect([started.length, refused.length]).toEqual([1_000, 0])
  })

  test('is not looked for without a limit (L5)', () => {
    const line = open({ maxQueueMs: Number.POSITIVE_INFINITY })
    overload(line, 2_000)
    expect(line.refused.length).toBe(0)
  })

  test('is told anew after ten seconds of quiet (L5)', () => {
    const { enter, told, endTurn } = open({ maxRequests: 1 })
    enter(1)
    enter(2)
    endTurn(9_900)
    enter(3)
    endTurn(10_100)
    enter(4)
    expect(told()).toBe(2)
  })
})
