import { afterEach, expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'
import { stepCountIs } from '../run/stop-when.ts'
import { registerTelemetry } from './telemetry-integration.ts'
import type { TelemetryOptions } from './tracing-api.ts'

const registry = globalThis as unknown as { AI_SDK_TELEMETRY_INTEGRATIONS?: unknown[] }

afterEach(() => {
  delete registry.AI_SDK_TELEMETRY_INTEGRATIONS
})

type Event = Readonly<Record<string, unknown>>

/** An integration that writes down what it hears. */
function listener() {
  const heard: [string, Event][] = []
  const names = ['onStart', 'onStepStart', 'onLanguageModelCallStart', 'onLanguageModelCallEnd', 'onToolExecutionStart']
  const ends = ['onToolExecutionEnd', 'onStepEnd', 'onEnd', 'onError', 'onStepError', 'onAbort']
  const entries = [...names, ...ends].map((name) => [name, (event: Event) => void heard.push([name, event])])
  return { heard, integration: Object.fromEntries(entries) as object }
}

const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: '{"euros":3}' } as const

function run(telemetry: TelemetryOptions, execute: () => unknown = () => 'paid') {
  return generateText({
    model: scriptedModel([{ content: [call] }, 'Done.']),
    prompt: 'Pay',
    tools: { pay: tool({ inputSchema: { type: 'object' }, execute }) },
    stopWhen: stepCountIs(3),
    runtimeContext: { tenant: 'acme', key: 'secret' },
    toolsContext: { pay: { account: 1, key: 'secret' } },
    telemetry,
  })
}

test('hear of every event of a run, in its order', async () => {
  const { heard, integration } = listener()
  await run({ integrations: integration, functionId: 'billing' })
  const ofStep = ['onStepStart', 'onLanguageModelCallStart', 'onLanguageModelCallEnd']
  expect(heard.map(([name]) => name)).toEqual([
    'onStart',
    ...ofStep,
    'onToolExecutionStart',
    'onToolExecutionEnd',
    'onStepEnd',
    ...ofStep,
    'onStepEnd',
    'onEnd',
  ])
  expect(heard.every(([, event]) => event['functionId'] === 'billing')).toBe(true)
})

test('hear of events under their names of ai 6 too', async () => {
  const heard: string[] = []
  const names = ['onStart', 'onStepStart', 'onToolCallStart', 'onToolCallFinish', 'onStepFinish', 'onFinish']
  const integration = Object.fromEntries(names.map((name) => [name, () => void heard.push(name)])) as object
  await run({ integrations: integration })
  const ofStep = ['onStepStart', 'onStepFinish']
  const ofTool = ['onToolCallStart', 'onToolCallFinish']
  expect(heard).toEqual(['onStart', ofStep[0], ...ofTool, ofStep[1], ...ofStep, 'onFinish'])
})

test('see of contexts only the fields that they are shown', async () => {
  const { heard, integration } = listener()
  const includeToolsContext = { pay: { account: true } }
  await run({ integrations: [integration], includeRuntimeContext: { tenant: true }, includeToolsContext })
  expect(JSON.stringify(heard)).not.toContain('secret')
  const [, started] = heard.find(([name]) => name === 'onStart')!
  expect(started).toMatchObject({ runtimeContext: { tenant: 'acme' }, toolsContext: { pay: { account: 1 } } })
})

test('do not see what must not be recorded', async () => {
  const { heard, integration } = listener()
  await run({ integrations: integration, recordInputs: false, recordOutputs: false })
  const text = JSON.stringify(heard)
  for (const word of ['Pay', 'Done.', '"euros"', '"paid"']) expect(text).not.toContain(word)
})

test('wrap calls of the model and of tools, and see the errors of tools', async () => {
  const seen: string[] = []
  const wrap = (name: string) => ({
    [name]: async ({ execute }: { execute: () => Promise<unknown> }) => {
      seen.push(name)
      try {
        return await execute()
      } catch (error) {
        seen.push((error as Error).message)
        throw error
      }
    },
  })
  const { content } = await run(
    { integrations: { ...wrap('executeLanguageModelCall'), ...wrap('executeTool') } },
    () => {
      throw new Error('No money')
    },
  )
  expect(seen).toEqual(['executeLanguageModelCall', 'executeTool', 'No money', 'executeLanguageModelCall'])
  expect(content.map(({ type }) => type)).toEqual(['tool-call', 'tool-error', 'text'])
})

test('that are registered hear of all runs, but for those with their own, and those without telemetry', async () => {
  const { heard, integration } = listener()
  registerTelemetry(integration)
  await run({})
  const count = heard.length
  await run({ integrations: [] })
  await run({ isEnabled: false })
  expect([count > 0, heard.length]).toEqual([true, count])
})

test('that throw do not break a run, and hear of one that fails', async () => {
  const errors: unknown[] = []
  const integration = {
    onStart() {
      throw new Error('No')
    },
    onError: ({ error }: { error: unknown }) => void errors.push((error as Error).message),
  }
  const model = scriptedModel([{ fault: { type: 'throw', error: new Error('Down') } }])
  const running = generateText({ model, prompt: 'Hi', maxRetries: 0, telemetry: { integrations: integration } })
  await expect(running).rejects.toThrow('Down')
  expect(errors).toEqual(['Down'])
})
