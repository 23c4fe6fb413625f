import { expect, test } from 'vitest'
import { createEventStream } from './event-stream.ts'

function streamOf(steps: (() => Promise<readonly string[] | undefined>)[], keepAliveMs = 1_000) {
  const ends: string[] = []
  let asked = 0
  const stream = createEventStream({
    opening: ['first'],
    next: () => steps[Math.min(asked++, steps.length - 1)]!(),
    keepAliveMs,
    onEnd: (outcome) => ends.push(outcome),
  })
  const reader = stream.getReader()
  const read = async () => {
    const { value } = await reader.read()
    return value === undefined ? undefined : new TextDecoder().decode(value)
  }
  return { read, cancel: () => reader.cancel(), ends, asked: () => asked }
}

const now =
  (...data: string[]) =>
  () =>
    Promise.resolve(data)
const over = () => Promise.resolve(undefined)
const later = (ms: number, data: string[]) => () =>
  new Promise<readonly string[]>((resolve) => setTimeout(() => resolve(data), ms))

test('events that came together leave as one chunk', async () => {
  const { read, ends } = streamOf([now('second', 'third'), over])
  expect(await read()).toBe('data: first\n\n')
  expect(await read()).toBe('data: second\n\ndata: third\n\n')
  expect(await read()).toBeUndefined()
  expect(ends).toEqual(['ok'])
})

test('an event does not wait for the next one', async () => {
  const { read } = streamOf([later(20, ['second']), over])
  expect(await read()).toBe('data: first\n\n')
  expect(await read()).toBe('data: second\n\n')
})

test('a comment is sent after a silence, and the event follows', async () => {
  const { read } = streamOf([later(50, ['second']), over], 20)
  await read()
  expect(await read()).toBe(': keep-alive\n\n')
  expect(await read()).toMatch(/^(: keep-alive|data: second)\n\n$/)
})

test('no event is asked for before the client reads', async () => {
  const { read, cancel, asked, ends } = streamOf([now('second')])
  await Promise.resolve()
  expect(asked()).toBe(0)
  await read()
  await read()
  expect(asked()).toBe(1)
  await cancel()
  await cancel()
  expect(ends).toEqual(['aborted'])
  expect(await read()).toBeUndefined()
})

test.each([
  ['never comes', () => new Promise<undefined>(() => undefined)],
  ['comes later', later(20, ['second'])],
  ['fails later', () => new Promise<undefined>((_, reject) => setTimeout(() => reject(new Error('broken')), 20))],
])('a client that leaves while it waits for an event that %s ends the stream once', async (_, step) => {
  const { read, cancel, ends } = streamOf([step])
  await read()
  const waiting = read()
  await cancel()
  expect(await waiting).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(ends).toEqual(['aborted'])
})

test('a failure reaches the reader', async () => {
  const { read, ends } = streamOf([now('second'), () => Promise.reject(new Error('broken'))])
  await read()
  await read()
  await expect(read()).rejects.toThrow('broken')
  expect(ends).toEqual(['failed'])
})
