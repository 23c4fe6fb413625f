import { describe, expect, test } from 'vitest'
import { type ByteSource, openBytes, ownBytes, streamOfBytes } from './byte-source.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

/** Gives these lists of pieces, and remembers what became of it. */
function sourceOf(...lists: Uint8Array[][]) {
  const seen = { reads: 0, cancelled: undefined as unknown }
  const source: ByteSource = {
    async read() {
      return lists[seen.reads++]
    },
    cancel(reason) {
      seen.cancelled = reason
    },
  }
  return { source, seen }
}

describe('openBytes', () => {
  test('reads a body piece by piece, to its end', async () => {
    const source = openBytes(new Response('ab'))!
    expect(await source.read()).toEqual([bytes(97, 98)])
    expect(await source.read()).toBeUndefined()
    expect(openBytes(new Response(null))).toBeUndefined()
  })

  test('takes what a message of our own has, and touches no stream', () => {
    const { source } = sourceOf()
    const message = { [ownBytes]: () => source }
    expect(openBytes(message)).toBe(source)
  })

  test('lets go of a stream with a reason, and hears nothing of it', async () => {
    let reason: unknown
    const body = new ReadableStream<Uint8Array>({
      cancel(given) {
        reason = given
        throw new Error('nobody hears this')
      },
    })
    openBytes({ body })!.cancel('enough')
    await Promise.resolve()
    expect(reason).toBe('enough')
  })
})

describe('streamOfBytes', () => {
  test('hands on every piece, and asks for nothing before somebody reads', async () => {
    const { source, seen } = sourceOf([bytes(1), bytes(2)], [bytes(3)])
    const reader = streamOfBytes(source).getReader()
    await Promise.resolve()
    expect(seen.reads).toBe(0)
    const found: number[] = []
    for (let next = await reader.read(); !next.done; next = await reader.read()) found.push(...next.value)
    expect(found).toEqual([1, 2, 3])
  })

  test('lets go of the source with its reader', async () => {
    const { source, seen } = sourceOf()
    await streamOfBytes(source).cancel('enough')
    expect(seen.cancelled).toBe('enough')
  })
})
