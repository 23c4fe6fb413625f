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

const finish = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: { inputTokens: {}, outputTokens: {} },
}

test('a stream that stays open after the model is done does not exceed the time between two chunks', async () => {
  const stream = new ReadableStream({
    async start(controller) {
      for (const part of [{ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: 'Hi' }, finish]) {
        controller.enqueue(part)
      }
      await new Promise((resolve) => setTimeout(resolve, 60))
      controller.close()
    },
  })
  const model = { ...scriptedModel([]), doStream: async () => ({ stream }) }
  const { text } = streamText({ model: model as never, prompt: 'Hi.', timeout: { chunkMs: 20 } })
  expect(await text).toBe('Hi')
})

test('a violated toolChoice is told when the model is done, however long its stream stays open', async () => {
  let close = () => {}
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(finish)
      close = () => controller.close()
    },
  })
  const model = { ...scriptedModel([]), doStream: async () => ({ stream }) }
  const options = { model: model as never, prompt: 'Hi.', toolChoice: 'required' as const, onError() {} }
  for await (const part of streamText(options).fullStream) {
    if (part.type !== 'error') continue
    expect(part.error).toMatchObject({ name: 'AI_ToolChoiceViolationError' })
    close()
  }
  expect.assertions(1)
})

test('metadata of the response are its id, time and model, whatever else a model sends with them', async () => {
  const { parts } = await readAll([
    { type: 'response-metadata', id: 'r1', headers: { a: 'b' }, body: 'all of it' },
    finish,
  ])
  expect(parts.find(({ type }) => type === 'finish-step')).toMatchObject({ response: { id: 'r1', headers: undefined } })
  expect(JSON.stringify(parts)).not.toContain('all of it')
})

test('a call in spite of toolChoice none is no output: the time until the first chunk goes on', async () => {
  const stream = new ReadableStream({
    start: (controller) =>
      controller.enqueue({
        type: 'tool-call',
        toolCallId: '1',
        toolName: 'search',
        input: '{}',
        providerExecuted: true,
      }),
  })
  const model = { ...scriptedModel([]), doStream: async () => ({ stream }) }
  const types: string[] = []
  const options = { toolChoice: 'none', timeout: { firstChunkMs: 20 } } as const
  const { fullStream } = streamText({ model: model as never, prompt: 'Hi.', ...options, onError() {} })
  for await (const { type } of fullStream) types.push(type)
  expect(types).toEqual(['start', 'start-step', 'abort'])
})

test('a block that starts again before its end keeps what came before (X252)', async () => {
  const text = (type: string, delta?: string) => ({ type, id: '1', ...(delta === undefined ? {} : { delta }) })
  const parts = [
    text('text-start'),
    text('text-delta', 'One. '),
    text('text-start'),
    text('text-delta', 'Two.'),
    text('text-end'),
  ]
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const finish = { type: 'finish', finishReason: { unified: 'stop' }, usage }
  const stream = new ReadableStream({
    start(controller) {
      for (const part of [...parts, finish]) controller.enqueue(part)
      controller.close()
    },
  })
  const result = streamText({
    model: { ...scriptedModel([]), doStream: async () => ({ stream }) } as never,
    prompt: 'Hi.',
  })
  const types: string[] = []
  for await (const { type } of result.fullStream) types.push(type)
  expect(await result.text).toBe('One. Two.')
  expect(types.filter((type) => /^text-(start|end)$/.test(type))).toEqual([
    'text-start',
    'text-end',
    'text-start',
    'text-end',
  ])
})

test('a model that always has its next part at hand does not keep the timeout from ending the run (X253)', async () => {
  // It ends by itself, much later: without timers, this test would fail and not hang.
  let left = 200_000
  const stream = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue({ type: 'raw', rawValue: 1 })
      else controller.close()
    },
  })
  const model = { ...scriptedModel([]), doStream: async () => ({ stream }) } as never
  const types: string[] = []
  const run = streamText({ model, prompt: 'Hi.', timeout: 1, onError() {} })
  for await (const { type } of run.fullStream) types.push(type)
  expect(types.at(-1)).toBe('abort')
})
