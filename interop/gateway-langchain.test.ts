import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
  type UsageMetadata,
} from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { concat } from '@langchain/core/utils/stream'
import { ChatOpenAI } from '@langchain/openai'
import type { GenerateContentRequest } from 'toolfit/emulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startGateway, type TestGateway } from './gateway/start-gateway.ts'
import { booking, expectedCalls, question, talkingSteps, talkingTurn, tripTools } from './gateway/trip-tools.ts'
import { refusals, signaturesSent, tokensCounted, upstreamSteps } from './gateway/upstream-steps.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterEach(() => gateway.reset())
afterAll(() => gateway.close())

// As JSON Schema: LangChain 1.2.13 overflows the stack on a Zod schema that holds itself.
const tools = tripTools().tools.map(({ name, description, parameters, run }) =>
  tool(async (input: unknown) => run(input), { name, description, schema: parameters }),
)

function connect(model: string): ChatOpenAI {
  const { baseURL, fetch } = gateway
  return new ChatOpenAI({ model, apiKey: 'any', maxRetries: 0, configuration: { baseURL, fetch } })
}

type Ask = (bound: ReturnType<ChatOpenAI['bindTools']>, messages: BaseMessage[]) => Promise<AIMessage>

const ways: Record<string, Ask> = {
  invoke: (bound, messages) => bound.invoke(messages),
  stream: async (bound, messages) => {
    let whole: AIMessageChunk | undefined
    for await (const chunk of await bound.stream(messages)) whole = whole === undefined ? chunk : concat(whole, chunk)
    return whole!
  },
}

function totalOf(usage: UsageMetadata | undefined): number {
  return usage === undefined ? Number.NaN : usage.input_tokens + usage.output_tokens
}

/** The loop that LangChain's documents show: until the model calls nothing. */
async function converse(model: string, ask: Ask, messages: BaseMessage[]): Promise<AIMessage[]> {
  const bound = connect(model).bindTools(tools)
  const answers: AIMessage[] = []
  for (let step = 0; step < 5; step++) {
    const answer = await ask(bound, messages)
    answers.push(answer)
    messages.push(answer)
    if (answer.tool_calls === undefined || answer.tool_calls.length === 0) return answers
    for (const call of answer.tool_calls) {
      const called = tools.find(({ name }) => name === call.name)!
      messages.push((await called.invoke(call)) as ToolMessage)
    }
  }
  throw new Error('The model never came to an end.')
}

describe.each(['gemini-3-flash-preview', 'gemini-3.6-flash'])('@langchain/openai on %s', (model) => {
  test.each(Object.keys(ways))('%s: parallel calls and then another, in names and shapes of its own', async (way) => {
    const answers = await converse(model, ways[way]!, [new HumanMessage(question)])
    const calls = answers.map(({ tool_calls: list = [] }) => list.map(({ name, args }) => ({ name, input: args })))
    expect(calls).toEqual([...expectedCalls, []])
    expect(answers.flatMap(({ invalid_tool_calls: invalid = [] }) => invalid)).toEqual([])
    expect(answers.at(-1)!.text).toContain('Steirereck is booked for 4.')
    expect(answers.map(({ response_metadata: { finish_reason } }) => finish_reason)).toEqual([
      'tool_calls',
      'tool_calls',
      'stop',
    ])
    const tokens = answers.reduce((sum, { usage_metadata: usage }) => sum + totalOf(usage), 0)
    expect(tokens).toBe(await tokensCounted(gateway))
    expect(signaturesSent(gateway)).toBe(0)
    expect(await upstreamSteps(gateway)).toEqual([
      expect.objectContaining({ isSigned: true }),
      expect.objectContaining({ isSigned: true }),
    ])
    expect(refusals(gateway)).toEqual([])
  })

  test('a conversation goes on after its tools have run', async () => {
    const messages: BaseMessage[] = [new HumanMessage(question)]
    await converse(model, ways['invoke']!, messages)
    messages.push(new HumanMessage('And the weather in Rome?'))
    const answers = await converse(model, ways['stream']!, messages)
    expect(answers.at(-1)!.text).toContain('blue over Rome')
    expect(refusals(gateway)).toEqual([])
  })
})

describe('@langchain/openai', () => {
  const model = 'gemini-3-flash-preview'
  const shop = z.object({
    name: z.string(),
    rating: z.literal([1, 2, 3, 4, 5]),
    prices: z.record(z.string(), z.number()),
    address: z.union([z.object({ street: z.string() }), z.object({ box: z.number().int() })]),
  })

  test.each(Object.keys(ways))('%s: a text beside parallel calls stays where it was', async (way) => {
    gateway.emulator.script(talkingSteps)
    const answers = await converse(model, ways[way]!, [new HumanMessage('Hello')])
    expect(answers.map(({ text }) => text)).toEqual(['Let me see.', 'Blue.'])
    expect((gateway.emulator.requests.at(-1)!.body as GenerateContentRequest).contents![1]).toEqual(talkingTurn)
    expect(refusals(gateway)).toEqual([])
  })

  test('a tool that answers with an image', async () => {
    const data = 'iVBORw0KGgo='
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }
    await connect(model).invoke([
      new HumanMessage('Take a picture.'),
      new AIMessage({ content: '', tool_calls: [{ id: 'a', name: 'shoot', args: {} }] }),
      new ToolMessage({ tool_call_id: 'a', content: [{ type: 'text', text: 'Here.' }, image] }),
    ])
    const { contents } = gateway.emulator.requests.at(-1)!.body as GenerateContentRequest
    expect(contents!.at(-1)!.parts![0]!.functionResponse).toMatchObject({
      name: 'shoot',
      response: { output: 'Here.' },
      parts: [{ inlineData: { mimeType: 'image/png', data } }],
    })
    expect(refusals(gateway)).toEqual([])
  })

  test('withStructuredOutput by a function, with records, unions and enums of numbers', async () => {
    const found = await connect(model)
      .withStructuredOutput(shop, { method: 'functionCalling' })
      .invoke('Invent a shop.')
    expect(shop.parse(found)).toEqual(found)
    expect(refusals(gateway)).toEqual([])
  })

  test('withStructuredOutput by a schema, as OpenAI’s strict mode can say it', async () => {
    const strict = shop.omit({ prices: true })
    const found = await connect(model).withStructuredOutput(strict, { method: 'jsonSchema' }).invoke('Invent a shop.')
    expect(strict.parse(found)).toEqual(found)
    expect(refusals(gateway)).toEqual([])
  })

  test('text comes in pieces that are the whole', async () => {
    const whole = await connect(model).invoke('Hello there')
    const texts: string[] = []
    for await (const chunk of await connect(model).stream('Hello there')) texts.push(chunk.text)
    expect(texts.filter((text) => text !== '').length).toBeGreaterThan(1)
    expect(texts.join('')).toBe(whole.text)
  })

  test('tool_choice calls the tool that is named', async () => {
    const bound = connect(model).bindTools(tools, { tool_choice: booking.name })
    const { tool_calls: calls } = await bound.invoke('Hello there')
    expect(calls?.map(({ name }) => name)).toEqual([booking.name])
  })

  test('images arrive', async () => {
    const data = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64')
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image', source_type: 'base64', mime_type: 'image/png', data },
    ]
    await connect(model).invoke([new HumanMessage({ content })])
    const { contents } = gateway.emulator.requests.at(-1)!.body as GenerateContentRequest
    expect(contents![0]!.parts![1]).toMatchObject({ inlineData: { mimeType: 'image/png', data } })
  })

  test('errors keep their status and their code', async () => {
    gateway.emulator.script([{ reply: { fault: '429-daily' } }])
    await expect(connect(model).invoke('Hello')).rejects.toMatchObject({ status: 429, code: 'insufficient_quota' })
    await expect(connect('gemini-0').invoke('Hello')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  })

  test('an abort ends the call of the model', async () => {
    gateway.emulator.script([{ fault: 'stall-mid-stream' }])
    const controller = new AbortController()
    const read = async () => {
      for await (const chunk of await connect(model).stream('Hello', { signal: controller.signal })) {
        if (chunk.text !== '') controller.abort()
      }
    }
    await expect(read()).rejects.toThrow(/abort/i)
    await expect.poll(() => gateway.records.at(-1)?.outcome, { timeout: 10_000 }).toBe('aborted')
  })
})
