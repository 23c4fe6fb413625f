import * as ai from 'ai7'
import { convertArrayToReadableStream, convertReadableStreamToArray, MockLanguageModelV4 } from 'ai7/test'
import { describe, expect, test } from 'vitest'
import * as toolfit from '../src/index.ts'

type Part =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer PART> ? PART : never
type Options = Parameters<MockLanguageModelV4['doStream']>[0]
type Middleware = ai.LanguageModelMiddleware

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
}
const finishReason = { unified: 'stop' as const, raw: 'stop' }
const prompt: Options['prompt'] = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A text in pieces of any length. */
function cut(text: string, random: () => number): string[] {
  const pieces: string[] = []
  for (let rest = text; rest !== ''; ) {
    const length = 1 + Math.floor(random() * 6)
    pieces.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return pieces
}

function modelOf(text: string, random: () => number): MockLanguageModelV4 {
  const parts: Part[] = [
    { type: 'text-start', id: '1' },
    ...cut(text, random).map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason, usage },
  ]
  return new MockLanguageModelV4({
    doGenerate: { content: [{ type: 'text', text }], finishReason, usage, warnings: [] },
    doStream: async () => ({ stream: convertArrayToReadableStream(parts) }),
  })
}

/** What a wrapped model says, at once and as a stream. */
async function answersOf(model: ReturnType<typeof ai.wrapLanguageModel>) {
  const { content } = await model.doGenerate({ prompt })
  const { stream } = await model.doStream({ prompt })
  return { content, parts: await convertReadableStreamToArray(stream) }
}

function wrapWith(sdk: typeof ai, model: MockLanguageModelV4, middleware: Middleware | Middleware[]) {
  return sdk.wrapLanguageModel({ model, middleware })
}

const ours = toolfit as unknown as typeof ai

async function expectSame(text: string, seed: number, create: (sdk: typeof ai) => Middleware) {
  const expected = await answersOf(wrapWith(ai, modelOf(text, createRandom(seed)), create(ai)))
  const actual = await answersOf(wrapWith(ours, modelOf(text, createRandom(seed)), create(ours)))
  expect(actual, JSON.stringify(text)).toEqual(expected)
}

describe('middleware does what that of ai 7 does', () => {
  const words = ['<think>', '</think>', '<thi', 'nk>', '</', 'a', ' b ', '\n', '<', '']

  test.each([false, true])('extractReasoningMiddleware, startWithReasoning: %s', async (startWithReasoning) => {
    const random = createRandom(7)
    for (let count = 0; count < 300; count += 1) {
      const text = Array.from({ length: 8 }, () => words[Math.floor(random() * words.length)]).join('')
      await expectSame(text, count, (sdk) => sdk.extractReasoningMiddleware({ tagName: 'think', startWithReasoning }))
    }
  })

  test('extractReasoningMiddleware with a separator', async () => {
    const text = '<t>one</t>two<t>three</t>four'
    await expectSame(text, 3, (sdk) => sdk.extractReasoningMiddleware({ tagName: 't', separator: ' | ' }))
  })

  test('extractJsonMiddleware', async () => {
    const random = createRandom(11)
    const pieces = ['```json\n', '```', '`', '\n', ' ', '{"a":1}', 'x', '```js\n']
    for (let count = 0; count < 300; count += 1) {
      const text = Array.from({ length: 6 }, () => pieces[Math.floor(random() * pieces.length)]).join('')
      await expectSame(text, count, (sdk) => sdk.extractJsonMiddleware())
    }
    await expectSame('<<{}>>', 1, (sdk) => sdk.extractJsonMiddleware({ transform: (text) => text.slice(2, -2) }))
  })

  test('simulateStreamingMiddleware', async () => {
    await expectSame('Hello.', 1, (sdk) => sdk.simulateStreamingMiddleware())
    await expectSame('', 1, (sdk) => sdk.simulateStreamingMiddleware())
  })
})

describe('middleware that changes the call', () => {
  const call: Options = {
    prompt,
    temperature: 0.5,
    providerOptions: { one: { a: 1, list: [1] } },
    headers: { first: '1' },
    tools: [
      {
        type: 'function',
        name: 'weather',
        description: 'Weather.',
        inputSchema: {},
        inputExamples: [{ input: { a: 1 } }],
      },
      { type: 'function', name: 'time', inputSchema: {}, inputExamples: [{ input: {} }, { input: { b: 2 } }] },
      { type: 'function', name: 'plain', inputSchema: {} },
    ],
  }
  const settings = {
    temperature: 0,
    topP: 0.1,
    headers: { second: '2' },
    providerOptions: { one: { b: 2, list: [2] }, two: { c: 3 } },
  }

  test.each<[string, (sdk: typeof ai) => Middleware]>([
    ['defaultSettingsMiddleware', (sdk) => sdk.defaultSettingsMiddleware({ settings })],
    ['defaultInstructionsMiddleware', (sdk) => sdk.defaultInstructionsMiddleware({ instructions: 'Be brief.' })],
    ['addToolInputExamplesMiddleware', (sdk) => sdk.addToolInputExamplesMiddleware()],
    [
      'addToolInputExamplesMiddleware with options',
      (sdk) =>
        sdk.addToolInputExamplesMiddleware({ prefix: 'E:', remove: false, format: (_, index) => `example ${index}` }),
    ],
  ])('%s makes the same call', async (_, create) => {
    const [expected, actual] = await Promise.all(
      [ai, ours].map(async (sdk) => {
        const model = modelOf('Hi.', createRandom(1))
        await wrapWith(sdk, model, create(sdk)).doGenerate(call)
        return model.doGenerateCalls
      }),
    )
    expect(actual).toEqual(expected)
  })

  test('several of them run in the same order, and rename the model', async () => {
    const [expected, actual] = await Promise.all(
      [ai, ours].map(async (sdk) => {
        const log: string[] = []
        const named = (name: string): Middleware => ({
          specificationVersion: 'v4',
          transformParams: async ({ params, type, model }) => {
            log.push(`${name} ${type} ${model.modelId}`)
            return params
          },
          wrapGenerate: async ({ doGenerate, params }) => {
            log.push(`${name} before ${params.temperature}`)
            const result = await doGenerate()
            log.push(`${name} after`)
            return result
          },
          overrideModelId: ({ model }) => `${name}(${model.modelId})`,
        })
        const model = wrapWith(sdk, modelOf('Hi.', createRandom(1)), [named('a'), named('b')])
        await model.doGenerate(call)
        await model.doStream(call)
        const { modelId, provider } = model
        return { log, modelId, provider, urls: await model.supportedUrls }
      }),
    )
    expect(actual).toEqual(expected)
  })
})

describe('small functions do what those of ai 7 do', () => {
  test('parsePartialJson closes JSON that is cut off anywhere', async () => {
    const whole = '{"a": [1, -2.5e3, true, false, null, "x\\n\\u00e9"], "b": {"c": {}, "d": []}, "e": "a \\"b\\""}'
    for (let length = 0; length <= whole.length; length += 1) {
      const text = whole.slice(0, length)
      expect(await toolfit.parsePartialJson(text), text).toEqual(await ai.parsePartialJson(text))
    }
    expect(await toolfit.parsePartialJson(undefined)).toEqual(await ai.parsePartialJson(undefined))
  })

  test('pruneMessages removes the same parts', () => {
    const call = (toolCallId: string, toolName: string) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName,
      input: {},
    })
    const result = (toolCallId: string, toolName: string) => ({
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      output: { type: 'text' as const, value: 'x' },
    })
    const messages: ai.ModelMessage[] = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'r' }, call('1', 'a'), call('2', 'b')] },
      { role: 'tool', content: [result('1', 'a'), result('2', 'b')] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 's' },
          { type: 'text', text: 't' },
          { type: 'reasoning', text: 'u' },
          call('3', 'a'),
          { type: 'tool-approval-request', approvalId: 'x', toolCallId: '3' },
        ],
      },
      { role: 'user', content: 'Go on' },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'x', approved: true }] },
    ]
    const kinds = ['all', 'before-last-message', 'before-last-2-messages', 'before-last-4-messages'] as const
    for (const reasoning of ['all', 'before-last-message', 'none'] as const) {
      for (const emptyMessages of ['keep', 'remove'] as const) {
        for (const toolCalls of [
          'none' as const,
          ...kinds,
          ...kinds.map((type) => [{ type, tools: ['a'] }]),
          [{ type: 'all' as const, tools: ['b'] }, { type: 'before-last-2-messages' as const }],
        ]) {
          const options = { messages, reasoning, emptyMessages, toolCalls }
          expect(toolfit.pruneMessages(options as never), JSON.stringify(options)).toEqual(ai.pruneMessages(options))
        }
      }
    }
  })

  test('parseJsonEventStream reads the same events', async () => {
    const stream = () => new Response('data: {"n":1}\n\nevent: x\ndata: {"n":\ndata: 2}\n\ndata: [DONE]\n\n').body!
    const schema = ai.jsonSchema<{ n: number }>({ type: 'object', properties: { n: { type: 'number' } } })
    const read = (sdk: typeof ai) =>
      convertReadableStreamToArray(sdk.parseJsonEventStream({ stream: stream(), schema }))
    expect(await read(ours)).toEqual(await read(ai))
  })

  test('createProviderRegistry and customProvider find the same models and throw the same errors', () => {
    const problemsOf = (sdk: typeof ai) => {
      const model = modelOf('Hi.', createRandom(1))
      const provider = sdk.customProvider({ languageModels: { fast: model } })
      const registry = sdk.createProviderRegistry({ ours: provider })
      const attempts: (() => unknown)[] = [
        () => registry.languageModel('ours:fast').modelId,
        () => registry.languageModel('ours:slow'),
        () => registry.languageModel('theirs:fast' as never),
        () => registry.languageModel('fast' as never),
        () => registry.imageModel('ours:x'),
        () => provider.embeddingModel('x' as never),
      ]
      return attempts.map((attempt) => {
        try {
          return attempt()
        } catch (error) {
          const { name, message, modelId, modelType, providerId, availableProviders } = error as ai.NoSuchProviderError
          return { name, message, modelId, modelType, providerId, availableProviders }
        }
      })
    }
    expect(problemsOf(ours)).toEqual(problemsOf(ai))
  })
})
