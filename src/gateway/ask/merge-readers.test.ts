import { expect, test } from 'vitest'
import { mergeReaders, type PieceSource } from './merge-readers.ts'

function sourceOf<T>(...lists: T[][]): PieceSource<T> {
  let next = 0
  return { next: async () => lists[next++], cancel: () => undefined }
}

async function readAll<T>(...sources: PieceSource<T>[]): Promise<[number, T][]> {
  const reader = mergeReaders(sources)
  const all: [number, T][] = []
  for (let read = await reader.read(); read !== undefined; read = await reader.read()) {
    for (const value of read.values ?? []) all.push([read.index, value])
  }
  return all
}

test('one source is read as it is', async () => {
  expect(await readAll(sourceOf(['a', 'b'], ['c']))).toEqual([
    [0, 'a'],
    [0, 'b'],
    [0, 'c'],
  ])
})

test('of several each keeps its order, and none has to wait for another’s end', async () => {
  const all = await readAll(sourceOf(['a'], ['b'], ['c']), sourceOf(['x', 'y'], ['z']), sourceOf<string>())
  expect(all.filter(([index]) => index === 0).map(([, value]) => value)).toEqual(['a', 'b', 'c'])
  expect(all.filter(([index]) => index === 1).map(([, value]) => value)).toEqual(['x', 'y', 'z'])
  expect(all.findIndex(([index]) => index === 1)).toBeLessThan(3)
})

test('all are let go together, and what waits for them is not left in the air', async () => {
  const cancelled: unknown[] = []
  const endless = (): PieceSource<string> => {
    let fail: (reason: unknown) => void
    return {
      next: () =>
        new Promise((_resolve, reject) => {
          fail = reject
        }),
      cancel(reason) {
        cancelled.push(reason)
        fail(reason)
      },
    }
  }
  const reader = mergeReaders([endless(), endless()])
  const read = reader.read()
  reader.cancel('enough')
  await expect(read).rejects.toBe('enough')
  expect(cancelled).toEqual(['enough', 'enough'])
})
