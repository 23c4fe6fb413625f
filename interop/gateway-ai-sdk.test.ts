import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as ai from 'ai7'
import type { GenerateContentRequest } from 'toolfit/emulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startGateway, type TestGateway } from './gateway/start-gateway.ts'
import { booking, expectedCalls, question, talkingSteps, talkingTurn, weather } from './gateway/trip-tools.ts'
import { refusals, signaturesSent, tokensCounted, upstreamSteps } from './gateway/upstream-steps.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterEach(() => gateway.reset())
afterAll(() => gateway.close())

const tools = {
  [weather.name]: ai.tool({
    description: weather.description,
    inputSchema: weather.input,
    execute: async (input) => weather.run(input),
  }),
  [booking.name]: ai.tool({
    description: booking.description,
    inputSchema: booking.input,
    execute: async (input) => booking.run(input),
  }),
}

function connect(id: string) {
  const { baseURL, fetch } = gateway
  const provider = createOpenAICompatible({
    name: 'toolfit',
    baseURL,
    apiKey: 'any',
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  })
  return provider(id)
}

const models = ['gemini-3-flash-preview', 'gemini-3.6-flash']
const isSigned = expect.objectContaining({ isSigned: true })

function callsOf(steps: readonly { toolCalls: readonly { toolName: string; input: unknown }[] }[]) {
  return steps.map(({ toolCalls }) => toolCalls.map(({ toolName, input }) => ({ name: toolName, input })))
}

describe.each(models)('ai 7 with @ai-sdk/openai-compatible, on %s', (id) => {
  test('generateText runs parallel calls and then another, in names and shapes of its own', async () => {
    const { text, steps, totalUsage } = await ai.generateText({
      model: connect(id),
      tools,
      stopWhen: ai.stepCountIs(5),
      prompt: question,
    })
    expect(callsOf(steps)).toEqual([...expectedCalls, []])
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop'])
    expect(text).toContain('Steirereck is booked for 4.')
    expect(totalUsage.inputTokens! + totalUsage.outputTokens!).toBe(await tokensCounted(gateway))
    // It knows Google's extension.
    expect(signaturesSent(gateway)).toBe(2)
    expect(await upstreamSteps(gateway)).toEqual([isSigned, isSigned])
    expect(refusals(gateway)).toEqual([])
  })

  test('streamText does the same', async () => {
    const errors: unknown[] = []
    const { textStream, steps, totalUsage } = ai.streamText({
      model: connect(id),
      tools,
      stopWhen: ai.stepCountIs(5),
      prompt: question,
      onError: ({ error }) => void errors.push(error),
    })
    const texts: string[] = []
    for await (const text of textStream) texts.push(text)
    expect(errors).toEqual([])
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join('')).toContain('Steirereck is booked for 4.')
    expect(callsOf(await steps)).toEqual([...expectedCalls, []])
    expect((await steps).map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop'])
    const { inputTokens, outputTokens } = await totalUsage
    expect(inputTokens! + outputTokens!).toBe(await tokensCounted(gateway))
    expect(signaturesSent(gateway)).toBe(2)
    expect(await upstreamSteps(gateway)).toEqual([isSigned, isSigned])
    expect(refusals(gateway)).toEqual([])
  })

  test('a conversation goes on with the messages of the last answer, after they were written to a file', async () => {
    const first = await ai.generateText({ model: connect(id), tools, stopWhen: ai.stepCountIs(5), prompt: question })
    const kept = JSON.parse(JSON.stringify(first.responseMessages ?? first.response.messages)) as ai.ModelMessage[]
    const { text } = await ai.generateText({
      model: connect(id),
      tools,
      stopWhen: ai.stepCountIs(5),
      messages: [{ role: 'user', content: question }, ...kept, { role: 'user', content: 'And the weather in Rome?' }],
    })
    expect(text).toContain('blue over Rome')
    expect((await upstreamSteps(gateway)).map(({ names }) => names.length)).toEqual([2, 1, 1])
    expect(refusals(gateway)).toEqual([])
  })
})

describe('ai 7 with @ai-sdk/openai-compatible', () => {
  const id = 'gemini-3-flash-preview'

  test('a text beside parallel calls stays where it was', async () => {
    gateway.emulator.script(talkingSteps)
    const { text } = ai.streamText({ model: connect(id), tools, stopWhen: ai.stepCountIs(3), prompt: 'Hello' })
    expect(await text).toBe('Blue.')
    expect((gateway.emulator.requests.at(-1)!.body as GenerateContentRequest).contents![1]).toEqual(talkingTurn)
    expect(refusals(gateway)).toEqual([])
  })

  test('names that become one for Gemini stay apart', async () => {
    const names = ['a b', 'a/b', 'a_b', 'A b', 'é', 'ü']
    const ran: string[] = []
    const each = names.map((name) => {
      const execute = async () => void ran.push(name)
      return [name, ai.tool({ inputSchema: z.object({}), execute })] as const
    })
    const callAll = ({ tools: declared = [] }: GenerateContentRequest) =>
      declared[0]!.functionDeclarations!.map(({ name = '' }) => ({ functionCall: { name, args: {} } }))
    gateway.emulator.script([{ reply: callAll }, { reply: 'Done.' }])
    await ai.generateText({
      model: connect(id),
      tools: Object.fromEntries(each),
      stopWhen: ai.stepCountIs(3),
      prompt: 'Hello',
    })
    expect(ran).toEqual(names)
    expect(refusals(gateway)).toEqual([])
  })

  test.each(['generateText', 'streamText'] as const)(
    '%s shows the thoughts that were asked for, and goes on after them',
    async (way) => {
      const extra_body = { google: { thinking_config: { include_thoughts: true } } }
      const options = {
        model: connect(id),
        tools,
        stopWhen: ai.stepCountIs(5),
        prompt: question,
        providerOptions: { toolfit: { extra_body } },
      }
      const { steps } = way === 'generateText' ? await ai.generateText(options) : ai.streamText(options)
      expect((await steps).map(({ reasoningText = '' }) => reasoningText.length > 0)).toEqual([true, true, true])
      expect(refusals(gateway)).toEqual([])
    },
  )

  test('an object of a schema that Gemini refuses, whole and as a stream', async () => {
    const schema = booking.input.omit({ party: true }).extend({ level: z.literal([1, 2, 3]) })
    const output = ai.Output.object({ schema })
    const whole = await ai.generateText({ model: connect(id), output, prompt: 'Invent a booking.' })
    expect(schema.parse(whole.output)).toEqual(whole.output)
    const streamed = ai.streamText({ model: connect(id), output, prompt: 'Invent a booking.' })
    expect(await streamed.output).toEqual(whole.output)
    expect(refusals(gateway)).toEqual([])
  })

  test('reasoning is counted as what was generated', async () => {
    const { usage } = await ai.generateText({
      model: connect(id),
      prompt: 'Hello',
      providerOptions: { toolfit: { reasoningEffort: 'high' } },
    })
    expect(usage.outputTokenDetails.reasoningTokens).toBeGreaterThan(0)
    expect(usage.outputTokenDetails.reasoningTokens! + usage.outputTokenDetails.textTokens!).toBe(usage.outputTokens)
  })

  test('images arrive', async () => {
    const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    await ai.generateText({
      model: connect(id),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'file', data: image, mediaType: 'image/png' },
          ],
        },
      ],
    })
    const { contents } = gateway.emulator.requests.at(-1)!.body as GenerateContentRequest
    const data = Buffer.from(image).toString('base64')
    expect(contents![0]!.parts![1]).toMatchObject({ inlineData: { mimeType: 'image/png', data } })
  })

  test('errors are API call errors with the status, and say whether to try again', async () => {
    const ask = () => ai.generateText({ model: connect(id), prompt: 'Hello', maxRetries: 0 })
    gateway.emulator.script([{ reply: { fault: '429;retry=7' } }])
    await expect(ask()).rejects.toMatchObject({
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after': '7' },
    })
    gateway.emulator.script([{ reply: { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'No.' } } }])
    await expect(ask()).rejects.toMatchObject({ statusCode: 400, isRetryable: false, message: 'No.' })
  })

  test('a stream that breaks is an error of the stream, and not the end of a text', async () => {
    gateway.emulator.script([{ fault: 'cut-event' }])
    const errors: unknown[] = []
    const { fullStream } = ai.streamText({
      model: connect(id),
      prompt: 'Hello',
      onError: ({ error }) => void errors.push(error),
    })
    const types: string[] = []
    for await (const part of fullStream) types.push(part.type)
    expect(types).toContain('error')
    expect(errors).toHaveLength(1)
  })

  test('an abort ends the call of the model', async () => {
    gateway.emulator.script([{ fault: 'stall-mid-stream' }])
    const controller = new AbortController()
    const { fullStream } = ai.streamText({ model: connect(id), prompt: 'Hello', abortSignal: controller.signal })
    const types: string[] = []
    for await (const part of fullStream) {
      types.push(part.type)
      if (part.type === 'text-delta') controller.abort()
    }
    expect(types.at(-1)).toBe('abort')
    await expect.poll(() => gateway.records.at(-1)?.outcome, { timeout: 10_000 }).toBe('aborted')
  })
})
