import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { FlexibleSchema, ModelMessage, Step, Tool, ToolCallOptions, TypedToolCall } from '../../src/index.ts'
import { generateText, streamText, tool } from '../../src/index.ts'
import { scriptedModel } from '../runtime/mock-model.ts'
import { everywhere, failure, finish, play, ways } from './spec-c-played.ts'
import { connect, sent } from './spec-c-wire.ts'

const answer = 'It is sunny.'
const ephemeral = { type: 'ephemeral' } as const
const weather = tool({
  description: 'The weather.',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `sun in ${city}`,
  providerOptions: { anthropic: { cacheControl: ephemeral }, openai: { note: 'tool' } },
})

describe('providerOptions on call, message, part and tool reach the model (C14)', () => {
  const messages: ModelMessage[] = [
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'A long text.',
          providerOptions: { anthropic: { cacheControl: ephemeral }, scripted: { at: 'part' } },
        },
        { type: 'text', text: 'Go.' },
      ],
    },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Yes?' }],
      providerOptions: { anthropic: { cacheControl: ephemeral }, scripted: { at: 'message' } },
    },
    { role: 'user', content: 'Now.' },
  ]

  test.each(ways)('%s on a mock model (C14)', async (way) => {
    const model = scriptedModel([answer])
    await finish(way, {
      model: model as never,
      messages,
      tools: { weather },
      providerOptions: { scripted: { at: 'call' } },
    })
    const [{ options }] = model.calls as unknown as [
      { options: { prompt: object[]; tools: object[]; providerOptions: object } },
    ]
    expect(options.providerOptions).toEqual({ scripted: { at: 'call' } })
    expect(options.tools).toMatchObject([{ name: 'weather', providerOptions: weather.providerOptions }])
    expect(options.prompt).toMatchObject([
      { content: [{ text: 'A long text.', providerOptions: { scripted: { at: 'part' } } }, { text: 'Go.' }] },
      { providerOptions: { scripted: { at: 'message' } } },
      {},
    ])
  })

  test('cacheControl of a tool, a part and a message arrives at Anthropic as cache_control (C14)', async () => {
    const body = await sent('anthropic', {
      messages,
      tools: { weather },
      providerOptions: { anthropic: { thinking: { type: 'disabled' } } },
    })
    expect(body).toMatchObject({
      tools: [{ name: 'weather', cache_control: ephemeral }],
      thinking: { type: 'disabled' },
      messages: [
        { role: 'user', content: [{ text: 'A long text.', cache_control: ephemeral }, { text: 'Go.' }] },
        { role: 'assistant', content: [{ text: 'Yes?', cache_control: ephemeral }] },
        { role: 'user' },
      ],
    })
  })

  test('a whole Anthropic run keeps the mark of the tool in every step (C14)', async () => {
    const { model, requests } = connect('anthropic')
    await generateText({ model, prompt: 'How is Rome?', tools: { weather }, maxSteps: 3 })
    expect(requests.length).toBeGreaterThan(1)
    for (const { tools } of requests) expect(tools).toMatchObject([{ cache_control: ephemeral }])
  })

  test('options of the call arrive at OpenAI, and those of other providers do not (C14)', async () => {
    const body = await sent('openai', {
      messages,
      tools: { weather },
      providerOptions: { openai: { parallelToolCalls: false }, anthropic: { thinking: { type: 'disabled' } } },
    })
    expect(body['parallel_tool_calls']).toBe(false)
    expect(JSON.stringify(body)).not.toMatch(/cache_control|cacheControl|thinking|scripted/)
  })

  test('options of the call arrive at Gemini (C14)', async () => {
    const { model, bodies } = await geminiBodies()
    await generateText({
      model,
      prompt: 'Go.',
      providerOptions: { google: { thinkingConfig: { thinkingLevel: 'low' } } },
    })
    expect(bodies[0]).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: expect.stringMatching(/low/i) } },
    })
  })

  test.each(ways)('%s hands the providerMetadata of an answer back as providerOptions (C14)', async (way) => {
    const call = {
      type: 'tool-call' as const,
      toolCallId: 'c1',
      toolName: 'weather',
      input: '{"city":"Rome"}',
      providerMetadata: { scripted: { signature: 'abc' } },
    }
    const text = { type: 'text' as const, text: 'I look.', providerMetadata: { scripted: { signature: 'def' } } }
    const model = scriptedModel([{ content: [text, call] }, answer])
    await finish(way, { model: model as never, prompt: 'Go.', tools: { weather }, maxSteps: 2 })
    expect(model.calls[1]!.options.prompt[1]).toMatchObject({
      content: [
        { type: 'text', providerOptions: { scripted: { signature: 'def' } } },
        { type: 'tool-call', providerOptions: { scripted: { signature: 'abc' } } },
      ],
    })
  })
})

async function geminiBodies() {
  const { emulate } = await import('../models/emulated-gemini.ts')
  return emulate('gemini-3.6-flash', { maxRetries: 0 })
}

describe('model, prompt | messages, system (C19)', () => {
  const model = () => play('a mock model', [answer]).model

  test.each([
    ['no model', {}, 'model-unreadable', /model/],
    ['a model that is none', { model: { modelId: 'x' } }, 'model-unreadable', /model/],
    ['neither prompt nor messages', { model: model() }, 'prompt-invalid', /prompt.*messages/],
    [
      'both prompt and messages',
      { model: model(), prompt: 'a', messages: [{ role: 'user', content: 'b' }] },
      'prompt-invalid',
      /[Bb]oth prompt and messages/,
    ],
    ['an empty list', { model: model(), messages: [] }, 'prompt-invalid', /messages must not be empty/],
    ['messages that are text', { model: model(), messages: 'Go.' }, 'prompt-invalid', /messages/],
    [
      'a UI message',
      { model: model(), messages: [{ role: 'user', parts: [] }] },
      'prompt-invalid',
      /convertToModelMessages/,
    ],
    [
      'a role that is none',
      { model: model(), messages: [{ role: 'bot', content: 'a' }] },
      'prompt-invalid',
      /messages\[0\]/,
    ],
    [
      'both system and instructions',
      { model: model(), prompt: 'a', system: 'b', instructions: 'c' },
      'prompt-invalid',
      /system and instructions/,
    ],
  ])('%s is an error that says which (C19)', async (_, options, code, message) => {
    const expected = { code, message: expect.stringMatching(message) }
    await expect(generateText(options as never)).rejects.toMatchObject(expected)
    expect(() => streamText(options as never)).toThrow(expect.objectContaining(expected))
  })

  test.each(everywhere)('$way on $stage takes a prompt or messages, and system (C19)', async ({ way, stage }) => {
    const first = play(stage, [answer])
    await finish(way, { model: first.model, system: 'Be short.', prompt: 'Go.' })
    const second = play(stage, [answer])
    await finish(way, { model: second.model, system: 'Be short.', messages: [{ role: 'user', content: 'Go.' }] })
    const third = play(stage, [answer])
    await finish(way, { model: third.model, instructions: 'Be short.', prompt: [{ role: 'user', content: 'Go.' }] })
    for (const { asked } of [first, second, third])
      expect(asked()[0]).toMatchObject({ system: 'Be short.', said: ['Go.'] })
  })

  test('the types are exported (C19)', () => {
    expectTypeOf<Tool<{ a: number }, string>>().toHaveProperty('execute')
    expectTypeOf<ToolCallOptions>().toHaveProperty('toolCallId')
    expectTypeOf<typeof weather.inputSchema>().toExtend<FlexibleSchema>()
    expectTypeOf<ModelMessage>().toHaveProperty('role')
    expectTypeOf<Step>().toHaveProperty('type')
    expectTypeOf<TypedToolCall>().toHaveProperty('args')
  })
})

describe('messages from useChat run here and keep their providerOptions (C20)', () => {
  /** What convertToModelMessages of ai 7 makes of a chat with a finished call, reasoning and a file. */
  const messages: ModelMessage[] = [
    { role: 'system', content: 'Be short.', providerOptions: { anthropic: { cacheControl: ephemeral } } },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'How is Rome?', providerOptions: { anthropic: { cacheControl: ephemeral } } },
        { type: 'file', mediaType: 'text/plain', filename: 'a.txt', data: 'data:text/plain;base64,SGk=' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        {
          type: 'tool-call',
          toolCallId: 'call-1',
          toolName: 'weather',
          input: { city: 'Rome' },
          providerOptions: { scripted: { signature: 'abc' } },
        },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'call-1', toolName: 'weather', output: { type: 'text', value: 'sun' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Sunny.' }] },
    { role: 'user', content: [{ type: 'text', text: 'And Bern?' }] },
  ]

  test.each(everywhere)('$way on $stage (C20)', async ({ way, stage }) => {
    const { model, asked } = play(stage, [{ calls: [{ name: 'weather', input: { city: 'Bern' } }] }, answer])
    const { text, toolResults } = await finish(way, { model, messages, tools: { weather }, maxSteps: 2 })
    expect(text).toBe(answer)
    expect(toolResults.map(({ output }) => output)).toEqual(['sun in Bern'])
    expect(asked()[0]!.system).toBe('Be short.')
    expect(asked()[0]!.said).toEqual(expect.arrayContaining(['How is Rome?', 'I look.', 'Sunny.', 'And Bern?']))
    expect(asked()[0]!.results).toHaveLength(1)
  })

  test('what the chat carries for providers arrives (C20)', async () => {
    const model = scriptedModel([answer])
    await generateText({ model: model as never, messages, tools: { weather } })
    const { prompt } = model.calls[0]!.options
    expect(prompt[0]).toMatchObject({ role: 'system', providerOptions: { anthropic: { cacheControl: ephemeral } } })
    expect(prompt[2]).toMatchObject({ content: [{}, { providerOptions: { scripted: { signature: 'abc' } } }] })
    const body = await sent('anthropic', { messages: messages.map(withoutFiles), tools: { weather } })
    expect(body).toMatchObject({
      system: [{ text: 'Be short.', cache_control: ephemeral }],
      messages: [{ content: [{ text: 'How is Rome?', cache_control: ephemeral }] }, {}, {}, {}, {}],
    })
  })
})

function withoutFiles(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  return { ...message, content: message.content.filter(({ type }) => type !== 'file') }
}

describe('what fails while it runs is told with what was said until then (C19)', () => {
  test.each(ways)('%s (C19)', async (way) => {
    const model = scriptedModel([{ fault: { type: 'throw', error: new Error('refused') } }])
    const error = await failure(way, { model: model as never, prompt: 'Go.', maxRetries: 0 })
    expect(error).toMatchObject({ message: 'refused', messages: [{ role: 'user', content: 'Go.' }], steps: [] })
  })
})
