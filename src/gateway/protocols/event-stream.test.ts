import { expect, test } from 'vitest'
import { createEventStream } from './event-stream.ts'

const text = (pieces: readonly Uint8Array[] | undefined) =>
  (pieces ?? []).map((bytes) => new TextDecoder().decode(bytes)).join('')

function streamOf(steps: (() => Promise<readonly string[] | undefined>)[], keepAliveMs = 1_000) {
  const ends: string[] = []
  let asked = 0
  const stream = createEventStream({
    opening: ['first'],
    next: () => steps[Math.min(asked++, steps.length - 1)]!(),
    keepAliveMs,
    onEnd: (outcome) => ends.push(outcome),
  })
  return { stream, ends, asked: () => asked }
}

const now =
  (...data: string[]) =>
  () =>
    Promise.resolve(data)
const over = () => Promise.resolve(undefined)
const later = (ms: number, data: string[]) => () =>
  new Promise<readonly string[]>((resolve) => setTimeout(() => resolve(data), ms))

test('events that came together go out in one piece', async () => {
  const { stream, ends } = streamOf([now('second', 'third'), over])
  expect(text(await stream.read())).toBe('data: first\n\n')
  const pieces = await stream.read()
  expect([pieces?.length, text(pieces)]).toEqual([1, 'data: second\n\ndata: third\n\n'])
  expect(await stream.read()).toBeUndefined()
  expect(await stream.read()).toBeUndefined()
  expect(ends).toEqual(['ok'])
})

test('an event that is there does not wait for one that is not', async () => {
  const { stream } = streamOf([later(20, ['second']), over])
  expect(text(await stream.read())).toBe('data: first\n\n')
  expect(text(await stream.read())).toBe('data: second\n\n')
})

test('a comment is sent after a silence, and nothing is lost by it', async () => {
  const { stream } = streamOf([later(50, ['second']), over], 20)
  await stream.read()
  expect(text(await stream.read())).toBe(': keep-alive\n\n')
  expect(text(await stream.read())).toMatch(/^(: keep-alive|data: second)\n\n$/)
})

test('nothing is asked for before somebody reads', async () => {
  const { stream, asked, ends } = streamOf([now('second')])
  await Promise.resolve()
  expect(asked()).toBe(0)
  await stream.read()
  await stream.read()
  expect(asked()).toBe(1)
  stream.cancel()
  stream.cancel()
  expect(ends).toEqual(['aborted'])
  expect(await stream.read()).toBeUndefined()
})

test('a reader that leaves while it waits waits no longer', async () => {
  const { stream, ends } = streamOf([() => new Promise(() => undefined)])
  await stream.read()
  const waiting = stream.read()
  stream.cancel()
  expect(await waiting).toBeUndefined()
  expect(ends).toEqual(['aborted'])
})

test('a failure is told to the reader, once', async () => {
  const { stream, ends } = streamOf([now('second'), () => Promise.reject(new Error('broken'))])
  await stream.read()
  await stream.read()
  await expect(stream.read()).rejects.toThrow('broken')
  expect(await stream.read()).toBeUndefined()
  expect(ends).toEqual(['failed'])
})
