import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { Output } from '../output/output.ts'
import { streamText } from '../stream-text.ts'
import { smoothStream } from './smooth-stream.ts'

async function list<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const each of stream) all.push(each)
  return all
}

const answer = ['{ ', '"city": ', '"Ro', 'me"', ' }']
const say = (text: string[]) => scriptedModel([{ content: [{ type: 'text', text }] }])

test('text of an answer is passed on when it changes the partial answer, and the rest at its end', async () => {
  const schema = z.object({ city: z.string() })
  const run = () => streamText({ model: say(answer), prompt: 'x', output: Output.object({ schema }) })
  expect(await list(run().textStream)).toEqual(['{ ', '"city": "Ro', 'me"', ' }'])
  expect(await list(run().partialOutputStream)).toEqual([{}, { city: 'Ro' }, { city: 'Rome' }])
  expect(await run().text).toBe('{ "city": "Rome" }')
})

test('text without a format is passed on as it comes', async () => {
  expect(await list(streamText({ model: say(answer), prompt: 'x' }).textStream)).toEqual(answer)
  const run = streamText({ model: say(answer), prompt: 'x', output: Output.text() })
  expect(await list(run.textStream)).toEqual(answer)
})

test('text that is held back when a stream breaks is not lost', async () => {
  const fault = { type: 'break', error: new Error('gone'), after: 3 } as const
  const model = scriptedModel([{ content: [{ type: 'text', text: answer }], fault }])
  const run = streamText({ model, prompt: 'x', output: Output.json(), onError() {} })
  const parts = await list(run.fullStream)
  const text = parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : []))
  expect(text.join('')).toBe('{ "city": ')
  expect(parts.at(-1)?.type).toBe('error')
})

test('what a transform passes on has all fields', async () => {
  const run = streamText({
    model: say(['one two ']),
    prompt: 'x',
    experimental_transform: smoothStream({ delayInMs: null }),
  })
  const deltas = (await list(run.fullStream)).filter(({ type }) => type === 'text-delta')
  expect(deltas.map((part) => Object.keys(part))).toEqual([
    ['type', 'id', 'text', 'providerMetadata'],
    ['type', 'id', 'text', 'providerMetadata'],
  ])
})
