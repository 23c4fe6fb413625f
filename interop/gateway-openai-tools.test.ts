import OpenAI from 'openai'
import { zodFunction } from 'openai/helpers/zod'
import type { ParsedFunctionToolCall } from 'openai/resources/chat/completions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startGateway, type TestGateway } from './gateway/start-gateway.ts'
import { booking, expectedCalls, question, tripTools, weather } from './gateway/trip-tools.ts'
import { refusals, signaturesSent, tokensCounted, upstreamSteps } from './gateway/upstream-steps.ts'

type Message = OpenAI.ChatCompletionMessage
type MessageParam = OpenAI.ChatCompletionMessageParam
type FunctionCall = OpenAI.ChatCompletionMessageFunctionToolCall

let gateway: TestGateway
let client: OpenAI
beforeAll(async () => {
  gateway = await startGateway()
  client = new OpenAI({ apiKey: 'any', baseURL: gateway.baseURL, fetch: gateway.fetch, maxRetries: 0 })
})
afterEach(() => gateway.reset())
afterAll(() => gateway.close())

const models = ['gemini-3-flash-preview', 'gemini-3.6-flash']

/** The three ways in which the client is used by hand. */
const ways: Record<string, (params: OpenAI.ChatCompletionCreateParamsNonStreaming) => Promise<OpenAI.ChatCompletion>> =
  {
    create: (params) => client.chat.completions.create(params),
    'create as a stream': async (params) => gather(await client.chat.completions.create({ ...params, stream: true })),
    'its stream helper': (params) => client.chat.completions.stream({ ...params, stream: true }).finalChatCompletion(),
  }

/** Puts chunks together by their indexes alone, as OpenAI's documents show it. */
async function gather(chunks: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<OpenAI.ChatCompletion> {
  let finish_reason: OpenAI.ChatCompletion.Choice['finish_reason'] | null = null
  let content = ''
  const calls: FunctionCall[] = []
  for await (const { choices } of chunks) {
    for (const { delta, finish_reason: reason } of choices) {
      content += delta.content ?? ''
      finish_reason = reason ?? finish_reason
      for (const { index, id, function: called } of delta.tool_calls ?? []) {
        calls[index] ??= { id: id!, type: 'function', function: { name: called!.name!, arguments: '' } }
        calls[index].function.arguments += called?.arguments ?? ''
      }
    }
  }
  const message: Message = {
    role: 'assistant',
    content: content === '' ? null : content,
    refusal: null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  return { choices: [{ index: 0, message, finish_reason, logprobs: null }] } as unknown as OpenAI.ChatCompletion
}

/** What a program keeps of a message that was not written with Gemini in mind. */
function plain({ content, tool_calls: calls }: Message): MessageParam {
  const kept = (calls as FunctionCall[]).map(({ id, type, function: { name, arguments: args } }) => ({
    id,
    type,
    function: { name, arguments: args },
  }))
  return { role: 'assistant', content, tool_calls: kept }
}

const asTools = (tools: ReturnType<typeof tripTools>['tools']): OpenAI.ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }))

/** The loop that OpenAI's documents show. */
async function converse(model: string, ask: (typeof ways)[string], keep: (message: Message) => MessageParam) {
  const { tools, ran } = tripTools()
  const messages: MessageParam[] = [{ role: 'user', content: question }]
  const reasons: string[] = []
  for (let step = 0; step < 5; step++) {
    const { choices } = await ask({ model, messages, tools: asTools(tools) })
    const [{ message, finish_reason }] = choices as [OpenAI.ChatCompletion.Choice]
    reasons.push(finish_reason)
    if (message.tool_calls === undefined) return { ran, reasons, text: message.content }
    messages.push(keep(message))
    for (const { id, function: called } of message.tool_calls as FunctionCall[]) {
      const tool = tools.find(({ name }) => name === called.name)!
      messages.push({ role: 'tool', tool_call_id: id, content: tool.run(JSON.parse(called.arguments)) })
    }
  }
  throw new Error('The model never came to an end.')
}

const signed = [expect.objectContaining({ isSigned: true }), expect.objectContaining({ isSigned: true })]

describe.each(models)('openai with tools by hand, on %s', (model) => {
  describe.each(Object.keys(ways))('%s', (way) => {
    test('runs parallel calls and then another, in names and shapes of its own', async () => {
      const { ran, reasons, text } = await converse(model, ways[way]!, plain)
      expect(ran).toEqual(expectedCalls.flat())
      expect(reasons).toEqual(['tool_calls', 'tool_calls', 'stop'])
      expect(text).toContain('Steirereck is booked for 4.')
      expect(refusals(gateway)).toEqual([])
    })

    test('needs to know nothing of signatures: the gateway gives Gemini back what it gave', async () => {
      await converse(model, ways[way]!, plain)
      expect(signaturesSent(gateway)).toBe(0)
      expect((await upstreamSteps(gateway)).map(({ names }) => names.length)).toEqual([2, 1])
      expect(await upstreamSteps(gateway)).toEqual(signed)
    })
  })

  test('messages that are sent back whole carry their signatures, also to a gateway that knows nothing of them', async () => {
    const forgetful = await startGateway({ signatures: { get: async () => new Map(), set: async () => {} } })
    const other = new OpenAI({ apiKey: 'any', baseURL: forgetful.baseURL, fetch: forgetful.fetch, maxRetries: 0 })
    const { reasons } = await converse(
      model,
      (params) => other.chat.completions.create(params),
      (message) => message,
    )
    expect(reasons).toEqual(['tool_calls', 'tool_calls', 'stop'])
    expect(signaturesSent(forgetful)).toBe(2)
    expect(await upstreamSteps(forgetful)).toEqual(signed)
    expect(refusals(forgetful)).toEqual([])
    await forgetful.close()
  })

  test('where neither the client nor the gateway knows the signatures, Gemini still takes the conversation', async () => {
    const forgetful = await startGateway({ signatures: { get: async () => new Map(), set: async () => {} } })
    const other = new OpenAI({ apiKey: 'any', baseURL: forgetful.baseURL, fetch: forgetful.fetch, maxRetries: 0 })
    const { reasons } = await converse(model, (params) => other.chat.completions.create(params), plain)
    expect(reasons).toEqual(['tool_calls', 'tool_calls', 'stop'])
    expect((await upstreamSteps(forgetful)).map(({ isSigned }) => isSigned)).toEqual([false, false])
    expect(refusals(forgetful)).toEqual([])
    await forgetful.close()
  })
})

describe.each(models)('openai runTools, on %s', (model) => {
  const runnable = (tools: ReturnType<typeof tripTools>['tools']) =>
    tools.map(({ name, description, parameters, run }) => ({
      type: 'function' as const,
      function: { name, description, parameters, parse: JSON.parse, function: (input: object) => run(input) },
    }))
  const messages: MessageParam[] = [{ role: 'user', content: question }]

  test('plain', async () => {
    const { tools, ran } = tripTools()
    const runner = client.chat.completions.runTools({ model, messages, tools: runnable(tools) })
    expect(await runner.finalContent()).toContain('Steirereck is booked for 4.')
    expect(ran).toEqual(expectedCalls.flat())
    expect(runner.allChatCompletions().map(({ choices }) => choices[0]!.finish_reason)).toEqual([
      'tool_calls',
      'tool_calls',
      'stop',
    ])
    const { prompt_tokens, completion_tokens, total_tokens } = await runner.totalUsage()
    expect(prompt_tokens + completion_tokens).toBe(total_tokens)
    expect(total_tokens).toBe(await tokensCounted(gateway))
    // It drops what it does not know.
    expect(signaturesSent(gateway)).toBe(0)
    expect(await upstreamSteps(gateway)).toEqual(signed)
    expect(refusals(gateway)).toEqual([])
  })

  test('streaming, with its events', async () => {
    const { tools, ran } = tripTools()
    const runner = client.chat.completions.runTools({ model, messages, tools: runnable(tools), stream: true })
    const called: string[] = []
    const results: string[] = []
    let text = ''
    runner.on('functionToolCall', ({ name }) => called.push(name))
    runner.on('functionToolCallResult', (result) => results.push(result))
    runner.on('content', (delta) => {
      text += delta
    })
    const final = await runner.finalChatCompletion()
    expect(ran).toEqual(expectedCalls.flat())
    expect(called).toEqual(ran.map(({ name }) => name))
    expect(results).toHaveLength(3)
    expect(text).toBe(final.choices[0]!.message.content)
    expect(text).toContain('Steirereck is booked for 4.')
    expect(signaturesSent(gateway)).toBe(0)
    expect(await upstreamSteps(gateway)).toEqual(signed)
    expect(refusals(gateway)).toEqual([])
  })

  test('an answer that does not fit its schema never reaches the tool, and the model hears of it', async () => {
    const { tools, ran } = tripTools()
    gateway.emulator.script([
      { reply: ({ tools: declared = [] }) => [{ functionCall: { name: nameIn(declared), args: { city: 7 } } }] },
      { reply: 'Sorry.' },
    ])
    const strict = zodFunction({ name: weather.name, parameters: weather.input, function: tools[0]!.run })
    const runner = client.chat.completions.runTools({ model, messages, tools: [strict] })
    expect(await runner.finalContent()).toBe('Sorry.')
    expect(ran).toEqual([])
    expect(runner.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(refusals(gateway)).toEqual([])
  })
})

type Declared = readonly { readonly functionDeclarations?: readonly { readonly name?: string }[] }[]

function nameIn(tools: Declared): string {
  return tools[0]?.functionDeclarations?.[0]?.name ?? ''
}

describe('openai with signatures that Gemini gave to another model, in a gateway that does not know them', () => {
  const messages: MessageParam[] = [{ role: 'user', content: question }]

  test.each([false, true])('the conversation goes on, and a header tells of it (as a stream: %s)', async (stream) => {
    const { tools } = tripTools()
    const params = { tools: asTools(tools), model: 'gemini-3-flash-preview' }
    const { choices } = await client.chat.completions.create({ ...params, messages })
    const { message } = choices[0]!
    const results = message.tool_calls!.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'Blue.' }))
    const other = await startGateway()
    const mover = new OpenAI({ apiKey: 'any', baseURL: other.baseURL, fetch: other.fetch, maxRetries: 0 })
    const history = [...messages, message, ...results]
    const response = await mover.chat.completions
      .create({ ...params, model: 'gemini-3.6-flash', messages: history, stream })
      .asResponse()
    expect(await response.text()).toContain(JSON.stringify(booking.name))
    expect(response.headers.get('x-toolfit-repaired')).toBe('drop-signatures')
    expect(signaturesSent(other)).toBe(1)
    expect(other.emulator.requests.map(({ status }) => status)).toEqual([400, 200])
    await other.close()
  })
})

test('openai stream events name each call of a step by its index', async () => {
  const { tools } = tripTools()
  const messages: MessageParam[] = [{ role: 'user', content: question }]
  const stream = client.chat.completions.stream({ model: models[0]!, messages, tools: asTools(tools) })
  const written: string[] = []
  const done: { name: string; index: number; arguments: string }[] = []
  stream.on('tool_calls.function.arguments.delta', ({ index, arguments_delta: delta }) => {
    written[index] = (written[index] ?? '') + delta
  })
  stream.on('tool_calls.function.arguments.done', (event) => done.push(event))
  await stream.done()
  expect(done.map(({ index }) => index)).toEqual([0, 1])
  expect(done.map(({ name, arguments: args }) => ({ name, input: JSON.parse(args) }))).toEqual(expectedCalls[0])
  expect(written).toEqual(done.map(({ arguments: args }) => args))
})

describe('openai parse with Zod', () => {
  const model = 'gemini-3-flash-preview'
  // What OpenAI's strict mode can say: no records, everything required.
  const strictBooking = booking.input.omit({ seats: true, party: true }).extend({
    note: z.string().nullable(),
    floors: z.array(z.literal([1, 2])),
  })

  test.each(['parse', 'stream'] as const)('zodFunction: %s gives parsed arguments', async (way) => {
    const params = {
      model,
      messages: [{ role: 'user' as const, content: 'Book a table for 4 guests at "Steirereck".' }],
      tools: [zodFunction({ name: booking.name, parameters: strictBooking })],
    }
    const { choices } = await (way === 'parse'
      ? client.chat.completions.parse(params)
      : client.chat.completions.stream(params).finalChatCompletion())
    expect(choices[0]!.finish_reason).toBe('tool_calls')
    const [call] = choices[0]!.message.tool_calls as ParsedFunctionToolCall[]
    expect(call!.function.name).toBe(booking.name)
    expect(strictBooking.parse(call!.function.parsed_arguments)).toMatchObject({ restaurant: 'Steirereck', guests: 4 })
    expect(refusals(gateway)).toEqual([])
  })
})
