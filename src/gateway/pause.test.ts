import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

test('a request that has worked for less than its share goes on at once', () => {
  let time = 0
  const pause = createPause({ now: () => time })
  time = 7
  expect(pause()).toBeUndefined()
})

test('a request that has worked for longer lets others have a turn, and then has a new share (X150)', async () => {
  let time = 0
  const pause = createPause({ now: () => time })
  const order: string[] = []
  setTimeout(() => order.push('another request'), 0)
  time = 9
  await pause()
  order.push('this request')
  expect(order).toEqual(['another request', 'this request'])
  expect(pause()).toBeUndefined()
})

test('a request that has waited for its body has worked for nothing of its share', () => {
  let time = 0
  const pause = createPause({ now: () => time })
  time = 5_000
  pause.restart()
  expect(pause()).toBeUndefined()
})

/** A request that has taken its share. */
function late(isRefusable = false) {
  let time = 0
  const pause = createPause({ isRefusable, now: () => time })
  time = 9
  return pause
}

test('each of many long requests goes on in a turn of the event loop of its own (X182)', async () => {
  const order: string[] = []
  const first = late()()!.then(() => void order.push('first'))
  const second = late()()!.then(() => void order.push('second'))
  setTimeout(() => order.push('what came meanwhile'), 0)
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'what came meanwhile', 'second'])
})

test('beyond 64 that wait for a turn, a request that begins long work is refused, and one that has begun is not (L5, X182)', async () => {
  const begun = late(true)
  const waits = Array.from({ length: 63 }, () => late(true)())
  waits.push(begun())
  expect(() => late(true)()).toThrow(
    expect.objectContaining({ wire: expect.objectContaining({ statusCode: 503, code: 'server_overloaded' }) }),
  )
  waits.push(late(false)())
  await Promise.all(waits)
  expect(late(true)()).toBeInstanceOf(Promise)
})
