import { describe, expect, test } from 'vitest'
import { openai } from './openai.ts'
import { presetFor, presets, quirksOf } from './presets.ts'

describe('presets', () => {
  test.each([
    [undefined, 'openai'],
    ['https://api.openai.com/v1', 'openai'],
    ['https://api.moonshot.cn/v1', 'kimi'],
    ['https://api.moonshot.ai/v1/', 'kimi'],
    ['https://api.deepseek.com/beta', 'deepseek'],
    ['https://open.bigmodel.cn/api/paas/v4', 'glm'],
    ['https://api.minimaxi.com/v1', 'minimax'],
    ['https://api.mistral.ai/v1', 'mistral'],
    ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini'],
    ['https://api.openai.com.example.org/v1', 'compatible'],
    ['http://localhost:11434/v1', 'compatible'],
    ['no url', 'compatible'],
  ])('%j is %s (D3)', (baseURL, id) => {
    expect(presetFor(baseURL).id).toBe(id)
  })

  test('every preset is found by its own URL, but the one that is no provider', () => {
    const found = Object.values(presets).map(({ id, baseURL }) => [id, presetFor(baseURL).id])
    expect(found.filter(([id, other]) => id !== other)).toEqual([['compatible', 'openai']])
  })

  test('only OpenAI gets the key of the environment', () => {
    const reading = Object.values(presets).filter(({ keyVariables }) => keyVariables.length > 0)
    expect(reading.map(({ id }) => id)).toEqual(['openai'])
  })

  test('models of one provider may differ', () => {
    expect(quirksOf(presets.kimi, 'kimi-k2.6').unsupported).toContain('temperature')
    expect(quirksOf(presets.kimi, 'moonshot-v1-8k').unsupported).not.toContain('temperature')
  })

  test.each([
    ['o3', true],
    ['o4-mini-2025-04-16', true],
    ['gpt-5', true],
    ['gpt-5-mini-2025-08-07', true],
    ['gpt-5-chat-latest', false],
    ['gpt-5.2', false],
    ['gpt-4o', false],
    ['omni-moderation', false],
  ])('the sampling of %s is fixed: %s', (modelId, isFixed) => {
    expect(quirksOf(presets.openai, modelId).unsupported.includes('temperature')).toBe(isFixed)
  })
})

/** What a provider is sent for a call with everything in it. */
async function sentTo(preset: 'deepseek' | 'glm' | 'minimax' | 'mistral' | 'gemini'): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {}
  const fetch = async (_url: string, init: RequestInit) => {
    body = JSON.parse(String(init.body)) as Record<string, unknown>
    return Response.json({
      choices: [{ index: 0, message: { role: 'assistant', content: '{}' }, finish_reason: 'stop' }],
    })
  }
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  await openai('m', { preset, apiKey: 'none-at-all', fetch }).doGenerate({
    prompt: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          {
            type: 'tool-call',
            toolCallId: 'a',
            toolName: 'look',
            input: {},
            providerOptions: { google: { thoughtSignature: 'c2ln' } },
          },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: '1' } }],
      },
      { role: 'user', content: 'And?' },
    ],
    tools: [{ type: 'function', name: 'look', inputSchema: schema, strict: true }],
    toolChoice: { type: 'required' },
    responseFormat: { type: 'json', schema },
    maxOutputTokens: 9,
    seed: 1,
  })
  return body
}

describe('what providers are sent', () => {
  const tools = [
    {
      type: 'function',
      function: { name: 'look', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
    },
  ]
  const instructed = {
    role: 'system',
    content:
      'Be short.\n\nAnswer with JSON that fits this JSON Schema: {"type":"object","properties":{"a":{"type":"string"}}}',
  }
  const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }

  test('DeepSeek: thoughts with calls, JSON mode with the schema in words, max_tokens', async () => {
    expect(await sentTo('deepseek')).toEqual({
      model: 'm',
      messages: [
        instructed,
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: null, reasoning_content: 'Hm.', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: '1' },
        { role: 'user', content: 'And?' },
      ],
      max_tokens: 9,
      tools,
      tool_choice: 'required',
      response_format: { type: 'json_object' },
    })
  })

  test('GLM: the model alone decides about tools', async () => {
    expect(await sentTo('glm')).toMatchObject({ tool_choice: 'auto', tools, response_format: { type: 'json_object' } })
  })

  test('MiniMax: thoughts apart, as a list, and neither a choice nor a format', async () => {
    const body = await sentTo('minimax')
    expect(body).toMatchObject({ reasoning_split: true, max_completion_tokens: 9, tools })
    expect((body['messages'] as object[])[2]).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
    })
    expect(Object.keys(body).filter((key) => key === 'tool_choice' || key === 'response_format')).toEqual([])
  })

  test('Mistral: thoughts are parts of the content, and no field that it does not know', async () => {
    const body = await sentTo('mistral')
    expect((body['messages'] as object[])[2]).toMatchObject({
      content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }],
      tool_calls: [{}],
    })
    expect(Object.keys(body).filter((key) => key === 'seed' || key === 'stream_options')).toEqual([])
  })

  test("Google's compatible endpoint: its own dialect, and the signature that it issued", async () => {
    expect(await sentTo('gemini')).toMatchObject({
      messages: [{}, {}, { tool_calls: [{ extra_content: { google: { thought_signature: 'c2ln' } } }] }, {}, {}],
      response_format: { type: 'json_schema' },
    })
  })
})

test('opaque state of thoughts goes back to the server that sent it, and to no other', async () => {
  const details = [{ type: 'reasoning.text', text: 'Hm.', signature: 'c2ln', index: 0 }]
  const bodies: { messages: { reasoning_details?: unknown }[] }[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)) as (typeof bodies)[number])
    const message = { role: 'assistant', content: 'Yes.', reasoning_details: details }
    return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
  }
  const ask = (baseURL: string, content: object[]) => {
    const said = content.map(({ providerMetadata: providerOptions, ...part }: { providerMetadata?: object }) => ({
      ...part,
      ...(providerOptions === undefined ? {} : { providerOptions }),
    }))
    const prompt = [
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: said },
      { role: 'user', content: [{ type: 'text', text: 'More' }] },
    ]
    return openai('m', { baseURL, apiKey: 'none-at-all', fetch }).doGenerate({ prompt } as never)
  }
  const { content } = await ask('https://router.example/v1', [{ type: 'text', text: 'Hello.' }])
  for (const baseURL of ['https://router.example/v1', 'https://other.example/v1', 'https://api.openai.com/v1']) {
    await ask(baseURL, content)
  }
  const sent = bodies.map(({ messages }) => messages[1]!.reasoning_details)
  expect(sent).toEqual([undefined, details, undefined, undefined])
})
