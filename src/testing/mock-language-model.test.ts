import { expect, test } from 'vitest'
import { generateText } from '../runtime/generate-text.ts'
import { streamText } from '../runtime/stream-text.ts'
import {
  convertArrayToAsyncIterable,
  convertArrayToReadableStream,
  convertReadableStreamToArray,
  MockLanguageModelV2,
  MockLanguageModelV3,
  MockLanguageModelV4,
  mockId,
  mockValues,
} from './mock-language-model.ts'

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 2 } }
const say = (text: string) => ({
  content: [{ type: 'text', text }],
  finishReason: { unified: 'stop', raw: undefined },
  usage,
  warnings: [],
})

test.each([MockLanguageModelV3, MockLanguageModelV4])('%o answers, and records its calls', async (Mock) => {
  const model = new Mock({ doGenerate: [say('one'), say('two')] })
  const texts = [await generateText({ model, prompt: 'a' }), await generateText({ model, prompt: 'b' })]
  expect(texts.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(model.doGenerateCalls.map(({ prompt }) => prompt[0].content[0].text)).toEqual(['a', 'b'])
})

test('a mock of v2 has the words of v2', async () => {
  const result = { ...say('two'), finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } }
  const { text, usage: counted } = await generateText({
    model: new MockLanguageModelV2({ doGenerate: async () => result }),
    prompt: 'a',
  })
  expect([text, counted.totalTokens]).toEqual(['two', 3])
})

test('a mock streams parts', async () => {
  const stream = convertArrayToReadableStream([
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hi.' },
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
  ])
  expect(await streamText({ model: new MockLanguageModelV4({ doStream: { stream } }), prompt: 'a' }).text).toBe('Hi.')
})

test('a mock without a script throws', async () => {
  await expect(new MockLanguageModelV4().doGenerate({})).rejects.toThrow('Not implemented')
})

test('values, ids and streams come in a row', async () => {
  const [next, id] = [mockValues(1, 2), mockId({ prefix: 'msg' })]
  expect([next(), next(), next(), id(), id()]).toEqual([1, 2, 2, 'msg-0', 'msg-1'])
  expect(await convertReadableStreamToArray(convertArrayToReadableStream([1, 2]))).toEqual([1, 2])
  const values: number[] = []
  for await (const value of convertArrayToAsyncIterable([1, 2])) values.push(value)
  expect(values).toEqual([1, 2])
})
