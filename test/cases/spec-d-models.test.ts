import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import { openai } from '../../src/models/openai/openai.ts'
import { presets } from '../../src/models/openai/presets.ts'
import type { LanguageModel, ModelCallOptions, ModelFunctionTool } from '../../src/models/versions/language-model.ts'
import { emulate } from '../models/emulated-gemini.ts'
import { runSteps } from '../models/run-steps.ts'
import { createStrictAnthropic } from '../models/strict-anthropic-server.ts'
import { createStrictOpenai } from '../models/strict-openai-server.ts'

type Body = Record<string, unknown>
type Provider = 'gemini' | 'openai' | 'anthropic'

const apiKey = 'sk-ant-test-key'
const providers: readonly Provider[] = ['gemini', 'openai', 'anthropic']

/** A model of each provider behind a server that refuses what the provider refuses, and what it was sent last. */
function connect(provider: Provider): { readonly model: LanguageModel; readonly last: () => Body } {
  if (provider === 'gemini') {
    const { model, bodies } = emulate('gemini-3.6-flash', { maxRetries: 0 })
    return { model, last: () => bodies.at(-1)! }
  }
  const server = provider === 'openai' ? createStrictOpenai() : createStrictAnthropic()
  const settings = { apiKey, maxRetries: 0, fetch: server.fetch }
  const model = provider === 'openai' ? openai('gpt-5.2', settings) : anthropic('claude-sonnet-4-5', settings)
  return { model, last: () => server.requests.at(-1)! }
}

async function sent(provider: Provider, options: ModelCallOptions): Promise<Body> {
  const { model, last } = connect(provider)
  await model.doGenerate(options)
  return last()
}

const prompt: AnyModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Read a.txt.' }] }]

/** A name with a slash and a record: no provider takes the first, and Gemini the second only in JSON Schema. */
const read: ModelFunctionTool = {
  type: 'function',
  name: 'files/read',
  description: 'Reads a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, flags: { type: 'object', additionalProperties: { type: 'boolean' } } },
    required: ['path'],
    additionalProperties: false,
  },
}

describe('tools are defined once, in OpenAI-style JSON Schema, and converted inside the adapter (D1)', () => {
  const description = 'Reads a file.'
  const expected: Readonly<Record<Provider, unknown>> = {
    gemini: [{ functionDeclarations: [{ name: 'files_read', description, parametersJsonSchema: read.inputSchema }] }],
    openai: [{ type: 'function', function: { name: 'files_read', description, parameters: read.inputSchema } }],
    anthropic: [{ name: 'files_read', description, input_schema: read.inputSchema }],
  }

  test.each(providers)('%s gets the tool in its own dialect, and the definition stays as it was (D1)', async (name) => {
    const before = structuredClone(read)
    expect((await sent(name, { prompt, tools: [read] }))['tools']).toEqual(expected[name])
    expect(read).toEqual(before)
  })

  test.each(providers)('a call of %s comes back under the tool’s name and in its shape (D1)', async (name) => {
    const toolChoice = { type: 'tool', toolName: 'files/read' } as const
    const { content } = await connect(name).model.doGenerate({ prompt, tools: [read], toolChoice })
    const [call] = content.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
    expect(call!.toolName).toBe('files/read')
    const { path, flags: given = {} } = JSON.parse(call!.input)
    expect(path).toBeTypeOf('string')
    expect(Array.isArray(given)).toBe(false)
  })
})

describe('history is neutral, and every adapter writes its own (D2)', () => {
  const history: AnyModelMessage[] = [
    { role: 'system', content: 'Be short.' },
    ...prompt,
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'files/read', input: { path: 'a.txt' } }],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'files/read', output: { type: 'text', value: 'Hi.' } },
      ],
    },
  ]

  test('Gemini gets contents, with functionCall and functionResponse parts (D2)', async () => {
    expect(await sent('gemini', { prompt: history, tools: [read] })).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be short.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Read a.txt.' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'files_read', args: { path: 'a.txt' } } }] },
        { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'files_read', response: { output: 'Hi.' } } }] },
      ],
    })
  })

  test('OpenAI gets messages (D2)', async () => {
    const called = { name: 'files_read', arguments: '{"path":"a.txt"}' }
    expect((await sent('openai', { prompt: history, tools: [read] }))['messages']).toEqual([
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Read a.txt.' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: called }] },
      { role: 'tool', tool_call_id: 'c1', content: 'Hi.' },
    ])
  })

  test('Anthropic gets blocks (D2)', async () => {
    expect(await sent('anthropic', { prompt: history, tools: [read] })).toMatchObject({
      system: [{ type: 'text', text: 'Be short.' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read a.txt.' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'files_read', input: { path: 'a.txt' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Hi.' }] },
      ],
    })
  })
})

describe('an OpenAI-compatible provider needs only a baseURL (D3)', () => {
  const urls = Object.entries({
    kimi: 'https://api.moonshot.ai/v1',
    deepseek: 'https://api.deepseek.com',
    glm: 'https://api.z.ai/api/paas/v4',
    minimax: 'https://api.minimax.io/v1',
    compatible: 'http://localhost:8000/v1',
  })

  test.each(urls)('%s at %s runs a tool over two steps (D3)', async (id, baseURL) => {
    const server = createStrictOpenai({
      thinks: 'Hm.',
      // Both refuse calls without the thoughts that led to them.
      wantsReasoning: id === 'kimi' || id === 'deepseek',
      // What its documents do not offer, the server refuses.
      refusedChoices: ['none', 'required', 'tool'],
    })
    const called: string[] = []
    const fetch = (url: string, init: RequestInit) => {
      called.push(url)
      return server.fetch(url, init)
    }
    const model = openai('some-model', { baseURL, apiKey, maxRetries: 0, fetch })
    const { steps } = await runSteps(model, { prompt, tools: [read] })
    expect(model.provider).toBe(`${id}.chat`)
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
    expect(called).toEqual([`${baseURL}/chat/completions`, `${baseURL}/chat/completions`])
  })
})

describe('toolChoice is mapped for every provider (C6)', () => {
  const choices = {
    auto: { type: 'auto' },
    required: { type: 'required' },
    none: { type: 'none' },
    'one tool': { type: 'tool', toolName: 'files/read' },
  } as const
  const config = (functionCallingConfig: object) => ({ functionCallingConfig })
  const expected: Readonly<Record<Provider, Readonly<Record<keyof typeof choices, unknown>>>> = {
    gemini: {
      // The default is not said.
      auto: undefined,
      required: config({ mode: 'ANY' }),
      none: config({ mode: 'NONE' }),
      'one tool': config({ mode: 'ANY', allowedFunctionNames: ['files_read'] }),
    },
    openai: {
      auto: 'auto',
      required: 'required',
      none: 'none',
      'one tool': { type: 'function', function: { name: 'files_read' } },
    },
    anthropic: {
      auto: { type: 'auto' },
      required: { type: 'any' },
      none: { type: 'none' },
      'one tool': { type: 'tool', name: 'files_read' },
    },
  }
  const cases = providers.flatMap((provider) =>
    (Object.keys(choices) as (keyof typeof choices)[]).map((choice) => [provider, choice] as const),
  )

  test.each(cases)('%s, %s (C6)', async (provider, choice) => {
    const body = await sent(provider, { prompt, tools: [read], toolChoice: choices[choice] })
    expect(body[provider === 'gemini' ? 'toolConfig' : 'tool_choice']).toEqual(expected[provider][choice])
  })

  test.each(providers)('%s calls under required and one tool, and never under none (C6)', async (provider) => {
    const reasons = async (choice: keyof typeof choices) => {
      const { model } = connect(provider)
      return (await model.doGenerate({ prompt, tools: [read], toolChoice: choices[choice] })).finishReason.unified
    }
    expect(await reasons('required')).toBe('tool-calls')
    expect(await reasons('one tool')).toBe('tool-calls')
    expect(await reasons('none')).toBe('stop')
  })

  test.each(['kimi', 'glm', 'minimax'] as const)(
    '%s cannot be made to call: it is free to choose, and the caller is told (C6)',
    async (preset) => {
      const { fetch } = createStrictOpenai({ refusedChoices: ['required', 'tool'] })
      const model = openai('some-model', { preset, apiKey, maxRetries: 0, fetch })
      expect(presets[preset].quirks.toolChoices).not.toContain('required')
      const { warnings } = await model.doGenerate({ prompt, tools: [read], toolChoice: choices.required })
      expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'toolChoice required' }])
    },
  )
})

describe('providerOptions reach the model (C14)', () => {
  const cacheControl = { type: 'ephemeral' }
  const marked = { anthropic: { cacheControl } }

  test('anthropic.cacheControl on a tool arrives as cache_control (C14)', async () => {
    const body = await sent('anthropic', { prompt, tools: [{ ...read, providerOptions: marked }] })
    expect(body['tools']).toMatchObject([{ name: 'files_read', cache_control: cacheControl }])
  })

  test('on a message and on a part, each arrives where it was put (C14)', async () => {
    const content = ['One.', 'Two.', 'Three.'].map((text) => ({ type: 'text' as const, text }))
    const [one, two, three] = content
    const parts = [one!, { ...two!, providerOptions: marked }, three!]
    const body = await sent('anthropic', { prompt: [{ role: 'user', content: parts, providerOptions: marked }] })
    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [one, { ...two, cache_control: cacheControl }, { ...three, cache_control: cacheControl }],
      },
    ])
  })

  test('on a part, for OpenAI and for Gemini (C14)', async () => {
    const image = { type: 'file' as const, data: 'AAAA', mediaType: 'image/png' }
    const asked: AnyModelMessage = {
      role: 'user',
      content: [...(prompt[0]!.content as []), { ...image, providerOptions: { openai: { imageDetail: 'low' } } }],
    }
    const { messages } = (await sent('openai', { prompt: [asked] })) as { messages: { content: unknown[] }[] }
    expect(messages[0]!.content[1]).toMatchObject({ type: 'image_url', image_url: { detail: 'low' } })
    const thoughtSignature = 'skip_thought_signature_validator'
    const said: AnyModelMessage = {
      role: 'assistant',
      content: [{ type: 'text', text: 'Well.', providerOptions: { google: { thoughtSignature } } }],
    }
    const { contents } = (await sent('gemini', { prompt: [...prompt, said, ...prompt] })) as { contents: unknown[] }
    expect(contents[1]).toEqual({ role: 'model', parts: [{ text: 'Well.', thoughtSignature }] })
  })

  test.each([
    ['gemini', { google: { labels: { team: 'a' } } }, { labels: { team: 'a' } }],
    ['openai', { openai: { reasoningEffort: 'low' } }, { reasoning_effort: 'low' }],
    ['anthropic', { anthropic: { metadata: { userId: 'u1' } } }, { metadata: { user_id: 'u1' } }],
  ] as const)('on the call, for %s, and nobody gets those of another (C14)', async (provider, own, expected) => {
    const foreign = { google: { cachedContent: 'x' }, openai: { user: 'x' }, anthropic: { container: 'x' } }
    const key = Object.keys(own)[0]!
    const others = Object.fromEntries(Object.entries(foreign).filter(([name]) => name !== key))
    const body = await sent(provider, { prompt, providerOptions: { ...others, ...own } })
    expect(body).toMatchObject(expected)
    for (const name of ['cachedContent', 'user', 'container']) expect(body).not.toHaveProperty(name)
  })
})
