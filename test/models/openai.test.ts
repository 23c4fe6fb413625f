import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { openai } from '../../src/models/openai/openai.ts'
import type { ModelFunctionTool } from '../../src/models/versions/language-model.ts'
import { readParts, runSteps } from './run-steps.ts'
import { createStrictOpenai } from './strict-openai-server.ts'

const apiKey = 'sk-canary-0123456789'
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

describe.each([{ stream: false }, { stream: true }])('openai() with stream: $stream', ({ stream }) => {
  test('runs parallel calls over several steps against a server that refuses what OpenAI refuses (D2)', async () => {
    const server = createStrictOpenai({ key: apiKey })
    const model = openai('gpt-5.2', { apiKey, fetch: server.fetch })
    const { steps } = await runSteps(model, { prompt, tools: [weather, notes] }, { stream })
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
    expect(steps[0]!.content).toMatchObject([
      { type: 'tool-call', toolCallId: 'call_2_0', toolName: 'weather', input: '{"city":"Rome","days":7}' },
      { type: 'tool-call', toolCallId: 'call_2_1', toolName: 'notes/add', input: '{"text":"Rome"}' },
    ])
    expect(steps[1]!.content).toEqual([{ type: 'text', text: 'You said: {"got":{"text":"Rome"}}' }])
    expect(steps[1]!.usage).toMatchObject({
      inputTokens: { total: 20, noCache: 15, cacheRead: 5 },
      outputTokens: { total: 10, text: 6, reasoning: 4 },
    })
    expect(server.requests[1]!['messages']).toEqual([
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'How warm is it in Rome?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_2_0', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome","days":7}' } },
          { id: 'call_2_1', type: 'function', function: { name: 'notes_add', arguments: '{"text":"Rome"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_2_0', content: '{"got":{"city":"Rome","days":7}}' },
      { role: 'tool', tool_call_id: 'call_2_1', content: '{"got":{"text":"Rome"}}' },
    ])
  })

  test('strict mode sends the strict dialect, and brings calls back into the shape of the tool', async () => {
    const server = createStrictOpenai()
    const inputSchema = {
      type: 'object',
      properties: { tags: { type: 'object', additionalProperties: { type: 'integer' } }, note: { type: 'string' } },
      required: ['tags'],
    }
    const model = openai('gpt-5.2', { apiKey, strict: true, fetch: server.fetch })
    const tool: ModelFunctionTool = { type: 'function', name: 'tag', inputSchema }
    const { steps } = await runSteps(model, { prompt, tools: [tool] }, { stream })
    expect(steps[0]!.content).toMatchObject([
      { type: 'tool-call', toolName: 'tag', input: '{"tags":{"Rome":7},"note":"Rome"}' },
    ])
    const [, second] = server.requests
    const sent = (second!['messages'] as { tool_calls?: { function: { arguments: string } }[] }[])[2]!.tool_calls![0]!
    expect(JSON.parse(sent.function.arguments)).toEqual({ tags: [{ key: 'Rome', value: 7 }], note: 'Rome' })
  })

  test('Kimi gets its thoughts back with the calls that they led to', async () => {
    const server = createStrictOpenai({
      wantsReasoning: true,
      thinks: 'Rome is warm.',
      refusedChoices: ['required', 'tool'],
    })
    const model = openai('kimi-k2.6', { apiKey, baseURL: 'https://api.moonshot.ai/v1', fetch: server.fetch })
    expect(model.provider).toBe('kimi.chat')
    const options = { prompt, tools: [weather], toolChoice: { type: 'required' }, temperature: 0.2 } as const
    const { steps } = await runSteps(model, options, { stream })
    expect(steps[0]!.content[0]).toEqual({ type: 'reasoning', text: 'Rome is warm.' })
    expect(steps[0]!.warnings).toMatchObject([{ feature: 'temperature' }, { feature: 'toolChoice required' }])
    expect((server.requests[1]!['messages'] as object[])[2]).toMatchObject({ reasoning_content: 'Rome is warm.' })
  })

  test('a response schema comes back as JSON', async () => {
    const server = createStrictOpenai()
    const schema = { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] }
    const responseFormat = { type: 'json', schema, name: 'answer' } as const
    const model = openai('gpt-5.2', { apiKey, fetch: server.fetch })
    const { steps } = await runSteps(model, { prompt, responseFormat }, { stream })
    expect(steps[0]!.content).toEqual([{ type: 'text', text: '{"celsius":7}' }])
    expect(server.requests[0]!['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', schema },
    })
  })

  test('a strict response schema is decoded from what strict mode can say', async () => {
    const server = createStrictOpenai()
    const schema = { type: 'object', additionalProperties: { type: 'integer' } }
    const model = openai('gpt-5.2', { apiKey, strict: true, fetch: server.fetch })
    const { steps } = await runSteps(model, { prompt, responseFormat: { type: 'json', schema } }, { stream })
    expect(steps[0]!.content).toEqual([{ type: 'text', text: '{"Rome":7}' }])
  })

  test('a history that OpenAI would refuse is repaired, and the caller is told', async () => {
    const server = createStrictOpenai()
    const model = openai('gpt-5.2', { apiKey, fetch: server.fetch })
    const broken: AnyModelMessage[] = [
      ...prompt,
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Rome' } }],
      },
      { role: 'user', content: [{ type: 'text', text: 'Hello?' }] },
    ]
    const { steps } = await runSteps(model, { prompt: broken }, { stream })
    expect(steps[0]!.content).toEqual([{ type: 'text', text: 'You said: Hello?' }])
    expect(steps[0]!.warnings).toMatchObject([{ type: 'other', message: expect.stringContaining('answer-calls') }])
  })
})

describe('tool choice of openai() (C6)', () => {
  const cases = [
    [{ type: 'auto' }, 'auto'],
    [{ type: 'none' }, 'none'],
    [{ type: 'required' }, 'required'],
    [
      { type: 'tool', toolName: 'notes/add' },
      { type: 'function', function: { name: 'notes_add' } },
    ],
  ] as const
  test.each(cases)('%j is sent as %j (C6)', async (toolChoice, sent) => {
    const server = createStrictOpenai()
    const model = openai('gpt-5.2', { apiKey, fetch: server.fetch })
    await model.doGenerate({ prompt, tools: [weather, notes], toolChoice })
    expect(server.requests[0]!['tool_choice']).toEqual(sent)
  })

  test('where a provider knows no "none", the tools stay at home (C6)', async () => {
    const server = createStrictOpenai()
    const model = openai('glm-5', { preset: 'glm', apiKey, fetch: server.fetch })
    await model.doGenerate({ prompt, tools: [weather], toolChoice: { type: 'none' } })
    expect(server.requests[0]).not.toHaveProperty('tools')
  })
})

describe('providers behind openai()', () => {
  test('a base URL is all that a compatible server needs (D3)', async () => {
    const server = createStrictOpenai()
    const urls: string[] = []
    const fetch = (url: string, init: RequestInit) => {
      urls.push(url)
      return server.fetch(url, init)
    }
    const model = openai('llama', { baseURL: 'http://localhost:8000/v1/', fetch })
    await model.doGenerate({ prompt, maxOutputTokens: 50 })
    expect(urls).toEqual(['http://localhost:8000/v1/chat/completions'])
    expect(server.requests[0]).toMatchObject({ model: 'llama', max_tokens: 50 })
  })

  test('a conversation that another model began continues on Kimi, which asks for thoughts', async () => {
    const server = createStrictOpenai({ wantsReasoning: true })
    const model = openai('kimi-k2.6', { preset: 'kimi', apiKey, fetch: server.fetch })
    const begun: AnyModelMessage[] = [
      ...prompt,
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Rome' } }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'weather', output: { type: 'text', value: '31' } }],
      },
    ]
    const { content } = await model.doGenerate({ prompt: begun, tools: [weather] })
    expect(content).toEqual([{ type: 'text', text: 'You said: 31' }])
  })

  test('a preset that does not exist is named with those that do', () => {
    expect(() => openai('x', { preset: 'grok' as never })).toThrow(
      'No preset is called "grok". There are: openai, kimi, deepseek, glm, minimax, mistral, gemini, compatible.',
    )
  })
})

describe('replay (law 9)', () => {
  const spaced = '{ "city" : "Rome",  "days": 1.0 }'
  const answering = (args: string) => async () =>
    Response.json({
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: args } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    })

  test('arguments go back byte for byte, as long as the input is unchanged', async () => {
    const sent: string[] = []
    const model = openai('gpt-5.2', {
      apiKey,
      fetch: async (_url, init) => {
        sent.push(String(init.body))
        return answering(spaced)()
      },
    })
    await runSteps(model, { prompt, tools: [weather] }, { most: 2 })
    expect(JSON.parse(sent[1]!).messages[2].tool_calls[0].function.arguments).toBe(spaced)
  })

  test('broken arguments are repaired before anybody sees them', async () => {
    const model = openai('gpt-5.2', { apiKey, fetch: answering("{city: 'Rome', days: 2,}") })
    const { content } = await model.doGenerate({ prompt, tools: [weather] })
    expect(content).toMatchObject([{ type: 'tool-call', toolName: 'weather', input: '{"city": "Rome", "days": 2}' }])
  })
})

describe('errors of openai()', () => {
  const refuse =
    (status: number, body: unknown, headers: Record<string, string> = {}) =>
    async () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  const apiCallError = Symbol.for('vercel.ai.error.AI_APICallError')

  test('an error of the provider is an APICallError of the AI SDK, with what it said', async () => {
    const body = {
      error: { message: 'Rate limit reached', type: 'requests', param: null, code: 'rate_limit_exceeded' },
    }
    const model = openai('gpt-5.2', { apiKey, maxRetries: 0, fetch: refuse(429, body, { 'retry-after': '7' }) })
    const error = await model.doGenerate({ prompt }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'model-http-error',
      message: 'Rate limit reached',
      statusCode: 429,
      isRetryable: true,
      url: 'https://api.openai.com/v1/chat/completions',
    })
    expect((error as Record<symbol, unknown>)[apiCallError]).toBe(true)
  })

  test('a quota that is used up is not tried again', async () => {
    let calls = 0
    const body = {
      error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
    }
    const fetch = async () => {
      calls++
      return refuse(429, body)()
    }
    const model = openai('gpt-5.2', { apiKey, fetch, retryPolicy: { firstDelayMs: 1 } })
    await expect(model.doGenerate({ prompt, retriedBy: 'model' })).rejects.toMatchObject({ isRetryable: false })
    expect(calls).toBe(1)
  })

  test('the key is in no error, even where the server repeats it', async () => {
    const model = openai('gpt-5.2', {
      apiKey,
      maxRetries: 0,
      fetch: refuse(401, { error: { message: `Incorrect API key provided: ${apiKey}` } }),
    })
    const error = (await model.doGenerate({ prompt }).catch((thrown: unknown) => thrown)) as Error
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain(apiKey)
  })

  test('an error under status 200 is an error', async () => {
    const body = { base_resp: { status_code: 1004, status_msg: 'login fail' } }
    const model = openai('MiniMax-M2', {
      preset: 'minimax',
      apiKey,
      maxRetries: 0,
      fetch: async () => Response.json(body),
    })
    await expect(model.doGenerate({ prompt })).rejects.toMatchObject({ message: 'login fail' })
  })

  test('without a key, nothing is called', async () => {
    const model = openai('gpt-5.2', { fetch: () => Promise.reject(new Error('called')) })
    await expect(model.doGenerate({ prompt })).rejects.toMatchObject({ code: 'api-key-missing' })
  })

  test('a stream that ends without a reason ends in an error, and its calls are not handed out', async () => {
    const chunk = (delta: object) =>
      `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`
    const call = { index: 0, id: 'c1', function: { name: 'weather', arguments: '{"city":"Rome"}' } }
    const body = chunk({ content: 'Let me ' }) + chunk({ tool_calls: [call] })
    const model = openai('gpt-5.2', { apiKey, fetch: async () => new Response(body) })
    const { stream } = await model.doStream({ prompt, tools: [weather] })
    const parts = await readParts(stream)
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'text-start',
      'text-delta',
      'text-end',
      'tool-input-start',
      'tool-input-delta',
      'error',
      'finish',
    ])
    expect(parts.at(-2)).toMatchObject({ error: { code: 'model-stream-truncated' } })
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'error' } })
  })
})

test('a server that keeps the connection open after [DONE] is not waited for', async () => {
  const server = createStrictOpenai()
  const fetch = async (url: string, init: RequestInit) => {
    const text = await (await server.fetch(url, init)).text()
    return new Response(
      new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }),
    )
  }
  const model = openai('gpt-5.2', { apiKey, fetch, idleTimeoutMs: 2000 })
  const parts = await readParts((await model.doStream({ prompt })).stream)
  expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } })
})

test('the view for ai 5 has the reason as a word and the usage flat', async () => {
  const server = createStrictOpenai()
  const model = openai('gpt-5.2', { apiKey, fetch: server.fetch }).v2()
  expect(model.specificationVersion).toBe('v2')
  expect(await model.doGenerate({ prompt })).toMatchObject({
    finishReason: 'stop',
    usage: { inputTokens: 20, outputTokens: 10, totalTokens: 30, reasoningTokens: 4, cachedInputTokens: 5 },
  })
})
