import { expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { streamText } from '../stream-text.ts'

/** The parts of a run whose model streams only these, and its error. */
async function readAll(sent: readonly object[]): Promise<{ types: string[]; error: unknown }> {
  const stream = new ReadableStream({
    start(controller) {
      for (const part of sent) controller.enqueue(part)
      controller.close()
    },
  })
  const model = { ...scriptedModel([]), doStream: async () => ({ stream }) }
  const types: string[] = []
  let error: unknown
  for await (const part of streamText({ model: model as never, prompt: 'Hi.', onError() {} }).fullStream) {
    types.push(part.type)
    if (part.type === 'error') error = part.error
  }
  return { types, error }
}

test('a stream in which nothing came is an error that says so, and no step', async () => {
  const { types, error } = await readAll([])
  expect(types).toEqual(['start', 'error'])
  expect(error).toMatchObject({ name: 'AI_NoOutputGeneratedError', code: 'model-stream-truncated' })
})

test('a stream that ends before the model is done is an error behind what came', async () => {
  const { types, error } = await readAll([
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hel' },
  ])
  expect(types).toEqual(['start', 'start-step', 'text-start', 'text-delta', 'error'])
  expect(error).toMatchObject({ name: 'ToolfitError', code: 'model-stream-truncated' })
})
