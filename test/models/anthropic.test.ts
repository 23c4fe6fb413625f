import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import type { ModelFunctionTool } from '../../src/models/versions/language-model.ts'
import { readParts, runSteps } from './run-steps.ts'
import { createStrictAnthropic } from './strict-anthropic-server.ts'

const apiKey = 'sk-ant-test-key'
const prompt: AnyModelMessage[] = [
  { role: 'system', content: 'Be short.' },
  { role: 'user', content: [{ type: 'text', text: 'How warm is it in Rome?' }] },
]
const weather: ModelFunctionTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather in a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city'],
  },
}
const notes: ModelFunctionTool = {
  type: 'function',
  name: 'notes/add',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}
const thinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } }

describe.each([{ stream: false }, { stream: true }])('anthropic() with stream: $stream', ({ stream }) => {
  test('runs parallel calls over several steps against a server that refuses what Anthropic refuses (D2)', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const { steps } = await runSteps(model, { prompt, tools: [weather, notes] }, { stream })
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
    expect(steps[0]!.content).toMatchObject([
      { type: 'tool-call', toolCallId: 'toolu_1_0', toolName: 'weather', input: '{"city":"Rome","days":7}' },
      { type: 'tool-call', toolCallId: 'toolu_1_1', toolName: 'notes/add', input: '{"text":"Rome"}' },
    ])
    expect(steps[1]!.usage).toMatchObject({
      inputTokens: { total: 20, noCache: 12, cacheRead: 5, cacheWrite: 3 },
      outputTokens: { total: 9 },
    })
    expect(server.requests[1]).toMatchObject({
      system: [{ type: 'text', text: 'Be short.' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'How warm is it in Rome?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'toolu_1_0', name: 'weather', input: { city: 'Rome', days: 7 } },
            { type: 'tool_use', id: 'toolu_1_1', name: 'notes_add', input: { text: 'Rome' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1_0', content: '{"got":{"city":"Rome","days":7}}' },
            { type: 'tool_result', tool_use_id: 'toolu_1_1', content: '{"got":{"text":"Rome"}}' },
          ],
        },
      ],
    })
  })

  test('thoughts go back with their signatures, hidden ones too', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const { steps } = await runSteps(model, { prompt, tools: [weather], providerOptions: thinking }, { stream })
    expect(steps[0]!.content.slice(0, 2)).toMatchObject([
      {
        type: 'reasoning',
        text: 'Let me think.',
        providerMetadata: { anthropic: { signature: 'signature-of:Let me think.' } },
      },
      { type: 'reasoning', text: '', providerMetadata: { anthropic: { redactedData: 'hidden-thought' } } },
    ])
    const [, second] = server.requests
    expect((second!['messages'] as { content: unknown }[])[1]!.content).toMatchObject([
      { type: 'thinking', thinking: 'Let me think.', signature: 'signature-of:Let me think.' },
      { type: 'redacted_thinking', data: 'hidden-thought' },
      { type: 'tool_use', name: 'weather' },
    ])
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
  })

  test('a response schema is asked for as a tool, and comes back as text', async () => {
    const server = createStrictAnthropic()
    const schema = { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] }
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const { steps } = await runSteps(model, { prompt, responseFormat: { type: 'json', schema } }, { stream })
    expect(steps).toMatchObject([{ content: [{ type: 'text', text: '{"celsius":7}' }], finishReason: 'stop' }])
    expect(server.requests[0]!['tool_choice']).toEqual({ type: 'tool', name: 'json' })
  })

  test('a response schema whose root is no object comes back in its own shape', async () => {
    const server = createStrictAnthropic()
    const schema = { type: 'array', items: { type: 'integer' } }
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const { steps } = await runSteps(model, { prompt, responseFormat: { type: 'json', schema } }, { stream })
    expect(steps[0]!.content).toEqual([{ type: 'text', text: '[7]' }])
  })

  test('a turn that another model began without thoughts goes on without them', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const begun: AnyModelMessage[] = [
      ...prompt,
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { google: { thoughtSignature: 'c2ln' } } },
          { type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Rome' } },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'weather', output: { type: 'text', value: '31' } }],
      },
    ]
    const { steps } = await runSteps(model, { prompt: begun, tools: [weather], providerOptions: thinking }, { stream })
    expect(steps[0]).toMatchObject({
      content: [{ type: 'text', text: 'You said: "31"' }],
      warnings: [{ type: 'other' }, { type: 'unsupported', feature: 'thinking' }],
    })
    expect(JSON.stringify(server.requests)).not.toContain('c2ln')
  })
})

describe('provider options of anthropic()', () => {
  const cacheControl = { type: 'ephemeral' }
  const marked = { anthropic: { cacheControl } }

  test('cacheControl on a tool, a message, a part and the system arrives as cache_control (C14)', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    await model.doGenerate({
      prompt: [
        { role: 'system', content: 'Be short.', providerOptions: marked },
        {
          role: 'user',
          content: [
            {
              type: 'text',
              text: 'a book',
              providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ttl: '1h' } } },
            },
            { type: 'text', text: 'a question' },
          ],
          providerOptions: marked,
        },
      ],
      tools: [{ ...weather, providerOptions: marked }],
    })
    expect(server.requests[0]).toMatchObject({
      system: [{ text: 'Be short.', cache_control: cacheControl }],
      messages: [
        {
          content: [
            { text: 'a book', cache_control: { type: 'ephemeral', ttl: '1h' } },
            { text: 'a question', cache_control: cacheControl },
          ],
        },
      ],
      tools: [{ name: 'weather', cache_control: cacheControl }],
    })
  })

  test('more cache marks than Anthropic takes: the earliest of the messages are left out, with a warning', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const content = [1, 2, 3, 4, 5].map((n) => ({ type: 'text' as const, text: `part ${n}`, providerOptions: marked }))
    const { warnings } = await model.doGenerate({ prompt: [{ role: 'user', content }] })
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'cacheControl' }])
    expect(server.requests[0]!['messages']).toMatchObject([
      { content: [{ text: 'part 1' }, { cache_control: cacheControl }, {}, {}, { cache_control: cacheControl }] },
    ])
  })

  test('betas are a header, and other options are fields in the spelling of the API', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const options = { anthropicBeta: ['a-1', 'b-2'], metadata: { userId: 'u1' }, disableParallelToolUse: true }
    await model.doGenerate({ prompt, tools: [weather], providerOptions: { anthropic: options } })
    expect(server.headers[0]!.get('anthropic-beta')).toBe('a-1,b-2')
    expect(server.requests[0]).toMatchObject({
      metadata: { user_id: 'u1' },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    })
  })

  test('reasoning of ai 7 becomes a budget for models that want one, and an effort for newer ones', async () => {
    const server = createStrictAnthropic()
    for (const id of ['claude-sonnet-4-5', 'claude-opus-5-5']) {
      await anthropic(id, { apiKey, fetch: server.fetch }).doGenerate({ prompt, reasoning: 'low', temperature: 0.5 })
    }
    expect(server.requests).toMatchObject([
      { thinking: { type: 'enabled', budget_tokens: 4096 }, max_tokens: 36_096 },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    ])
    expect(server.requests[0]).not.toHaveProperty('temperature')
  })
})

describe('tool choice of anthropic() (C6)', () => {
  const cases = [
    [{ type: 'auto' }, { type: 'auto' }],
    [{ type: 'none' }, { type: 'none' }],
    [{ type: 'required' }, { type: 'any' }],
    [
      { type: 'tool', toolName: 'notes/add' },
      { type: 'tool', name: 'notes_add' },
    ],
  ] as const
  test.each(cases)('%j is sent as %j (C6)', async (toolChoice, sent) => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    await model.doGenerate({ prompt, tools: [weather, notes], toolChoice })
    expect(server.requests[0]!['tool_choice']).toEqual(sent)
  })

  test('a model that thinks cannot be forced, and the caller is told (C6)', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const options = { prompt, tools: [weather], toolChoice: { type: 'required' }, providerOptions: thinking } as const
    const { warnings } = await model.doGenerate(options)
    expect(server.requests[0]!['tool_choice']).toEqual({ type: 'auto' })
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'toolChoice required' }])
  })
})

describe('errors of anthropic()', () => {
  test('an error inside a stream is an error part, and the stream ends', async () => {
    const events = [
      { type: 'message_start', message: { id: 'm', model: 'claude', content: [], usage: { input_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ]
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: async () => new Response(body) })
    const parts = await readParts((await model.doStream({ prompt })).stream)
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'text-start',
      'text-delta',
      'text-end',
      'error',
      'finish',
    ])
    expect(parts.at(-2)).toMatchObject({ error: { message: 'Overloaded', statusCode: 529, isRetryable: true } })
  })

  test('an error before the first event is tried again', async () => {
    const server = createStrictAnthropic()
    let calls = 0
    const overloaded =
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    const fetch = async (url: string, init: RequestInit) =>
      calls++ === 0 ? new Response(overloaded) : server.fetch(url, init)
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch, retryPolicy: { firstDelayMs: 1 } })
    const parts = await readParts((await model.doStream({ prompt, retriedBy: 'model' })).stream)
    expect(calls).toBe(2)
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop', raw: 'end_turn' } })
  })

  test('a wrong key is an error that does not show it', async () => {
    const server = createStrictAnthropic({ key: 'sk-ant-another' })
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: server.fetch })
    const error = (await model.doGenerate({ prompt }).catch((thrown: unknown) => thrown)) as Error
    expect(error).toMatchObject({ code: 'model-http-error', statusCode: 401, isRetryable: false })
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain(apiKey)
  })

  test('a file that Anthropic has no place for is named before anything is sent', async () => {
    const model = anthropic('claude-sonnet-4-5', { apiKey, fetch: () => Promise.reject(new Error('called')) })
    const file = { type: 'file', data: 'AAAA', mediaType: 'audio/wav' } as const
    await expect(model.doGenerate({ prompt: [{ role: 'user', content: [file] }] })).rejects.toMatchObject({
      code: 'prompt-unsupported',
      message:
        "Anthropic's messages cannot carry a file of type audio/wav. Send text, an image, a PDF or a text document.",
    })
  })
})
