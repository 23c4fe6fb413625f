import { describe, expect, test } from 'vitest'
import { createUIMessageStream } from './create-ui-message-stream.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import type { UIMessageStreamEnd } from './ui-message-stream-options.ts'

async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const text: UIMessageChunk[] = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Hi' },
  { type: 'text-end', id: '1' },
]

async function* from<T>(items: readonly T[]) {
  yield* items
}

describe('createUIMessageStream', () => {
  test('sends what is written and merged, names the message, and reports it', async () => {
    const ends: UIMessageStreamEnd[] = []
    const stream = createUIMessageStream({
      generateId: () => 'm1',
      onEnd: (event) => void ends.push(event),
      async execute({ writer }) {
        writer.write({ type: 'start' })
        writer.merge(from(text))
        await Promise.resolve()
        writer.write({ type: 'data-x', data: 1 })
      },
    })
    const types = (await readAll(stream)).map((chunk) => chunk.type)
    expect(types.toSorted()).toEqual(['data-x', 'start', 'text-delta', 'text-end', 'text-start'])
    expect(ends[0]).toMatchObject({ responseMessage: { id: 'm1' }, outcome: { status: 'unknown' }, isAborted: false })
  })

  test('stays open for a stream that a merged one merges', async () => {
    const stream = createUIMessageStream({
      execute({ writer }) {
        async function* later() {
          yield text[0]!
          writer.merge(from(text.slice(1)))
        }
        writer.merge(later())
      },
    })
    expect(await readAll(stream)).toEqual(text)
  })

  test('masks errors, and fails if the words for them cannot be found', async () => {
    const execute = () => Promise.reject(new Error('secret'))
    expect(await readAll(createUIMessageStream({ execute }))).toEqual([
      { type: 'error', errorText: 'An error occurred.' },
    ])
    const onError = () => {
      throw new Error('no words')
    }
    await expect(readAll(createUIMessageStream({ execute, onError }))).rejects.toThrow('no words')
  })

  test('cancels merged streams when the reader leaves, and drops what comes later', async () => {
    let isReturned = false
    let write = (_: UIMessageChunk) => {}
    const stream = createUIMessageStream({
      execute({ writer }) {
        write = writer.write
        writer.merge(
          new ReadableStream({
            cancel() {
              isReturned = true
            },
          }),
        )
      },
    })
    await stream.cancel()
    expect(isReturned).toBe(true)
    write({ type: 'start' })
  })
})
