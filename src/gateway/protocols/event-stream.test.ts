import { expect, test } from 'vitest'
import { toByteStream } from '../../core/bytes.ts'
import { type EventBatches, writeEvents } from './event-stream.ts'

type Step = () => ReturnType<EventBatches['next']>

function streamOf(steps: readonly Step[], keepAliveMs = 1_000) {
  const ends: string[] = []
  let asked = 0
  let returned = 0
  const batches: EventBatches = {
    next: () => steps[Math.min(asked++, steps.length - 1)]!(),
    return: async () => void returned++,
  }
  const bytes = writeEvents(batches, { keepAliveMs, onEnd: (outcome) => ends.push(outcome) })
  const reader = toByteStream(bytes).getReader()
  const read = async () => {
    const { value } = await reader.read()
    return value === undefined ? undefined : new TextDecoder().decode(value)
  }
  return { reader, read, ends, asked: () => asked, returned: () => returned }
}

const now =
  (...data: (string | { readonly n: number })[]): Step =>
  async () => ({ done: false, value: data.map((one) => ({ data: one })) })
const over: Step = async () => ({ done: true, value: undefined })
const later =
  (ms: number, data: string): Step =>
  () =>
    new Promise((resolve) => setTimeout(() => resolve({ done: false, value: [{ data }] }), ms))

test('events of a batch go out in one piece, objects as JSON and texts as they are', async () => {
  const { read, ends } = streamOf([now({ n: 1 }, '[DONE]'), over])
  expect(await read()).toBe('data: {"n":1}\n\ndata: [DONE]\n\n')
  expect(await read()).toBeUndefined()
  expect(ends).toEqual(['ok'])
})

test('an event may have a name', async () => {
  const { read } = streamOf([async () => ({ done: false, value: [{ event: 'ping', data: { n: 1 } }] }), over])
  expect(await read()).toBe('event: ping\ndata: {"n":1}\n\n')
})

test('a comment is sent after a silence, and no event is lost', async () => {
  const { read } = streamOf([later(50, 'second'), over], 20)
  expect(await read()).toBe(': keep-alive\n\n')
  const rest = [await read(), await read()]
  expect(rest).toContain('data: second\n\n')
})

test('no batch is read before the reader wants it', async () => {
  const { reader, read, asked, ends, returned } = streamOf([now('first')])
  await Promise.resolve()
  expect(asked()).toBe(0)
  await read()
  expect(asked()).toBe(1)
  await reader.cancel()
  expect([ends, returned()]).toEqual([['aborted'], 1])
})

test('a reader that leaves while it waits ends the answer', async () => {
  const { reader, read, ends, returned } = streamOf([() => new Promise(() => undefined)])
  const waiting = read()
  await reader.cancel()
  expect(await waiting).toBeUndefined()
  expect([ends, returned()]).toEqual([['aborted'], 1])
})

test('a failure is the reader’s, once', async () => {
  const { read, ends } = streamOf([now('first'), () => Promise.reject(new Error('broken'))])
  await read()
  await expect(read()).rejects.toThrow('broken')
  expect(ends).toEqual(['failed'])
})
