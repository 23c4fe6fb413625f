import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'
import type { RunEvents } from '../run/events.ts'
import { stepCountIs } from '../run/stop-when.ts'
import { streamText } from '../stream-text.ts'

const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"n":1}' } as const
const add = tool({ inputSchema: z.object({ n: z.number() }), execute: ({ n }) => n + 1 })

/** The events of one callback in a run of two steps, the first of which calls a tool. */
async function eventsOf(name: keyof RunEvents, options: object = {}, ask = generateText): Promise<object[]> {
  const events: object[] = []
  const model = scriptedModel([{ content: [call] }, 'Two.'], { version: 'v4', provider: 'p', modelId: 'm' })
  const settings = { model, prompt: 'Add.', tools: { add }, stopWhen: stepCountIs(3), temperature: 0.5 }
  const internal = { _internal: { generateCallId: () => 'run' } }
  await ask({ ...settings, ...internal, ...options, [name]: (event: object) => void events.push(event) } as never)
  return events
}

const streamed = (async (options: never) => {
  await streamText(options).consumeStream()
}) as unknown as typeof generateText

describe('onStart', () => {
  test('has the settings of the run', async () => {
    const [event] = await eventsOf('onStart', { runtimeContext: { user: 1 }, maxRetries: 0 })
    expect(event).toMatchObject({
      callId: 'run',
      operationId: 'ai.generateText',
      provider: 'p',
      modelId: 'm',
      messages: [{ role: 'user', content: 'Add.' }],
      temperature: 0.5,
      maxRetries: 0,
      runtimeContext: { user: 1 },
      toolsContext: {},
    })
  })

  test('names the function that was called', async () => {
    expect(await eventsOf('onStart', {}, streamed)).toMatchObject([{ operationId: 'ai.streamText' }])
  })

  test('does not show `experimental_context`, which may hold secrets', async () => {
    expect(await eventsOf('onStart', { experimental_context: 'secret' })).toMatchObject([{ runtimeContext: {} }])
  })
})

describe('under their names of ai 6', () => {
  const telemetry = { functionId: 'sum', metadata: { tenant: 'acme' } }
  const options = { experimental_context: { user: 1 }, telemetry, include: { requestBody: true }, system: 'Be brief.' }
  const shared = { model: { provider: 'p', modelId: 'm' }, experimental_context: { user: 1 } }
  const read = (event: object | undefined, names: object) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, (event as Record<string, unknown>)[name]]))

  test.each<[keyof RunEvents, object]>([
    ['experimental_onStart', { prompt: 'Add.', system: 'Be brief.', include: { requestBody: true } }],
    ['experimental_onStepStart', { stepNumber: 0, prompt: 'Add.', system: 'Be brief.' }],
    ['experimental_onToolCallStart', { stepNumber: 0 }],
    ['experimental_onToolCallFinish', { stepNumber: 0, success: true, output: 2, error: undefined }],
  ])('%s has the fields that it has there, which do not show', async (name, own) => {
    const [event] = await eventsOf(name, options)
    expect(read(event, { ...shared, ...own })).toEqual({ ...shared, ...own })
    expect(Object.keys(event!)).not.toContain('experimental_context')
    // `ai` 7 says explicitly that these are not there.
    expect(event).not.toHaveProperty('functionId')
    expect(event).not.toHaveProperty('metadata')
  })

  test('experimental_onToolCallFinish has the error of a tool, and the model of the step', async () => {
    const error = new Error('broken')
    const failing = tool({ inputSchema: z.object({ n: z.number() }), execute: () => Promise.reject(error) })
    const model = scriptedModel([{ content: [call] }, 'Two.'], { provider: 'p', modelId: 'other' })
    const [event] = await eventsOf('experimental_onToolCallFinish', {
      tools: { add: failing },
      prepareStep: () => ({ model }),
    })
    const own = { success: false, error, output: undefined, model: { provider: 'p', modelId: 'other' } }
    expect(read(event, own)).toEqual(own)
  })
})

test('onStepStart has what the step is asked with, and the steps before it', async () => {
  const prepareStep = ({ stepNumber }: { stepNumber: number }) => ({ toolChoice: stepNumber === 0 ? 'auto' : 'none' })
  const [first, second] = await eventsOf('onStepStart', { prepareStep })
  expect(first).toMatchObject({ stepNumber: 0, steps: [], stepToolChoice: { type: 'auto' }, toolChoice: 'auto' })
  expect(second).toMatchObject({
    stepNumber: 1,
    steps: [{ stepNumber: 0, finishReason: 'tool-calls' }],
    stepToolChoice: { type: 'none' },
    promptMessages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }],
  })
})

test('settings that prepareStep returns are checked as those of the run are', async () => {
  const options = { model: scriptedModel(['Hi.']), prompt: 'x', prepareStep: () => ({ maxOutputTokens: 0 }) }
  await expect(generateText(options)).rejects.toThrow('maxOutputTokens must be >= 1')
})

test('onLanguageModelCallEnd has what the model said, without what came of it', async () => {
  const [event] = await eventsOf('onLanguageModelCallEnd')
  const { type, toolCallId, toolName } = call
  expect(event).toMatchObject({ callId: 'run', finishReason: 'tool-calls' })
  expect((event as { content: object[] }).content).toEqual([{ type, toolCallId, toolName, input: { n: 1 } }])
})

test('onLanguageModelCallEnd has the input of a call that must not be, with its result', async () => {
  const search = { toolCallId: 's1', toolName: 'search', dynamic: true }
  const content = [
    { type: 'tool-call', ...search, input: '{"q":"x"}', providerExecuted: true },
    { type: 'tool-result', ...search, result: 'found' },
  ]
  const events: object[] = []
  const result = streamText({
    model: scriptedModel([{ content }] as never),
    prompt: 'x',
    toolChoice: 'none',
    onError() {},
    onLanguageModelCallEnd: (event) => void events.push(event),
  })
  await result.consumeStream()
  expect(events).toMatchObject([{ content: [{ input: { q: 'x' } }, { input: { q: 'x' }, output: 'found' }] }])
})

test('onEnd has the result, with fields of the last step, and none that only Toolfit has', async () => {
  const [event] = await eventsOf('onEnd', { runtimeContext: { user: 1 } })
  expect(event).toMatchObject({ callId: 'run', stepNumber: 1, text: 'Two.', runtimeContext: { user: 1 } })
  expect(Object.keys(event!)).not.toContain('parts')
  expect(Object.keys(event!)).not.toContain('messages')
  expect(Object.keys(event!)).not.toContain('experimental_context')
})
