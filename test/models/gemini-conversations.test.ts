import { describe, expect, test } from 'vitest'
import type { AnyAssistantPart, AnyModelMessage } from '../../src/core/message.ts'
import type {
  LanguageModel,
  ModelCallOptions,
  ModelContent,
  ModelTool,
} from '../../src/models/versions/language-model.ts'
import { emulate, generations, partsOf, profiles } from './emulated-gemini.ts'

const weather: ModelTool = {
  type: 'function',
  name: 'weather/get',
  description: 'The weather in a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, units: { type: 'object', additionalProperties: { type: 'string' } } },
    required: ['city', 'units'],
    additionalProperties: false,
  },
}
const time: ModelTool = {
  type: 'function',
  name: 'time',
  inputSchema: {
    type: 'object',
    properties: { zone: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] } },
  },
}
const tools = [weather, time]

const user = (text: string): AnyModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })

/** What a runtime makes of an answer: metadata become options, inputs are parsed. */
function toMessages(content: readonly ModelContent[]): AnyModelMessage[] {
  const parts = content.flatMap((part): AnyAssistantPart[] => {
    const options =
      'providerMetadata' in part && part.providerMetadata ? { providerOptions: part.providerMetadata } : {}
    if (part.type === 'text' || part.type === 'reasoning') return [{ type: part.type, text: part.text, ...options }]
    if (part.type !== 'tool-call') return []
    const { toolCallId, toolName, input } = part
    return [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(input), ...options }]
  })
  const calls = parts.filter((part) => part.type === 'tool-call')
  const results: AnyModelMessage = {
    role: 'tool',
    content: calls.map(({ toolCallId, toolName }) => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'json', value: { $ref: '#/x', celsius: 31 } },
    })),
  }
  return [{ role: 'assistant', content: parts }, ...(calls.length === 0 ? [] : [results])]
}

/** An answer, whether it streamed or not. */
async function ask(model: LanguageModel, options: ModelCallOptions, isStream: boolean): Promise<ModelContent[]> {
  if (!isStream) return (await model.doGenerate(options)).content
  const parts = await partsOf((await model.doStream(options)).stream)
  const error = parts.find((part) => part.type === 'error')
  if (error !== undefined) throw error.error
  const content: ModelContent[] = []
  let text = ''
  for (const part of parts) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') text = ''
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') text += part.delta
    if (part.type === 'text-end' || part.type === 'reasoning-end') {
      const { providerMetadata } = part
      const type = part.type === 'text-end' ? 'text' : 'reasoning'
      content.push({ type, text, ...(providerMetadata && { providerMetadata }) })
    }
    if (part.type === 'tool-call') content.push(part)
  }
  return content
}

const everywhere = generations.flatMap((id) =>
  profiles.flatMap((profile) => [false, true].map((isStream) => ({ id, profile, isStream }))),
)

describe.each(everywhere)('$id on $profile, stream $isStream', ({ id, profile, isStream }) => {
  test('runs tools over several steps and turns, and everything that it sends is taken', async () => {
    const { model, emulator, bodies } = emulate(id, { profile })
    const wire = { city: 'Rome', units: [{ key: 'temperature', value: 'C' }] }
    emulator.script([
      {
        reply: [
          { functionCall: { name: 'weather_get', args: wire } },
          { functionCall: { name: 'time', args: { zone: { item_0: 'CET', item_1: 1 } } } },
        ],
      },
      { reply: [{ text: 'One more.' }, { functionCall: { name: 'weather_get', args: wire } }] },
      { reply: 'It is 31 degrees.' },
      { reply: [{ functionCall: { name: 'time', args: {} } }] },
      { reply: 'Noon.' },
    ])
    const messages: AnyModelMessage[] = [{ role: 'system', content: 'Be brief.' }, user('How warm is it in Rome?')]
    const step = async () => {
      const content = await ask(model, { prompt: messages, tools }, isStream)
      messages.push(...toMessages(content))
      return content.flatMap((part) => (part.type === 'tool-call' ? [[part.toolName, JSON.parse(part.input)]] : []))
    }
    expect(await step()).toEqual([
      ['weather/get', { city: 'Rome', units: { temperature: 'C' } }],
      ['time', { zone: ['CET', 1] }],
    ])
    expect(await step()).toEqual([['weather/get', { city: 'Rome', units: { temperature: 'C' } }]])
    expect(await step()).toEqual([])
    messages.push(user('And what time is it?'))
    expect(await step()).toEqual([['time', {}]])
    expect(await step()).toEqual([])
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'Noon.' }] })
    expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { contents } = bodies.at(-1) as { contents: { parts: Record<string, unknown>[] }[] }
    expect(contents[1]!.parts.map(({ functionCall }) => functionCall)).toMatchObject([
      { name: 'weather_get', args: wire },
      { name: 'time', args: { zone: { item_0: 'CET', item_1: 1 } } },
    ])
    expect(contents[2]!.parts).toHaveLength(2)
    expect(JSON.stringify(contents[2])).toContain('_$ref')
  })

  test('answers by itself, with tools that the emulator calls as it likes', async () => {
    const { model, emulator } = emulate(id, { profile })
    const messages: AnyModelMessage[] = [user('Get the weather in Rome, and the time.')]
    for (let step = 0; step < 3; step++) {
      messages.push(
        ...toMessages(await ask(model, { prompt: messages, tools, toolChoice: { type: 'auto' } }, isStream)),
      )
      if (messages.at(-1)!.role === 'assistant') break
    }
    expect(emulator.requests.every(({ status }) => status === 200)).toBe(true)
    expect(messages.length).toBeGreaterThan(1)
  })
})

describe.each(generations)('toolChoice on %s (C6)', (id) => {
  const prompt = [user('Hello.')]

  test('required makes the model call, a name makes it call that tool, none keeps it from calling', async () => {
    const { model, bodies } = emulate(id)
    const calls = async (toolChoice: ModelCallOptions['toolChoice']) => {
      const { content, finishReason } = await model.doGenerate({ prompt, tools, toolChoice })
      return [finishReason.unified, ...content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []))]
    }
    expect((await calls({ type: 'required' }))[0]).toBe('tool-calls')
    expect(await calls({ type: 'tool', toolName: 'weather/get' })).toEqual(['tool-calls', 'weather/get'])
    expect(await calls({ type: 'none' })).toEqual(['stop'])
    await calls({ type: 'auto' })
    expect(bodies.map(({ toolConfig }) => toolConfig)).toEqual([
      { functionCallingConfig: { mode: 'ANY' } },
      { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather_get'] } },
      { functionCallingConfig: { mode: 'NONE' } },
      undefined,
    ])
  })

  test('without tools nothing is said about them', async () => {
    const { model, bodies } = emulate(id)
    await model.doGenerate({ prompt, tools: [], toolChoice: { type: 'auto' } })
    expect(Object.keys(bodies[0]!)).toEqual(['contents'])
  })
})

describe.each(generations)('structured output on %s', (id) => {
  const schema = {
    type: 'object',
    properties: { scores: { type: 'object', additionalProperties: { type: 'number' } } },
    required: ['scores'],
    additionalProperties: false,
  }
  const options: ModelCallOptions = { prompt: [user('Rate.')], responseFormat: { type: 'json', schema } }
  const reply = '{"scores":{"a":1}}'

  test('is asked for with a schema, and comes back in the shape that was asked for', async () => {
    const { model, emulator, bodies } = emulate(id)
    emulator.script([{ reply }, { reply }])
    const { content } = await model.doGenerate(options)
    expect(content).toMatchObject([{ type: 'text', text: '{"scores":{"a":1}}' }])
    const [streamed] = await ask(model, options, true)
    expect(streamed).toMatchObject({ type: 'text', text: '{"scores":{"a":1}}' })
    expect(bodies[0]!['generationConfig']).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object' },
    })
  })

  test('is decoded where the schema is sent in Gemini’s own form', async () => {
    const { model, emulator, bodies } = emulate(id, { dialect: 'gemini' })
    emulator.script([{ reply: '{"scores":[{"key":"a","value":1}]}' }])
    const { content } = await model.doGenerate(options)
    expect(content).toMatchObject([{ type: 'text', text: reply }])
    expect(bodies[0]!['generationConfig']).toMatchObject({ responseSchema: { type: 'OBJECT' } })
  })

  test('goes without the schema where the caller says so', async () => {
    const { model, bodies } = emulate(id)
    await model.doGenerate({ ...options, providerOptions: { google: { structuredOutputs: false } } })
    expect(bodies[0]!['generationConfig']).toEqual({ responseMimeType: 'application/json' })
  })

  test('with tools is asked for in words where the model takes no schema beside them', async () => {
    const { model, emulator } = emulate(id)
    const { warnings } = await model.doGenerate({ ...options, tools })
    expect(emulator.requests.at(-1)!.status).toBe(200)
    expect(warnings).toHaveLength(id === 'gemini-2.5-flash' ? 1 : 0)
  })
})

describe('what a generation does not take', () => {
  test('sampling is dropped with a warning from 3.6 on', async () => {
    const settings = { temperature: 0.5, topP: 0.9, topK: 3, presencePenalty: 1, seed: 1, maxOutputTokens: 100 }
    const late = emulate('gemini-3.6-flash')
    const { warnings } = await late.model.doGenerate({ prompt: [user('Hi.')], ...settings })
    expect(late.bodies[0]!['generationConfig']).toEqual({ maxOutputTokens: 100, seed: 1 })
    expect(warnings.map((warning) => ('feature' in warning ? warning.feature : ''))).toEqual([
      'temperature',
      'topP',
      'topK',
      'presencePenalty',
    ])
    const early = emulate('gemini-2.5-flash')
    await early.model.doGenerate({ prompt: [user('Hi.')], ...settings })
    expect(early.bodies[0]!['generationConfig']).toMatchObject({ temperature: 0.5, topP: 0.9, topK: 3 })
  })

  test('an assistant message at the end is asked to go on, with a warning, from 3.6 on', async () => {
    const prompt: AnyModelMessage[] = [
      user('Count.'),
      { role: 'assistant', content: [{ type: 'text', text: 'One, two' }] },
    ]
    const late = emulate('gemini-3.6-flash')
    const { warnings } = await late.model.doGenerate({ prompt })
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'assistant message at the end' }])
    const early = emulate('gemini-3-flash-preview')
    expect((await early.model.doGenerate({ prompt })).warnings).toEqual([])
    expect(early.bodies[0]!['contents']).toHaveLength(2)
  })

  test.each([
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'none', { thinkingBudget: 128 }],
    ['gemini-2.5-flash', 'high', { thinkingBudget: 24576 }],
    ['gemini-3-flash-preview', 'minimal', { thinkingLevel: 'MINIMAL' }],
    ['gemini-3.1-pro-preview', 'none', { thinkingLevel: 'LOW' }],
    ['gemini-3.8-flash', 'minimal', { thinkingLevel: 'LOW' }],
    ['gemini-3.6-flash', 'max', { thinkingLevel: 'HIGH' }],
  ])('%s thinks with effort %s as %j', async (id, reasoning, expected) => {
    const { model, bodies } = emulate(id)
    await model.doGenerate({ prompt: [user('Hi.')], reasoning })
    expect(bodies[0]!['generationConfig']).toEqual({ thinkingConfig: expected })
  })

  test('a model that does not think, call functions or hear instructions still answers, with warnings', async () => {
    const { model, emulator } = emulate('gemma-3-27b-it')
    const { warnings } = await model.doGenerate({
      prompt: [{ role: 'system', content: 'Be brief.' }, user('Hi.')],
      tools,
      reasoning: 'high',
      responseFormat: { type: 'json' },
    })
    expect(emulator.requests.at(-1)!.status).toBe(200)
    expect(warnings.map((warning) => ('feature' in warning ? warning.feature : warning.type))).toEqual([
      'tools',
      'responseFormat',
      'system message',
      'thinkingConfig',
    ])
  })
})

describe('history of other origin', () => {
  const call = (id: string, providerOptions?: Record<string, Record<string, string>>): AnyModelMessage[] => [
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'secret' } } },
        { type: 'tool-call', toolCallId: id, toolName: 'time', input: {}, ...(providerOptions && { providerOptions }) },
      ],
    },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: id, toolName: 'time', output: { type: 'text', value: '12' } }],
    },
  ]

  test.each(profiles)('calls that nobody signed are taken on %s, with the documented value', async (profile) => {
    const { model, emulator, bodies } = emulate('gemini-3.6-flash', { profile })
    await model.doGenerate({ prompt: [user('Time?'), ...call('toolu_1'), ...call('toolu_2')], tools })
    expect(emulator.requests.at(-1)!.status).toBe(200)
    expect(JSON.stringify(bodies)).not.toContain('secret')
    expect(JSON.stringify(bodies).match(/skip_thought_signature_validator/g)).toHaveLength(2)
  })

  test('signatures go only to the endpoint and the family of models that gave them', async () => {
    const studio = emulate('gemini-3-flash-preview')
    studio.emulator.script([{ reply: [{ functionCall: { name: 'time', args: {} } }] }])
    const { content } = await studio.model.doGenerate({ prompt: [user('Time?')], tools })
    const prompt = [user('Time?'), ...toMessages(content)]
    for (const [id, profile] of [
      ['gemini-3.6-flash', 'ai-studio'],
      ['gemini-3-flash-preview', 'vertex'],
      ['gemini-3-flash-preview', 'ai-studio'],
    ] as const) {
      const { model, emulator, bodies } = emulate(id, { profile })
      await model.doGenerate({ prompt, tools })
      expect(emulator.requests.at(-1)!.status).toBe(200)
      const isHome = id === 'gemini-3-flash-preview' && profile === 'ai-studio'
      expect(JSON.stringify(bodies).includes('skip_thought')).toBe(!isHome)
    }
  })

  test('a call whose input was edited is sent anew, without its signature', async () => {
    const { model, emulator, bodies } = emulate('gemini-3-flash-preview')
    emulator.script([{ reply: [{ functionCall: { name: 'time', args: { zone: ['CET', 1] } } }] }])
    const { content } = await model.doGenerate({ prompt: [user('Time?')], tools })
    const edited = toMessages(content)
    const [part] = edited[0]!.content as unknown as { input: unknown }[]
    part!.input = { zone: ['UTC', 0] }
    await model.doGenerate({ prompt: [user('Time?'), ...edited], tools })
    expect(emulator.requests.at(-1)!.status).toBe(200)
    expect(JSON.stringify(bodies.at(-1))).toContain('{"zone":["UTC",0]}')
  })

  test('a broken history is a 400 as it is, and a 200 from the model, which says what it did (D4)', async () => {
    const [asked] = call('c1')
    const prompt = [user('Time?'), asked!, user('Hello?')]
    const { model, emulator } = emulate('gemini-3.6-flash')
    const { warnings } = await model.doGenerate({ prompt, tools })
    expect(emulator.requests.at(-1)!.status).toBe(200)
    expect(warnings).toMatchObject([{ type: 'other', message: expect.stringContaining('The history was repaired') }])
  })
})

describe('files', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0))

  test('go inline or by address, in every form of ai 5 to 7', async () => {
    const { model, emulator, bodies } = emulate('gemini-3.6-flash')
    const url = new URL('https://generativelanguage.googleapis.com/v1beta/files/abc')
    await model.doGenerate({
      prompt: [
        {
          role: 'user',
          content: [
            { type: 'file', data: bytes, mediaType: 'image/*' },
            { type: 'file', data: png, mediaType: 'image/png' },
            { type: 'image', image: `data:image/png;base64,${png}` },
            { type: 'file', data: url, mediaType: 'application/pdf' },
            { type: 'file', data: { type: 'url', url }, mediaType: 'application/pdf' },
            {
              type: 'file',
              data: { type: 'reference', reference: { google: url.href } },
              mediaType: 'application/pdf',
            },
            { type: 'file', data: { type: 'text', text: 'é' }, mediaType: 'text/plain' },
          ],
        },
      ],
    })
    expect(emulator.requests.at(-1)!.status).toBe(200)
    const inline = { inlineData: { mimeType: 'image/png', data: png } }
    const stored = { fileData: { mimeType: 'application/pdf', fileUri: url.href } }
    expect(bodies[0]!['contents']).toEqual([
      {
        role: 'user',
        parts: [
          inline,
          inline,
          inline,
          stored,
          stored,
          stored,
          { inlineData: { mimeType: 'text/plain', data: 'w6k=' } },
        ],
      },
    ])
  })

  test.each(generations)('that tools gave back are sent where %s takes them', async (id) => {
    const { model, emulator, bodies } = emulate(id)
    const result = (toolCallId: string): AnyModelMessage => ({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName: 'time',
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'A picture.' },
              { type: 'image-data', data: png, mediaType: 'image/png' },
            ],
          },
        },
      ],
    })
    const calls = ['a', 'b'].map(
      (toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'time', input: {} }) as const,
    )
    const prompt: AnyModelMessage[] = [user('Draw.'), { role: 'assistant', content: calls }, result('a'), result('b')]
    await model.doGenerate({ prompt, tools })
    expect(emulator.requests.at(-1)!.status).toBe(200)
    const contents = bodies[0]!['contents'] as { parts: unknown[] }[]
    expect(contents[2]!.parts).toHaveLength(2)
    expect(JSON.stringify(contents).split(png).length - 1).toBe(2)
    expect(contents).toHaveLength(id === 'gemini-2.5-flash' ? 4 : 3)
  })
})

test('options for Google are passed on to where they belong, and unknown ones have a warning', async () => {
  const { model, bodies } = emulate('gemini-3-flash-preview')
  const { warnings } = await model.doGenerate({
    prompt: [user('Hi.')],
    providerOptions: {
      google: {
        thinkingConfig: { includeThoughts: true, thinkingLevel: 'low' },
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
        responseModalities: ['TEXT'],
        nonsense: 1,
      },
      anthropic: { cacheControl: { type: 'ephemeral' } },
    },
  })
  expect(bodies[0]).toMatchObject({
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' }, responseModalities: ['TEXT'] },
  })
  expect(warnings).toMatchObject([{ feature: 'providerOptions.google.nonsense' }])
})

test('tools of Google stand beside functions where the model takes both, and are left out with a warning where not', async () => {
  const search: ModelTool = { type: 'provider', id: 'google.google_search', name: 'search', args: {} }
  const foreign: ModelTool = { type: 'provider', id: 'openai.web_search', name: 'web', args: {} }
  const options = { prompt: [user('Hi.')], tools: [...tools, search, foreign] }
  const three = emulate('gemini-3-flash-preview')
  const { warnings } = await three.model.doGenerate(options)
  expect(warnings).toMatchObject([{ feature: 'provider tool web (openai.web_search)' }])
  expect(three.bodies[0]).toMatchObject({
    tools: [{ functionDeclarations: [{}, {}] }, { googleSearch: {} }],
    toolConfig: { includeServerSideToolInvocations: true },
  })
  const two = emulate('gemini-2.5-flash')
  expect((await two.model.doGenerate(options)).warnings).toHaveLength(2)
  expect(two.bodies[0]!['tools']).toHaveLength(1)
})
