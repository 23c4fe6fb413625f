import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'
import { experimental_toolCaller } from '../run/tool-caller.ts'
import { streamText } from '../stream-text.ts'
import { bindCallers } from './bind-callers.ts'

const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `${city}: sunny` })
const batch = tool({ description: 'Calls others.', inputSchema: z.object({ cities: z.array(z.string()) }) })
type Weather = { weather: { execute: (input: object, options: object) => unknown } }
const local = {
  type: 'local' as const,
  bind: (tools: Weather) => ({
    ...batch,
    description: `Calls ${Object.keys(tools).join()}.`,
    execute: ({ cities }: { cities: string[] }, options: object) =>
      cities.map((city) => tools.weather.execute({ city }, options)),
  }),
}
const run = experimental_toolCaller(batch, local)
const call = (toolName: string, input: string) => ({
  content: [{ type: 'tool-call' as const, toolCallId: 'c1', toolName, input }],
})
const batchCall = call('run', '{"cities":["Rome"]}')

describe('a tool with callers', () => {
  test('is hidden from the model, and given to its caller', async () => {
    const model = scriptedModel([batchCall, 'Done.'])
    const options = { model, tools: { weather, run }, prompt: 'Go.', maxSteps: 2 }
    const { steps } = await generateText({ ...options, experimental_toolCallers: { weather: ['run'] } })
    expect(steps[0]!.toolResults.map(({ output }) => output)).toEqual([['Rome: sunny']])
    const seen = model.calls[0]!.options.tools!.map((each) => [
      each.name,
      (each as { description?: string }).description,
    ])
    expect(seen).toEqual([['run', 'Calls weather.']])
  })

  test('cannot be called by the model, unless it is a caller too', async () => {
    const ask = async (callers: readonly ('run' | 'AI_SDK_DIRECT_TOOL_CALL')[]) => {
      const model = scriptedModel([call('weather', '{"city":"Rome"}'), 'Done.'])
      const { steps } = await generateText({
        model,
        tools: { weather, run },
        prompt: 'Go.',
        maxSteps: 2,
        experimental_toolCallers: { weather: callers },
      })
      return steps[0]!.content.map(({ type }) => type)
    }
    expect(await ask(['run'])).toEqual(['tool-call', 'tool-error'])
    expect(await ask(['run', 'AI_SDK_DIRECT_TOOL_CALL'])).toEqual(['tool-call', 'tool-result'])
  })

  test('gets the options of a provider that may call it', () => {
    const provider = experimental_toolCaller(batch, {
      type: 'provider',
      prepareProviderOptions: (given) => ({ ...given, any: { callers: ['code'] } }),
    })
    const { tools } = bindCallers({ weather, provider }, ['weather', 'provider'], { weather: ['provider'] })
    expect(tools['weather']!.providerOptions).toEqual({ any: { callers: ['code'] } })
  })

  test('has to be a tool of the run', async () => {
    const callers = { experimental_toolCallers: { toString: ['run'] } as never }
    const options = { model: scriptedModel(() => 'Hi.'), tools: { weather, run }, prompt: 'Go.', ...callers }
    await expect(generateText(options)).rejects.toMatchObject({ code: 'option-invalid' })
    expect(() => streamText(options)).toThrow('unknown tool "toString"')
  })
})

test('a caller may tell the model about its tools in a message, once', async () => {
  const told = experimental_toolCaller(batch, { ...local, prepareModelMessage: (tools) => Object.keys(tools).join() })
  const model = scriptedModel([batchCall, 'Done.'])
  const tools = { weather, run: told }
  const { steps, responseMessages } = await generateText({
    model,
    tools,
    prompt: 'Go.',
    maxSteps: 2,
    experimental_toolCallers: { weather: ['run'] },
  })
  expect(steps[0]!.toolResults.map(({ output }) => output)).toEqual([['Rome: sunny']])
  expect(model.calls[0]!.options.tools).toMatchObject([{ name: 'run', description: 'Calls others.' }])
  const roles = model.calls.map(({ options }) => options.prompt.map(({ role }) => role))
  expect(roles).toEqual([
    ['user', 'user'],
    ['user', 'user', 'assistant', 'tool'],
  ])
  expect(responseMessages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant'])
})
