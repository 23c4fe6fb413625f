import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

test('a request that has worked for less than its share goes on at once', () => {
  let time = 0
  const pause = createPause(() => time)
  time = 7
  expect(pause()).toBeUndefined()
})

test('a request that has worked for longer lets others have a turn, and then has a new share (X150)', async () => {
  let time = 0
  const pause = createPause(() => time)
  const order: string[] = []
  setTimeout(() => order.push('another request'), 0)
  time = 9
  await pause()
  order.push('this request')
  expect(order).toEqual(['another request', 'this request'])
  expect(pause()).toBeUndefined()
})
