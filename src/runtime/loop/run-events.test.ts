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
  const model = scriptedModel([{ content: [call] }, 'Two.'], { provider: 'p', modelId: 'm' })
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

test('onLanguageModelCallEnd has what the model said, without what came of it', async () => {
  const [event] = await eventsOf('onLanguageModelCallEnd')
  const { type, toolCallId, toolName } = call
  expect(event).toMatchObject({ callId: 'run', finishReason: 'tool-calls' })
  expect((event as { content: object[] }).content).toEqual([{ type, toolCallId, toolName, input: { n: 1 } }])
})

test('onEnd has the result, with fields of the last step, and none that only Toolfit has', async () => {
  const [event] = await eventsOf('onEnd', { runtimeContext: { user: 1 } })
  expect(event).toMatchObject({ callId: 'run', stepNumber: 1, text: 'Two.', runtimeContext: { user: 1 } })
  expect(Object.keys(event!)).not.toContain('parts')
  expect(Object.keys(event!)).not.toContain('messages')
  expect(Object.keys(event!)).not.toContain('experimental_context')
})
