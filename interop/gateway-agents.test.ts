import {
  Agent,
  OpenAIChatCompletionsModel,
  type RunItem,
  run,
  setDefaultOpenAIClient,
  setOpenAIAPI,
  setTracingDisabled,
  tool,
  user,
} from '@openai/agents'
import OpenAI from 'openai'
import type { GenerateContentRequest } from 'toolfit/emulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startGateway, type TestGateway } from './gateway/start-gateway.ts'
import { booking, expectedCalls, question, talkingSteps, talkingTurn, weather } from './gateway/trip-tools.ts'
import { refusals, signaturesSent, tokensCounted, upstreamSteps } from './gateway/upstream-steps.ts'

let gateway: TestGateway
let client: OpenAI
beforeAll(async () => {
  gateway = await startGateway()
  client = new OpenAI({ apiKey: 'any', baseURL: gateway.baseURL, fetch: gateway.fetch, maxRetries: 0 })
  setTracingDisabled(true)
  setOpenAIAPI('chat_completions')
  setDefaultOpenAIClient(client)
})
afterEach(() => gateway.reset())
afterAll(() => gateway.close())

/** It makes letters, digits and underscores of a name. What it leaves is still too long for Gemini, and begins with a digit. */
const nameOf = (name: string) => name.replace(/[^a-zA-Z0-9]/g, '_')

const tools = [
  tool({
    name: weather.name,
    description: weather.description,
    parameters: weather.input,
    execute: async (input) => weather.run(input),
  }),
  tool({
    name: booking.name,
    description: booking.description,
    // Records and optional fields are more than its strict mode can say.
    strict: false,
    parameters: { ...z.toJSONSchema(booking.input), additionalProperties: true } as never,
    execute: async (input) => booking.run(booking.input.parse(input)),
  }),
]

const calls = expectedCalls.flat().map(({ name, input }) => ({ name: nameOf(name), input }))

function callsOf(items: readonly RunItem[]) {
  return items.flatMap(({ rawItem }) =>
    rawItem?.type === 'function_call' ? [{ name: rawItem.name, input: JSON.parse(rawItem.arguments) }] : [],
  )
}

const isSigned = expect.objectContaining({ isSigned: true })

describe.each(['gemini-3-flash-preview', 'gemini-3.6-flash'])('@openai/agents in chat mode, on %s', (model) => {
  const guide = new Agent({ name: 'Guide', instructions: 'You plan trips.', model, tools })

  test('runs parallel calls and then another, in names and shapes of its own', async () => {
    const result = await run(guide, question)
    expect(result.finalOutput).toContain('Steirereck is booked for 4.')
    expect(callsOf(result.newItems)).toEqual(calls)
    const { usage } = result.state
    expect(usage.inputTokens + usage.outputTokens).toBe(usage.totalTokens)
    expect(usage.totalTokens).toBe(await tokensCounted(gateway))
    expect(await upstreamSteps(gateway)).toEqual([isSigned, isSigned])
    expect(refusals(gateway)).toEqual([])
  })

  test('streams the same, and drops signatures on the way', async () => {
    const result = await run(guide, question, { stream: true })
    let text = ''
    for await (const piece of result.toTextStream()) text += piece
    await result.completed
    expect(text).toBe(result.finalOutput)
    expect(text).toContain('Steirereck is booked for 4.')
    expect(callsOf(result.newItems)).toEqual(calls)
    expect(result.state.usage.totalTokens).toBe(await tokensCounted(gateway))
    expect(signaturesSent(gateway)).toBe(0)
    expect(await upstreamSteps(gateway)).toEqual([isSigned, isSigned])
    expect(refusals(gateway)).toEqual([])
  })

  test('goes on with its history', async () => {
    const first = await run(guide, question)
    const second = await run(guide, [...first.history, user('And the weather in Rome?')])
    expect(second.finalOutput).toContain('blue over Rome')
    expect(refusals(gateway)).toEqual([])
  })

  test.each([false, true])('hands over to another agent, which has other tools (as a stream: %s)', async (stream) => {
    const triage = new Agent({ name: 'Triage desk', instructions: 'Hand over.', model, handoffs: [guide] })
    gateway.emulator.script([{ reply: [{ functionCall: { name: 'transfer_to_Guide', args: {} } }] }])
    const result = stream ? await run(triage, question, { stream }) : await run(triage, question)
    if ('completed' in result) await result.completed
    expect(result.lastAgent).toBe(guide)
    expect(result.finalOutput).toContain('Steirereck is booked for 4.')
    expect((await upstreamSteps(gateway)).map(({ names, isSigned }) => [names.length, isSigned])).toEqual([
      [1, true],
      [1, true],
    ])
    expect(refusals(gateway)).toEqual([])
  })
})

describe('@openai/agents in chat mode', () => {
  const model = 'gemini-3-flash-preview'

  test.each([false, true])('a text beside parallel calls stays where it was (as a stream: %s)', async (stream) => {
    gateway.emulator.script(talkingSteps)
    const agent = new Agent({ name: 'Talker', model, tools })
    const result = stream ? await run(agent, 'Hello', { stream }) : await run(agent, 'Hello')
    if ('completed' in result) await result.completed
    expect(result.finalOutput).toBe('Blue.')
    expect((gateway.emulator.requests.at(-1)!.body as GenerateContentRequest).contents![1]).toEqual(talkingTurn)
    expect(refusals(gateway)).toEqual([])
  })
  const greeter = new Agent({ name: 'Greeter', model })

  test('an output type with enums of numbers and unions, beside tools', async () => {
    const outputType = z.object({
      kind: z.literal('report'),
      level: z.literal([1, 2, 3]),
      by: z.union([z.object({ train: z.string() }), z.object({ seats: z.number().int() })]),
    })
    const reporter = new Agent({ name: 'Reporter', model, tools, outputType })
    const { finalOutput } = await run(reporter, 'How is the weather in Graz?')
    expect(outputType.parse(finalOutput)).toEqual(finalOutput)
    expect((await upstreamSteps(gateway)).map(({ names }) => names.length)).toEqual([1])
    expect(refusals(gateway)).toEqual([])
  })

  test('a model object of its own works as the default does', async () => {
    const agent = new Agent({ name: 'Own', model: new OpenAIChatCompletionsModel(client, model) })
    expect((await run(agent, 'Hello there')).finalOutput).toContain('[Toolfit emulator]')
  })

  test('toolChoice calls the tool that is named', async () => {
    const agent = new Agent({
      name: 'Weather',
      model,
      tools,
      modelSettings: { toolChoice: nameOf(booking.name), parallelToolCalls: false },
      toolUseBehavior: 'stop_on_first_tool',
    })
    const { newItems } = await run(agent, 'Hello there')
    expect(callsOf(newItems).map(({ name }) => name)).toEqual([nameOf(booking.name)])
  })

  test('images arrive', async () => {
    const image = 'data:image/png;base64,iVBORw0KGgo='
    await run(greeter, [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image },
        ],
      },
    ])
    const { contents } = gateway.emulator.requests.at(-1)!.body as GenerateContentRequest
    expect(contents![0]!.parts![1]).toMatchObject({ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } })
  })

  test('errors are those of the client, in a stream too', async () => {
    gateway.emulator.script([{ reply: { fault: '429-daily' } }])
    await expect(run(greeter, 'Hello')).rejects.toThrow(OpenAI.RateLimitError)
    gateway.emulator.script([{ fault: 'cut-event' }])
    const { completed } = await run(greeter, 'Hello', { stream: true })
    await expect(completed).rejects.toThrow(OpenAI.APIError)
  })

  test('an answer that a filter stopped is a refusal', async () => {
    gateway.emulator.script([{ fault: 'blocked-prompt' }])
    await expect(run(greeter, 'Hello')).rejects.toThrow(/refus/i)
  })

  test('an abort ends the call of the model', async () => {
    gateway.emulator.script([{ fault: 'stall-mid-stream' }])
    const controller = new AbortController()
    const result = await run(greeter, 'Hello', { stream: true, signal: controller.signal })
    for await (const event of result) {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta') controller.abort()
    }
    await expect.poll(() => gateway.records.at(-1)?.outcome, { timeout: 10_000 }).toBe('aborted')
  })
})
