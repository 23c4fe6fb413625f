import { expect, test } from 'vitest'
import { streamText } from '../stream-text.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that says one word for each time that it is let. */
function createModel(words: readonly string[], gate: () => PromiseLike<void> | void = () => undefined) {
  const parts = [
    { type: 'text-start', id: '1' },
    ...words.map((delta) => ({ type: 'text-delta', id: '1', delta })),
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
  ]
  const seen = { pulls: 0 }
  const stream = () =>
    new ReadableStream(
      {
        async pull(controller) {
          await gate()
          const part = parts[seen.pulls++]
          if (part === undefined) controller.close()
          else controller.enqueue(part)
        },
      },
      { highWaterMark: 0 },
    )
  const model = {
    specificationVersion: 'v3' as const,
    provider: 'test',
    modelId: 'test',
    supportedUrls: {},
    doGenerate: async () => Promise.reject(new Error('not asked for')),
    doStream: async () => ({ stream: stream() }),
  }
  return { model: model as never, seen }
}

async function readAll(stream: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of stream) pieces.push(piece)
  return pieces
}

test('readers side by side see every piece, and one who comes late sees the whole text as one', async () => {
  const result = streamText({ model: createModel(['a', 'b', 'c']).model, prompt: 'Hi' })
  const [first, second] = [result.textStream, result.textStream]
  expect(await Promise.all([readAll(first), readAll(second)])).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(await readAll(result.textStream)).toEqual(['abc'])
})

test('a reader who asks several times before an answer gets the pieces in order, and then the end', async () => {
  const { textStream } = streamText({ model: createModel(['a', 'b']).model, prompt: 'Hi' })
  const iterator = textStream[Symbol.asyncIterator]()
  expect(await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()])).toEqual([
    { done: false, value: 'a' },
    { done: false, value: 'b' },
    { done: true, value: undefined },
    { done: true, value: undefined },
  ])
})

test('a reader who leaves while it waits is done at once, and the others read on', async () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const result = streamText({ model: createModel(['a', 'b'], () => opened).model, prompt: 'Hi' })
  const leaving = result.textStream[Symbol.asyncIterator]()
  const staying = readAll(result.textStream)
  const waiting = leaving.next()
  await leaving.return?.()
  expect(await waiting).toEqual({ done: true, value: undefined })
  open()
  expect(await staying).toEqual(['a', 'b'])
})

test('the model is asked for no more than the fastest reader wants', async () => {
  const { model, seen } = createModel(['a', 'b', 'c', 'd'])
  const iterator = streamText({ model, prompt: 'Hi' }).textStream[Symbol.asyncIterator]()
  await iterator.next()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(seen.pulls).toBe(2)
})

test('a run that fails ends every reader', async () => {
  const fail = () => Promise.reject(new Error('gone'))
  const result = streamText({ model: createModel(['a'], fail).model, prompt: 'Hi', onError() {} })
  expect(await Promise.all([readAll(result.textStream), readAll(result.textStream)])).toEqual([[], []])
  await expect(result.text).rejects.toThrow('gone')
})
