import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../core/errors.ts'
import { gemini } from '../gemini/gemini.ts'
import type { ModelCallOptions } from './language-model.ts'
import { toRunnable } from './to-runnable.ts'

const usage = {
  inputTokens: { total: 3, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 2, text: undefined, reasoning: undefined },
}

/** A model that gives what it is told to, and keeps what it was called with. */
function modelOf(specificationVersion: string, result: object, parts: readonly unknown[] = []) {
  const calls: ModelCallOptions[] = []
  const model = {
    specificationVersion,
    provider: 'test.chat',
    modelId: 'm',
    supportedUrls: {},
    calls,
    async doGenerate(options: ModelCallOptions) {
      calls.push(options)
      return result
    },
    async doStream(options: ModelCallOptions) {
      calls.push(options)
      const stream = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
      })
      return { stream, request: { body: 'sent' } }
    },
  }
  return model
}

async function partsOf(model: object): Promise<unknown[]> {
  const { parts } = await toRunnable(model).stream({ prompt: [] })
  const read: unknown[] = []
  for await (const batch of parts) read.push(...batch)
  return read
}

describe('a v3 model', () => {
  test('gives its result and its parts as they are', async () => {
    const result = { content: [{ type: 'text', text: 'Hi' }] }
    const parts = [{ type: 'text-delta', id: '0', delta: 'Hi' }, { type: 'ping' }]
    expect(await toRunnable(modelOf('v3', result)).generate({ prompt: [] })).toBe(result)
    const read = await partsOf(modelOf('v3', {}, parts))
    expect(read).toEqual(parts)
    expect(read[0]).toBe(parts[0])
  })
})

test('returning from a stream cancels it, even while a part is awaited', async () => {
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
  }
  const stream = new ReadableStream({ cancel })
  const { parts } = await toRunnable({ ...modelOf('v3', {}), doStream: async () => ({ stream }) }).stream({
    prompt: [],
  })
  const iterator = parts[Symbol.asyncIterator]()
  const next = iterator.next()
  await iterator.return?.()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(isCancelled).toBe(true)
})

test('a model of ours is called without the shapes of the AI SDK in between, in both of its versions', async () => {
  const fetch = async () => Response.json({ candidates: [{ content: { parts: [{ text: 'Hi' }] } }] })
  const model = gemini('gemini-3-flash-preview', { apiKey: 'any', fetch })
  for (const own of [model, model.v2()]) {
    expect(toRunnable(own).isInternal).toBe(true)
    expect((await toRunnable(own).generate({ prompt: [] })).finishReason).toHaveProperty('unified')
  }
  expect(toRunnable({ ...model }).isInternal).toBe(false)
})

describe('a v2 model', () => {
  const v2 = {
    content: [{ type: 'text', text: 'Hi' }],
    finishReason: 'unknown',
    usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5, reasoningTokens: 1, cachedInputTokens: 2 },
    warnings: [
      { type: 'unsupported-setting', setting: 'seed', details: 'No seeds.' },
      { type: 'unsupported-tool', tool: { type: 'function', name: 'weather', inputSchema: {} } },
      { type: 'other', message: 'Slow.' },
    ],
    providerMetadata: { test: { a: 1 } },
  }

  test('answers with the usage, the reason and the warnings of v3', async () => {
    expect(await toRunnable(modelOf('v2', v2)).generate({ prompt: [] })).toEqual({
      content: [{ type: 'text', text: 'Hi' }],
      finishReason: { unified: 'other', raw: undefined },
      usage: {
        inputTokens: { total: 3, noCache: undefined, cacheRead: 2, cacheWrite: undefined },
        outputTokens: { total: 2, text: undefined, reasoning: 1 },
        raw: { totalTokens: 5 },
      },
      warnings: [
        { type: 'unsupported', feature: 'seed', details: 'No seeds.' },
        { type: 'unsupported', feature: 'tool "weather"' },
        { type: 'other', message: 'Slow.' },
      ],
      providerMetadata: { test: { a: 1 } },
    })
  })

  test('streams the same, and parts that do not differ are the objects that came', async () => {
    const delta = { type: 'text-delta', id: '1', delta: 'Hi' }
    const parts = await partsOf(
      modelOf('v2', {}, [
        { type: 'stream-start', warnings: [{ type: 'unsupported-setting', setting: 'topK' }] },
        delta,
        { type: 'finish', finishReason: 'tool-calls', usage: { inputTokens: 1, outputTokens: undefined } },
      ]),
    )
    expect(parts[0]).toEqual({ type: 'stream-start', warnings: [{ type: 'unsupported', feature: 'topK' }] })
    expect(parts[1]).toBe(delta)
    expect(parts[2]).toMatchObject({
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: { inputTokens: { total: 1 }, outputTokens: { total: undefined } },
    })
  })

  test('is told of provider tools by its own word for them', async () => {
    const model = modelOf('v2', v2)
    const weather = { type: 'function', name: 'weather', inputSchema: {} } as const
    const tools = [{ type: 'provider', id: 'test.search', name: 'search', args: {} }, weather] as const
    await toRunnable(model).generate({ prompt: [], tools, temperature: 1 })
    expect(model.calls[0]).toEqual({
      prompt: [],
      temperature: 1,
      tools: [{ type: 'provider-defined', id: 'test.search', name: 'search', args: {} }, weather],
    })
    expect(tools[0].type).toBe('provider')
  })

  test('that gives no warnings at all has none', async () => {
    const { warnings, ...rest } = v2
    expect((await toRunnable(modelOf('v2', rest)).generate({ prompt: [] })).warnings).toEqual([])
  })
})

describe('a v4 model', () => {
  const link = new URL('https://files.example/a.png')

  test('answers with files that are no longer tagged', async () => {
    const model = modelOf('v4', {
      content: [
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
        { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'url', url: link } },
        { type: 'custom', kind: 'test.compaction' },
        { type: 'source', sourceType: 'document', id: 's', mediaType: 'text/plain', title: 'Notes' },
      ],
      finishReason: { unified: 'interrupted', raw: undefined },
      usage,
      warnings: [{ type: 'deprecated', setting: 'topK', message: 'Use topP.' }],
    })
    expect(await toRunnable(model).generate({ prompt: [] })).toEqual({
      content: [
        { type: 'file', mediaType: 'image/png', data: 'AAAA' },
        { type: 'reasoning-file', mediaType: 'image/png', data: link },
        { type: 'custom', kind: 'test.compaction' },
        { type: 'source', sourceType: 'document', id: 's', mediaType: 'text/plain', title: 'Notes' },
      ],
      finishReason: { unified: 'interrupted', raw: undefined },
      usage,
      warnings: [{ type: 'deprecated', setting: 'topK', message: 'Use topP.' }],
    })
  })

  test('streams the same, and everything that only v4 has is handed on', async () => {
    const others = [
      { type: 'ping' },
      { type: 'custom', kind: 'test.compaction' },
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
    ]
    const parts = await partsOf(
      modelOf('v4', {}, [
        ...others,
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1]) } },
        { type: 'finish', finishReason: { unified: 'stop', raw: 'end' }, usage },
      ]),
    )
    expect(parts.slice(0, 3)).toEqual(others)
    expect(parts[3]).toEqual({ type: 'file', mediaType: 'image/png', data: new Uint8Array([1]) })
    expect(parts[4]).toEqual({ type: 'finish', finishReason: { unified: 'stop', raw: 'end' }, usage })
  })
})

test('a model is adapted once, so that what is cached for it is found again', () => {
  const model = modelOf('v2', {})
  expect(toRunnable(model)).toBe(toRunnable(model))
})

test('which URLs a model takes is asked when it is needed, and not before', () => {
  let asked = 0
  const model = Object.defineProperty(modelOf('v4', {}), 'supportedUrls', { get: () => ({ n: [asked++] }) })
  const runnable = toRunnable(model)
  expect(asked).toBe(0)
  expect(runnable.supportedUrls).toEqual({ n: [0] })
})

test.each([
  ['a name', 'gpt-5', /"gpt-5" is the name of a model/],
  ['a provider', () => undefined, /call it with the id of a model/],
  ['nothing', undefined, /no doGenerate and doStream/],
  ['an object with a key in it', { apiKey: 'sk-12345678' }, /no doGenerate and doStream/],
  ['a model of an older version', modelOf('v1', {}), /version "v1".*v2, v3 and v4.*Update its package/],
])('%s is no model, and the error says what to pass', (_, given, message) => {
  const error = catchError(() => toRunnable(given))
  expect(error.code).toBe('model-unreadable')
  expect(error.message).toMatch(message)
  expect(error.message).toContain('gemini("…")')
  expect(JSON.stringify([error.message, error.evidence])).not.toContain('sk-12345678')
})

test('the error about a model of an unknown version is one that `ai` knows, with its fields', () => {
  const error = catchError(() => toRunnable({ ...modelOf('v1', {}), doGenerate: undefined }))
  expect(error).toMatchObject({
    name: 'AI_UnsupportedModelVersionError',
    version: 'v1',
    provider: 'test.chat',
    modelId: 'm',
  })
})

function catchError(run: () => unknown): ToolfitError {
  try {
    run()
  } catch (error) {
    if (ToolfitError.isInstance(error)) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

test('a name is a model of the provider that the program sets for all of its calls', () => {
  const scope = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown }
  scope.AI_SDK_DEFAULT_PROVIDER = { languageModel: (modelId: string) => ({ ...modelOf('v3', {}), modelId }) }
  try {
    expect(toRunnable('openai/gpt-5').modelId).toBe('openai/gpt-5')
  } finally {
    delete scope.AI_SDK_DEFAULT_PROVIDER
  }
})
