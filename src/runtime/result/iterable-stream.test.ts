import { describe, expect, test } from 'vitest'
import { toIterableStream, transform } from './iterable-stream.ts'

/** A source that gives these values and then hangs; it counts its returns. */
function hanging<T>(values: readonly T[]) {
  const state = { asked: 0, returned: 0 }
  const iterator: AsyncIterableIterator<T> = {
    next: () =>
      state.asked < values.length
        ? Promise.resolve({ done: false, value: values[state.asked++]! })
        : new Promise(() => undefined),
    async return() {
      state.returned += 1
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return { state, iterator }
}

async function* from<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

const doubled = (source: AsyncIterable<number>) =>
  transform(source, async function* (numbers) {
    try {
      for await (const number of numbers) yield number * 2
    } finally {
      ends.push(numbers.isReturned)
    }
  })

const ends: boolean[] = []

describe('transform', () => {
  test('gives the values that the generator makes, and its errors', async () => {
    const results: number[] = []
    for await (const number of doubled(from([1, 2]))) results.push(number)
    expect(results).toEqual([2, 4])
    const failing = transform(hanging([1]).iterator, async function* (source) {
      for await (const number of source) throw new Error(`No ${number}.`)
      yield 0
    })
    await expect(failing.next()).rejects.toThrow('No 1.')
  })

  test('returns the source while its next value is awaited, and lets the generator end', async () => {
    const { state, iterator } = hanging([1])
    const reader = doubled(iterator)
    expect(await reader.next()).toEqual({ done: false, value: 2 })
    const waiting = reader.next()
    await reader.return!()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(state.returned).toBe(1)
    expect(ends.at(-1)).toBe(true)
  })

  test('returns the source also before the first read', async () => {
    const { state, iterator } = hanging([1])
    await doubled(iterator).return!()
    expect(state).toEqual({ asked: 0, returned: 1 })
  })
})

describe('toIterableStream', () => {
  test('asks its source when it is read, by a reader or by for await, and returns it when it is cancelled', async () => {
    const { state, iterator } = hanging([1, 2, 3])
    const stream = toIterableStream(iterator)
    expect(state.asked).toBe(0)
    for await (const value of stream) {
      expect(value).toBe(1)
      break
    }
    expect(state).toEqual({ asked: 1, returned: 1 })
    const reader = stream.getReader()
    expect(await reader.read()).toEqual({ done: false, value: 2 })
    await reader.cancel()
    expect(state).toEqual({ asked: 2, returned: 2 })
  })
})
