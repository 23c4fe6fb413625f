import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { simulateReadableStream } from '../streams/simulate-readable-stream.ts'
import { streamObject } from './stream-object.ts'

const city = z.object({ city: z.string() })

/** A v3 model that streams these texts. */
function streaming(...texts: string[]) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 2, text: 2, reasoning: undefined },
  }
  const chunks = [
    ...texts.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
    { type: 'finish' as const, finishReason: { unified: 'stop' as const, raw: undefined }, usage },
  ]
  return {
    ...scriptedModel([]),
    doStream: async () => ({
      stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
    }),
  }
}

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const value of stream) list.push(value)
  return list
}

test('an object grows, and each reader sees all of it', async () => {
  const result = streamObject({ model: streaming('{ "ci', 'ty": "Ro', 'me" ', '}'), schema: city, prompt: 'x' })
  const [partials, text] = await Promise.all([all(result.partialObjectStream), all(result.textStream)])
  expect(partials).toEqual([{}, { city: 'Ro' }, { city: 'Rome' }])
  expect(text.join('')).toBe('{ "city": "Rome" }')
  expect(await result.object).toEqual({ city: 'Rome' })
  expect((await all(result.fullStream)).map(({ type }) => type)).toEqual([
    ...['object', 'text-delta', 'object', 'text-delta', 'object', 'text-delta'],
    ...['text-delta', 'finish'],
  ])
})

test('awaiting a promise drives the stream', async () => {
  const { object, usage, finishReason } = streamObject({
    model: streaming('{ "result": "su', 'nny" }'),
    output: 'enum',
    enum: ['sunny', 'rainy'],
    prompt: 'x',
  })
  expect(await object).toBe('sunny')
  expect(await finishReason).toBe('stop')
  expect((await usage).totalTokens).toBe(3)
})

test('the elements of a list come when they are complete, and the text is the list', async () => {
  const model = streaming('{ "elements": [{ "city": "Rome" }, { "ci', 'ty": "Oslo" }', '] }')
  const result = streamObject({ model, output: 'array', schema: city, prompt: 'x' })
  expect(await all(result.elementStream)).toEqual([{ city: 'Rome' }, { city: 'Oslo' }])
  expect((await all(result.textStream)).join('')).toBe('[{"city":"Rome"},{"city":"Oslo"}]')
  const object = streamObject({ model: streaming('{}'), schema: city, prompt: 'x' })
  expect(() => object.elementStream).toThrow("'element streams in object mode' functionality not supported.")
})

test('an answer that does not fit rejects the object alone, and onFinish gets the error', async () => {
  const finished: unknown[] = []
  const result = streamObject({
    model: streaming('{ "city": 7 }'),
    schema: city,
    prompt: 'x',
    onFinish: ({ object, error }) => finished.push([object, (error as Error).name]),
  })
  await expect(result.object).rejects.toMatchObject({ name: 'AI_NoObjectGeneratedError' })
  expect(await result.finishReason).toBe('stop')
  expect(finished).toEqual([[undefined, 'AI_NoObjectGeneratedError']])
})

test('an error of the model is a part, goes to onError, and rejects every promise', async () => {
  const errors: unknown[] = []
  const failing = { ...scriptedModel([]), doStream: () => Promise.reject(new Error('Down.')) }
  const result = streamObject({
    model: failing,
    schema: city,
    prompt: 'x',
    onError: ({ error }) => errors.push((error as Error).message),
  })
  expect(await all(result.fullStream)).toMatchObject([{ type: 'error', error: { message: 'Down.' } }])
  await expect(result.object).rejects.toThrow('Down.')
  await expect(result.usage).rejects.toThrow('Down.')
  expect(errors).toEqual(['Down.'])
})

test('a stream that breaks off is an error, not a short object', async () => {
  const model = {
    ...scriptedModel([]),
    doStream: async () => ({
      stream: simulateReadableStream({ chunks: [{ type: 'text-delta' as const, id: '1', delta: '{}' }] }),
    }),
  }
  const result = streamObject({ model, output: 'no-schema', prompt: 'x', onError: () => undefined })
  await expect(result.object).rejects.toMatchObject({ code: 'model-stream-truncated' })
})
