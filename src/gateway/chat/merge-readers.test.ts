import { expect, test } from 'vitest'
import { mergeReaders } from './merge-readers.ts'

function streamOf<T>(...values: T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const value of values) controller.enqueue(value)
      controller.close()
    },
  })
}

async function readAll<T>(...streams: ReadableStream<T>[]): Promise<[number, T][]> {
  const reader = mergeReaders(streams)
  const all: [number, T][] = []
  for (let read = await reader.read(); read !== undefined; read = await reader.read()) {
    if (read.value !== undefined) all.push([read.index, read.value])
  }
  return all
}

test('one stream is read as it is', async () => {
  expect(await readAll(streamOf('a', 'b'))).toEqual([
    [0, 'a'],
    [0, 'b'],
  ])
})

test('of several each keeps its order, and none has to wait for another’s end', async () => {
  const all = await readAll(streamOf('a', 'b', 'c'), streamOf('x', 'y', 'z'), streamOf<string>())
  expect(all.filter(([index]) => index === 0).map(([, value]) => value)).toEqual(['a', 'b', 'c'])
  expect(all.filter(([index]) => index === 1).map(([, value]) => value)).toEqual(['x', 'y', 'z'])
  expect(all.findIndex(([index]) => index === 1)).toBeLessThan(3)
})

test('all are let go together', async () => {
  const cancelled: unknown[] = []
  const endless = () => new ReadableStream<string>({ cancel: (reason) => void cancelled.push(reason) })
  const reader = mergeReaders([endless(), endless()])
  const read = reader.read()
  reader.cancel('enough')
  await read
  expect(cancelled).toEqual(['enough', 'enough'])
})
