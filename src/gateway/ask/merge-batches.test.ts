import { expect, test } from 'vitest'
import { mergeBatches } from './merge-batches.ts'

async function* batchesOf(...batches: string[][]): AsyncIterable<string[]> {
  yield* batches
}

async function readAll(...sources: AsyncIterable<string[]>[]): Promise<[number, string][]> {
  const merged = mergeBatches(sources)
  const all: [number, string][] = []
  for (let next = await merged.next(); next.done !== true; next = await merged.next()) {
    for (const part of next.value.parts) all.push([next.value.index, part])
  }
  return all
}

test('one source is read in its order', async () => {
  expect(await readAll(batchesOf(['a', 'b'], ['c']))).toEqual([
    [0, 'a'],
    [0, 'b'],
    [0, 'c'],
  ])
})

test('several sources keep their order, and take turns', async () => {
  const all = await readAll(batchesOf(['a'], ['b'], ['c']), batchesOf(['x', 'y'], ['z']), batchesOf())
  expect(all.filter(([index]) => index === 0).map(([, part]) => part)).toEqual(['a', 'b', 'c'])
  expect(all.filter(([index]) => index === 1).map(([, part]) => part)).toEqual(['x', 'y', 'z'])
  expect(all.findIndex(([index]) => index === 1)).toBeLessThan(3)
})

test('return() returns all sources, also while a read waits for them', async () => {
  let returned = 0
  const endless = (): AsyncIterable<string[]> => {
    let end: ((result: IteratorResult<string[]>) => void) | undefined
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<string[]>>((resolve) => (end = resolve)),
        async return() {
          returned++
          end?.({ done: true, value: undefined })
          return { done: true, value: undefined }
        },
      }),
    }
  }
  const merged = mergeBatches([endless(), endless()])
  const read = merged.next()
  await merged.return()
  expect(returned).toBe(2)
  expect((await read).value?.parts).toEqual([])
  expect((await merged.next()).done).toBe(true)
})

test('a source that fails rejects the read', async () => {
  async function* failing(): AsyncIterable<string[]> {
    yield ['a']
    throw new Error('broken')
  }
  await expect(readAll(failing(), batchesOf(['x']))).rejects.toThrow('broken')
})
