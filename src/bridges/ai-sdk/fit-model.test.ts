import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../core/message.ts'
import { gemini } from '../../models/gemini/gemini.ts'
import type { AnyLanguageModel, SpecificationVersion } from '../../models/versions/any-model.ts'
import type { ModelCallOptions, ModelFunctionTool } from '../../models/versions/language-model.ts'
import { fitModel } from './fit-model.ts'

const prices: ModelFunctionTool = {
  type: 'function',
  name: 'set prices',
  description: 'Sets prices.',
  inputSchema: {
    type: 'object',
    properties: { prices: { type: 'object', additionalProperties: { type: 'number' } } },
    required: ['prices'],
  },
  providerOptions: { google: { cached: true } },
}
const plain: ModelFunctionTool = {
  type: 'function',
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}
const wireArgs = '{"prices":[{"key":"tea","value":3.5}]}'
const input = { prices: { tea: 3.5 } }
const wireCall = { type: 'tool-call', toolCallId: 'c1', toolName: 'set_prices', input: wireArgs } as const

interface Settings {
  readonly version?: SpecificationVersion
  readonly provider?: string
  readonly content?: readonly unknown[]
  readonly parts?: readonly unknown[]
  readonly more?: object
}

function streamOf(parts: readonly unknown[]): ReadableStream<unknown> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

/** A model of somebody else, and what it is called with. */
function foreign(settings: Settings = {}) {
  const { version = 'v3', provider = 'google.generative-ai', content = [], parts = [], more } = settings
  const calls: ModelCallOptions[] = []
  const model = {
    specificationVersion: version,
    provider,
    modelId: 'm',
    supportedUrls: { '*': [/^gs:/] },
    async doGenerate(options: ModelCallOptions) {
      calls.push(options)
      return { content, finishReason: {}, usage: {}, warnings: [{ type: 'other', message: 'Theirs.' }], ...more }
    },
    async doStream(options: ModelCallOptions) {
      calls.push(options)
      return { stream: streamOf(parts), response: { headers: { a: 'b' } } }
    },
  }
  return { model: model as AnyLanguageModel, calls }
}

type Doing = {
  doGenerate(options: ModelCallOptions): Promise<{ content: unknown[]; warnings: unknown[] }>
  doStream(options: ModelCallOptions): Promise<{ stream: ReadableStream<unknown> }>
}

const fitted = (model: AnyLanguageModel, to?: 'gemini' | 'openai-strict' | 'anthropic' | 'openai') =>
  fitModel(model, { to }) as unknown as Doing & AnyLanguageModel

async function partsOf(model: Doing, options: ModelCallOptions): Promise<unknown[]> {
  const { stream } = await model.doStream(options)
  const parts: unknown[] = []
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value)
  return parts
}

describe('what the model is called with', () => {
  test('tools are in its dialect, and everything else of them stays', async () => {
    const { model, calls } = foreign()
    const search = { type: 'provider', id: 'google.google_search', name: 'search', args: {} } as const
    const given = { prompt: [], tools: [prices, search, plain], temperature: 0.5 }
    const before = structuredClone(given)
    await fitted(model).doGenerate(given)
    expect(calls[0]).toMatchObject({
      temperature: 0.5,
      tools: [
        {
          type: 'function',
          name: 'set_prices',
          description: 'Sets prices.',
          inputSchema: { type: 'object', properties: { prices: { type: 'array' } }, required: ['prices'] },
          providerOptions: { google: { cached: true } },
        },
        search,
        { name: 'echo', inputSchema: plain.inputSchema },
      ],
    })
    expect(given).toEqual(before)
    expect(Object.keys(calls[0]!)).toEqual(Object.keys(given))
  })

  test('the tool that must be called has the name that the model knows', async () => {
    const { model, calls } = foreign()
    await fitted(model).doGenerate({
      prompt: [],
      tools: [prices],
      toolChoice: { type: 'tool', toolName: 'set prices' },
    })
    expect(calls[0]!.toolChoice).toEqual({ type: 'tool', toolName: 'set_prices' })
  })

  test('examples are in the shape that the model is shown', async () => {
    const { model, calls } = foreign()
    await fitted(model).doGenerate({ prompt: [], tools: [{ ...prices, inputExamples: [{ input }] }] })
    expect(calls[0]!.tools![0]).toMatchObject({ inputExamples: [{ input: JSON.parse(wireArgs) }] })
  })

  test('what a converter would leave out is said in words', async () => {
    const { model, calls } = foreign()
    const inputSchema = {
      type: 'object',
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 9, default: 3, description: 'In litres.' },
        note: { type: ['string', 'null'], maxLength: 9 },
      },
    }
    await fitted(model).doGenerate({ prompt: [], tools: [{ ...plain, inputSchema }] })
    expect((calls[0]!.tools![0] as ModelFunctionTool).inputSchema).toMatchObject({
      properties: {
        size: { description: 'In litres. Must be at least 1. Must be at most 9. Default: 3.' },
        note: { description: 'Must have at most 9 characters.', anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
    })
  })

  test('a strict dialect says that it is', async () => {
    const { model, calls } = foreign({ provider: 'openai.responses' })
    await fitted(model, 'openai-strict').doGenerate({ prompt: [], tools: [plain] })
    expect(calls[0]!.tools![0]).toMatchObject({ strict: true, inputSchema: { additionalProperties: false } })
  })
})

describe('what the model answers', () => {
  test('calls are in the tools’ own shapes and names', async () => {
    const { model } = foreign({ content: [{ type: 'text', text: 'So:' }, wireCall] })
    const { content } = await fitted(model).doGenerate({ prompt: [], tools: [prices] })
    expect(content).toMatchObject([
      { type: 'text', text: 'So:' },
      { type: 'tool-call', toolName: 'set prices', input: JSON.stringify(input) },
    ])
  })

  test('a call goes back as it came, as long as nobody changed it', async () => {
    const { model, calls } = foreign({
      content: [{ ...wireCall, providerMetadata: { google: { thoughtSignature: 'sig' } } }],
    })
    const fit = fitted(model)
    const { content } = await fit.doGenerate({ prompt: [], tools: [prices] })
    const { providerMetadata: providerOptions } = content[0] as { providerMetadata: never }
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'set prices', input, providerOptions } as const
    const output = { type: 'text', value: 'ok' } as const
    const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'set prices', output } as const
    const historyOf = (given: object): AnyModelMessage[] => [
      { role: 'assistant', content: [{ ...call, input: given }] },
      { role: 'tool', content: [result] },
    ]
    await fit.doGenerate({ prompt: historyOf(input), tools: [prices] })
    const sent = { toolName: 'set_prices', providerOptions: { google: { thoughtSignature: 'sig' } } }
    expect(calls[1]!.prompt).toMatchObject([
      { content: [{ ...sent, input: JSON.parse(wireArgs) }] },
      { content: [{ toolName: 'set_prices' }] },
    ])
    await fit.doGenerate({ prompt: historyOf({ prices: { tea: 4 } }), tools: [prices] })
    const changed = (calls[2]!.prompt[0]!.content as unknown as (typeof call)[])[0]!
    expect(changed.input).toEqual({ prices: [{ key: 'tea', value: 4 }] })
    expect(changed.providerOptions['google']).toEqual({})
  })

  test('streams show arguments that had to be decoded when they are whole, and others as they come', async () => {
    const parts = [
      { type: 'stream-start', warnings: [] },
      { type: 'tool-input-start', id: 'c1', toolName: 'set_prices' },
      { type: 'tool-input-delta', id: 'c1', delta: wireArgs },
      { type: 'tool-input-end', id: 'c1' },
      wireCall,
      { type: 'tool-input-start', id: 'c2', toolName: 'echo' },
      { type: 'tool-input-delta', id: 'c2', delta: '{"text":' },
      { type: 'tool-input-delta', id: 'c2', delta: '"a"}' },
      { type: 'ping' },
      { type: 'finish', finishReason: {}, usage: {} },
    ]
    const seen = await partsOf(fitted(foreign({ parts }).model), { prompt: [], tools: [prices, plain] })
    expect(seen).toMatchObject([
      { type: 'stream-start', warnings: [] },
      { type: 'tool-input-start', id: 'c1', toolName: 'set prices' },
      { type: 'tool-input-delta', id: 'c1', delta: JSON.stringify(input) },
      { type: 'tool-input-end', id: 'c1' },
      { type: 'tool-call', toolName: 'set prices' },
      ...parts.slice(5),
    ])
  })

  test('an answer in a form is decoded, whole or streamed, and so is the copy of it that v4 has', async () => {
    const format = { type: 'json', schema: prices.inputSchema, name: 'prices' } as const
    const { model, calls } = foreign({
      version: 'v4',
      content: [{ type: 'text', text: wireArgs }],
      more: { structuredOutputText: wireArgs },
      parts: [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: wireArgs.slice(0, 9) },
        { type: 'text-delta', id: '1', delta: wireArgs.slice(9) },
        { type: 'text-end', id: '1' },
      ],
    })
    const result = await fitted(model, 'gemini').doGenerate({ prompt: [], responseFormat: format })
    expect(result).toMatchObject({
      content: [{ text: JSON.stringify(input) }],
      structuredOutputText: JSON.stringify(input),
    })
    expect(calls[0]!.responseFormat).toMatchObject({
      type: 'json',
      name: 'prices',
      schema: { properties: { prices: { type: 'array' } } },
    })
    expect(await partsOf(fitted(model, 'gemini'), { prompt: [], responseFormat: format })).toEqual([
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: JSON.stringify(input) },
      { type: 'text-end', id: '1' },
    ])
  })

  test('a stream that is let go is let go at its source', async () => {
    let reason: unknown
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue({ type: 'ping' }),
      cancel(given) {
        reason = given
      },
    })
    const { model } = foreign()
    model.doStream = async () => ({ stream })
    const result = await fitted(model).doStream({ prompt: [] })
    await result.stream.cancel('enough')
    expect(reason).toBe('enough')
  })
})

describe('what the caller is told', () => {
  const broken: ModelFunctionTool = {
    ...plain,
    name: 'broken',
    inputSchema: { type: 'string', minLength: 2, maxLength: 1 },
  }

  test('a tool that cannot be compiled is left out with a warning, beside those of the model', async () => {
    const { model, calls } = foreign()
    const { warnings } = await fitted(model).doGenerate({ prompt: [], tools: [broken, plain] })
    expect(calls[0]!.tools).toHaveLength(1)
    expect(warnings).toMatchObject([
      { type: 'unsupported', feature: 'tool "broken"' },
      { type: 'other', message: 'Theirs.' },
    ])
  })

  test('a v2 model warns in the words of v2, in its stream too', async () => {
    const parts = [{ type: 'stream-start', warnings: [{ type: 'other', message: 'Theirs.' }] }]
    const { model } = foreign({ version: 'v2', parts })
    const expected = [
      { type: 'other', message: expect.stringContaining('tool "broken"') },
      { type: 'other', message: 'Theirs.' },
    ]
    expect((await fitted(model).doGenerate({ prompt: [], tools: [broken] })).warnings).toEqual(expected)
    expect(await partsOf(fitted(model), { prompt: [], tools: [broken] })).toEqual([
      { type: 'stream-start', warnings: expected },
    ])
  })

  test('values that a tool takes and the model cannot give are warned of', async () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: true } },
      additionalProperties: true,
    }
    const { warnings } = await fitted(foreign().model).doGenerate({ prompt: [], tools: [{ ...plain, inputSchema }] })
    expect(warnings[0]).toMatchObject({
      type: 'compatibility',
      feature: 'schema of tool "echo"',
      details: expect.stringContaining('additionalProperties at /properties/a'),
    })
  })
})

describe('which dialect', () => {
  const typeOf = async (provider: string, version: SpecificationVersion): Promise<unknown> => {
    const { model, calls } = foreign({ provider, version })
    await fitted(model).doGenerate({ prompt: [], tools: [prices] })
    const { inputSchema } = calls[0]!.tools![0] as { inputSchema: { properties: { prices: { type: string } } } }
    return inputSchema.properties.prices.type
  }

  test.each([
    ['google.generative-ai', 'v2', 'array'],
    ['google.generative-ai', 'v3', 'array'],
    ['google.vertex.chat', 'v3', 'array'],
    ['google.generative-ai', 'v4', 'object'],
    ['openai.responses', 'v3', 'object'],
    ['azure.chat', 'v3', 'object'],
    ['anthropic.messages', 'v4', 'object'],
    ['vertex.anthropic.messages', 'v3', 'object'],
  ] as const)('%s, %s: a record is an %s', async (provider, version, type) => {
    expect(await typeOf(provider, version)).toBe(type)
  })

  test('where the name tells nothing, it has to be said', () => {
    const { model } = foreign({ provider: 'gateway' })
    expect(() => fitModel(model)).toThrow(
      expect.objectContaining({ code: 'option-invalid', message: expect.stringContaining('Pass { to }') }),
    )
    expect(fitModel(model, { to: 'openai' }).provider).toBe('gateway')
  })

  test('one that is none, or that the provider would undo, is refused', () => {
    const { model } = foreign()
    expect(() => fitModel(model, { to: 'klingon' as never })).toThrow(
      expect.objectContaining({ code: 'dialect-unknown' }),
    )
    expect(fitModel(model, { to: 'gemini-auto' }).provider).toBe('google.generative-ai')
    expect(() => fitModel(model, { to: 'gemini-json' })).toThrow(expect.objectContaining({ code: 'option-invalid' }))
  })
})

test('the rest of the model is its own', () => {
  const { model } = foreign({ version: 'v2' })
  const { specificationVersion, provider, modelId, supportedUrls } = fitModel(model)
  expect({ specificationVersion, provider, modelId, supportedUrls }).toEqual({
    specificationVersion: 'v2',
    provider: 'google.generative-ai',
    modelId: 'm',
    supportedUrls: { '*': [/^gs:/] },
  })
})

test('a model of ours fits by itself', () => {
  const model = gemini('gemini-3-flash-preview')
  expect(fitModel(model)).toBe(model)
})

test('what is no model is refused', () => {
  expect(() => fitModel('gpt-5' as never)).toThrow(expect.objectContaining({ code: 'model-unreadable' }))
})
