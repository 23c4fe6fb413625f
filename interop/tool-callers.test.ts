import * as ai from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as toolfit from '../src/index.ts'

/* `experimental_toolCallers` and `experimental_refineToolInput`: `ai` 7 and Toolfit do the same. */

type Sdk = typeof ai
const ours = toolfit as unknown as Sdk
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never
const done = { unified: 'stop', raw: undefined } as const

/** Calls tools once, then says that it is done. */
function calling(calls: readonly (readonly [string, object])[]): MockLanguageModelV4 {
  const content = calls.map(([toolName, input], index) => {
    const toolCallId = `c${index}`
    return { type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) }
  })
  const finishReason = { unified: 'tool-calls', raw: undefined } as const
  return new MockLanguageModelV4({
    doGenerate: [
      { content, finishReason, usage, warnings: [] },
      { content: [{ type: 'text', text: 'Done.' }], finishReason: done, usage, warnings: [] },
    ],
  })
}

/** What the model was sent, and what the run gives. */
async function outcome(sdk: Sdk, calls: readonly (readonly [string, object])[], options: object) {
  const model = calling(calls)
  const result = await sdk.generateText({ model, prompt: 'Go.', stopWhen: sdk.isStepCount(2), ...options } as never)
  const { content } = result.steps[0]!
  return {
    sent: model.doGenerateCalls.map(({ prompt, tools }) => ({ prompt, tools })),
    // Texts of errors are our own.
    content: content.map((part) => ({ ...part, error: 'error' in part })),
    messages: result.responseMessages,
  }
}

const weather = (sdk: Sdk) =>
  sdk.tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }: { city: string }) => `${city}: sunny` })

function callers(sdk: Sdk, more: object = {}) {
  // With exactOptionalPropertyTypes, `ai` does not take its own tools.
  const batch = sdk.tool({
    description: 'Calls others.',
    inputSchema: z.object({ city: z.string() }),
  }) as unknown as ai.Tool
  const run = sdk.experimental_toolCaller(batch, {
    type: 'local',
    bind: (tools) =>
      sdk.tool({
        description: `Calls ${Object.keys(tools).join()}.`,
        inputSchema: z.object({ city: z.string() }),
        execute: (input, options) => tools['weather']!.execute!(input, options),
      }) as never,
    ...more,
  })
  const search = sdk.tool({ inputSchema: z.object({}) }) as unknown as ai.Tool
  const hosted = sdk.experimental_toolCaller(search, {
    type: 'provider',
    prepareProviderOptions: (given) => ({ ...given, any: { callers: ['hosted'] } }),
  })
  return { weather: weather(sdk), run, hosted }
}

describe('experimental_toolCallers', () => {
  test.each([
    ['one caller', ['run'], 'run'],
    ['a call by the model that is not one', ['run'], 'weather'],
    ['the model as a caller', ['run', 'AI_SDK_DIRECT_TOOL_CALL'], 'weather'],
    ['the provider as a caller', ['hosted'], 'weather'],
    ['no caller', [], 'weather'],
    ['a caller that is not one', ['toString', 'weather'], 'weather'],
  ])('with %s', async (_, names, toolName) => {
    const ask = (sdk: Sdk) =>
      outcome(sdk, [[toolName, { city: 'Rome' }]], {
        tools: callers(sdk),
        experimental_toolCallers: { weather: names },
      })
    const [their, our] = [await ask(ai), await ask(ours)]
    expect(our.sent[0]).toEqual(their.sent[0])
    expect(our.content).toEqual(their.content)
  })

  test('with a message about the tools', async () => {
    const about = { prepareModelMessage: (tools: object) => `You may call ${Object.keys(tools).join()}.` }
    const ask = (sdk: Sdk) =>
      outcome(sdk, [['run', { city: 'Rome' }]], {
        tools: callers(sdk, about),
        experimental_toolCallers: { weather: ['run'] },
      })
    expect(await ask(ours)).toEqual(await ask(ai))
  })

  test('of a tool that is unknown', async () => {
    const ask = async (sdk: Sdk) => {
      const options = { tools: callers(sdk), experimental_toolCallers: { toString: ['run'] } }
      const error: unknown = await outcome(sdk, [], options).catch((reason: unknown) => reason)
      return [(error as Error).message, ai.InvalidArgumentError.isInstance(error)]
    }
    expect(await ask(ours)).toEqual(await ask(ai))
  })
})

test.each([
  ['changes', (input: { city: string }) => ({ city: input.city.toUpperCase() })],
  ['is awaited', async () => ({ city: 'Oslo' })],
  ['need not fit the schema', () => ({ city: 5 })],
])('a refinement of an input %s', async (_, refine) => {
  const ask = (sdk: Sdk) =>
    outcome(sdk, [['weather', { city: 'Rome' }]], {
      tools: { weather: weather(sdk) },
      experimental_refineToolInput: { weather: refine, other: () => 5 },
    })
  // The calls in our messages have what the model sent.
  expect((await ask(ours)).content).toEqual((await ask(ai)).content)
})
