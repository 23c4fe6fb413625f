import { expect, test } from 'vitest'
import { createEventStream } from './event-stream.ts'

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

function streamOf(steps: (() => Promise<readonly string[] | undefined>)[], keepAliveMs = 1_000) {
  const ends: string[] = []
  let asked = 0
  const stream = createEventStream({
    opening: ['first'],
    next: () => steps[Math.min(asked++, steps.length - 1)]!(),
    keepAliveMs,
    onEnd: (outcome) => ends.push(outcome),
  })
  return { reader: stream.getReader(), ends, asked: () => asked }
}

const now =
  (...data: string[]) =>
  () =>
    Promise.resolve(data)
const over = () => Promise.resolve(undefined)
const later = (ms: number, data: string[]) => () =>
  new Promise<readonly string[]>((resolve) => setTimeout(() => resolve(data), ms))

test('events that are there at the same time go out in one piece', async () => {
  const { reader, ends } = streamOf([now('second'), now('third', 'fourth'), over])
  expect(text((await reader.read()).value)).toBe('data: first\n\ndata: second\n\ndata: third\n\ndata: fourth\n\n')
  expect((await reader.read()).done).toBe(true)
  expect(ends).toEqual(['ok'])
})

test('an event that is there does not wait for one that is not', async () => {
  const { reader } = streamOf([later(20, ['second']), over])
  expect(text((await reader.read()).value)).toBe('data: first\n\n')
  expect(text((await reader.read()).value)).toBe('data: second\n\n')
})

test('a comment is sent after a silence, and nothing is lost by it', async () => {
  const { reader } = streamOf([later(50, ['second']), over], 20)
  await reader.read()
  expect(text((await reader.read()).value)).toBe(': keep-alive\n\n')
  expect(text((await reader.read()).value)).toMatch(/^(: keep-alive|data: second)\n\n$/)
})

test('nothing is asked for before somebody reads, and a piece has an end', async () => {
  const { reader, asked, ends } = streamOf([now('x'.repeat(10_000))])
  await Promise.resolve()
  expect(asked()).toBe(0)
  expect((await reader.read()).value!.length).toBeLessThan(100_000)
  const before = asked()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(asked()).toBe(before)
  await reader.cancel()
  expect(ends).toEqual(['aborted'])
})

test('what was there before a failure goes out first', async () => {
  const { reader, ends } = streamOf([now('second'), () => Promise.reject(new Error('broken'))])
  expect(text((await reader.read()).value)).toBe('data: first\n\ndata: second\n\n')
  await expect(reader.read()).rejects.toThrow('broken')
  expect(ends).toEqual(['failed'])
})
