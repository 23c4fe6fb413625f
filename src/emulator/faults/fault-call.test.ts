import { describe, expect, test } from 'vitest'
import { bytesOf, type Delivery } from '../api/delivery.ts'
import type { FaultCall } from './fault.ts'
import { createFaultCounter, faultTable, parseFaults } from './fault-call.ts'

const parse = (text: string) => {
  const calls = parseFaults(text)
  if (typeof calls === 'string') throw new Error(calls)
  return calls
}

describe('parseFaults', () => {
  test('reads names, parameters and several faults, and fills in defaults', () => {
    expect(parse(' 429;retry=2 , slow ; ms=5')).toMatchObject([
      { fault: { name: '429' }, settings: { retry: 2 } },
      { fault: { name: 'slow' }, settings: { ms: 5 } },
    ])
    expect(parse('429')).toMatchObject([{ settings: { retry: 7 } }])
    expect(parse('')).toEqual([])
  })

  test('says what is wrong, and what there is', () => {
    expect(parseFaults('429, nonsense')).toMatch(/^There is no fault "nonsense"\. There are: 429, 429-daily, /)
    expect(parseFaults('429;delay=2')).toMatch(/has no parameter "delay"\. It has: times, id, retry\./)
    expect(parseFaults('429;__proto__=2')).toContain('has no parameter "__proto__"')
    expect(parseFaults('429;retry=soon')).toBe('The fault "429" cannot have "retry=soon": it takes a number.')
    expect(parseFaults('429;times=-1')).toContain('it takes a number')
    expect(parseFaults('cut-event;end=bang')).toContain('it takes close or reset')
  })
})

test('every fault has a name of its own, a summary, and acts somewhere', () => {
  expect(new Set(faultTable.map(({ name }) => name)).size).toBe(faultTable.length)
  for (const { name, summary, refuse, rewrite, deliver } of faultTable) {
    expect(summary, name).not.toBe('')
    expect(
      [refuse, rewrite, deliver].some((act) => act !== undefined),
      name,
    ).toBe(true)
  }
})

describe('createFaultCounter', () => {
  const names = (calls: readonly FaultCall[]) => calls.map(({ fault }) => fault.name)

  test('a fault strikes as often as it says, and always where it says nothing', () => {
    const counter = createFaultCounter()
    const calls = parse('503;times=2,slow')
    expect([1, 2, 3].map(() => names(counter.take(calls)))).toEqual([['503', 'slow'], ['503', 'slow'], ['slow']])
    counter.reset()
    expect(names(counter.take(calls))).toEqual(['503', 'slow'])
  })

  test('counts apart what has another id', () => {
    const counter = createFaultCounter()
    const take = (text: string) => counter.take(parse(text)).length
    expect([take('503;times=1;id=a'), take('503;times=1;id=a'), take('503;times=1;id=b')]).toEqual([1, 0, 1])
  })
})

describe('many faults for one answer', () => {
  const deliver = (text: string, body: string) => {
    const delivery: Delivery = { status: 200, headers: {}, before: [], steps: [bytesOf(body), bytesOf(body)] }
    return parse(text).reduce((current, { fault, settings }) => fault.deliver!(current, settings), delivery).steps
  }
  const times = (fault: string, count: number) => Array.from({ length: count }, () => fault).join()

  test('there are at most twenty (X230)', () => {
    expect(parse(times('slow', 20))).toHaveLength(20)
    expect(parseFaults(times('slow', 21))).toBe('There can be at most 20 faults.')
  })

  test('each adds as much as alone (X230)', () => {
    expect(deliver(times('slow', 10), '{}')).toHaveLength(22)
    expect(deliver(times('split', 10), '{}')).toHaveLength(4)
  })

  test('an event comes in at most 10,000 pieces (X230)', () => {
    expect(deliver('split', 'x'.repeat(10_000))).toHaveLength(20_000)
    const pieces = deliver('split', 'x'.repeat(95_000))
    expect(pieces).toHaveLength(19_000)
    expect(pieces.every((piece) => piece.kind === 'bytes' && piece.bytes.length === 10)).toBe(true)
  })
})
