import { expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { streamText } from '../stream-text.ts'

/** The parts of a run whose model streams only these, and its error. */
async function readAll(
  sent: readonly object[],
): Promise<{ types: string[]; parts: { type: string }[]; error: unknown }> {
  const stream = new ReadableStream({
    start(controller) {
      for (const part of sent) controller.enqueue(part)
      controller.close()
    },
  })
  const model = { ...scriptedModel([]), doStream: async () => ({ stream }) }
  const types: string[] = []
  const parts: { type: string }[] = []
  let error: unknown
  for await (const part of streamText({ model: model as never, prompt: 'Hi.', onError() {} }).fullStream) {
    types.push(part.type)
    parts.push(part)
    if (part.type === 'error') error = part.error
  }
  return { types, parts, error }
}

test.each([
  { sent: [], seen: ['start', 'error'] },
  { sent: [{ type: 'response-metadata', id: 'r1' }], seen: ['start', 'start-step', 'error'] },
])('a stream in which the model said nothing is an error that says so: $sent', async ({ sent, seen }) => {
  const { types, error } = await readAll(sent)
  expect(types).toEqual(seen)
  expect(error).toMatchObject({ name: 'AI_NoOutputGeneratedError', code: 'model-stream-truncated' })
})

test('the beginning of a block keeps the fields that the model sent', async () => {
  const { parts } = await readAll([{ type: 'reasoning-start', id: '1', providerMetadata: undefined }])
  expect(parts.find(({ type }) => type === 'reasoning-start')).toStrictEqual({
    type: 'reasoning-start',
    id: '1',
    providerMetadata: undefined,
  })
})

test('a stream that ends before the model is done is an error behind what came', async () => {
  const { types, error } = await readAll([
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hel' },
  ])
  expect(types).toEqual(['start', 'start-step', 'text-start', 'text-delta', 'error'])
  expect(error).toMatchObject({ name: 'ToolfitError', code: 'model-stream-truncated' })
})
