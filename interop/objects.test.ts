import * as ai from 'ai7'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai7/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as toolfit from '../src/index.ts'

const ours = toolfit as unknown as typeof ai
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
type Part =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer PART> ? PART : never
type Options = Record<string, unknown>

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 20, text: 20, reasoning: undefined },
  raw: { tokens: 30 },
}
const finishReason = { unified: 'stop' as const, raw: 'stop' }
const schema = z.object({ content: z.string() })

function answering(text: string | undefined, more: Partial<Generated> = {}): MockLanguageModelV4 {
  const content = text === undefined ? [] : [{ type: 'text' as const, text }]
  return new MockLanguageModelV4({ doGenerate: { content, finishReason, usage, warnings: [], ...more } })
}

function streaming(deltas: readonly string[], before: readonly Part[] = []): MockLanguageModelV4 {
  const parts: Part[] = [
    { type: 'stream-start', warnings: [{ type: 'other', message: 'w' }] },
    { type: 'response-metadata', id: 'r', modelId: 'm', timestamp: new Date(0) },
    { type: 'text-start', id: '1' },
    ...deltas.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
    { type: 'text-end', id: '1' },
    ...before,
    { type: 'finish', finishReason, usage, providerMetadata: { p: { a: 1 } } },
  ]
  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: convertArrayToReadableStream(parts),
      request: { body: 'sent' },
      response: { headers: { h: '1' } },
    }),
  })
}

/** All that can be seen, without the user agent, keys that hold undefined, and the JSON Schema, which `ai` prints in its own way. */
function visible(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'schema' || key === 'headers') return undefined
      if (!(inner instanceof Error)) return inner
      const { name, message, cause } = inner
      return { ...inner, code: undefined, evidence: undefined, name, message, cause }
    }),
  )
}

function withListeners(options: Options): Options & { readonly log: unknown[] } {
  const log: unknown[] = []
  let count = 0
  const listener = (name: string) => (event: unknown) => log.push([name, event])
  return {
    prompt: 'Hi',
    _internal: { generateId: () => `id-${count++}`, currentDate: () => new Date(0), now: () => 0 },
    ...Object.fromEntries(['onStart', 'onStepStart', 'onStepEnd', 'onFinish'].map((name) => [name, listener(name)])),
    ...options,
    log,
  }
}

async function generated(sdk: typeof ai, model: MockLanguageModelV4, given: Options): Promise<unknown> {
  const { log, ...options } = withListeners(given)
  const outcome = await sdk.generateObject({ model, ...options } as never).catch((error: unknown) => error)
  return visible({ outcome, log, calls: model.doGenerateCalls })
}

const fields = ['object', 'finishReason', 'usage', 'warnings', 'request', 'response', 'providerMetadata'] as const

async function streamed(sdk: typeof ai, model: MockLanguageModelV4, given: Options): Promise<unknown> {
  const { log, ...options } = withListeners(given)
  const onError = (event: unknown) => log.push(['onError', event])
  const result = sdk.streamObject({ model, onError, ...options } as never)
  const parts: unknown[] = []
  for await (const part of result.fullStream) parts.push(structuredClone(visible(part)))
  const values = await Promise.all(fields.map((name) => result[name].catch((error: unknown) => ({ rejected: error }))))
  return visible({ parts, values, log, calls: model.doStreamCalls })
}

test.each<[string, () => MockLanguageModelV4, Options]>([
  ['an object', () => answering('{ "content": "a" }'), { schema }],
  [
    'an object with a name, settings and instructions',
    () => answering('{ "content": "a" }'),
    { schema, schemaName: 'n', schemaDescription: 'd', temperature: 0, maxRetries: 1, system: 's' },
  ],
  [
    'all that a model says about its answer',
    () =>
      answering('{ "content": "a" }', {
        request: { body: 'b' },
        response: { id: 'r', timestamp: new Date(1), modelId: 'm', body: 'bb' },
        providerMetadata: { a: { b: 1 } },
        warnings: [{ type: 'other', message: 'w' }],
      }),
    { schema },
  ],
  [
    'reasoning',
    () =>
      answering('', {
        content: [
          { type: 'reasoning', text: 'one' },
          { type: 'reasoning', text: 'two' },
          { type: 'text', text: '{"content":"a"}' },
        ],
      }),
    { schema },
  ],
  ['no answer', () => answering(undefined), { schema }],
  ['text that is not JSON', () => answering('{ broken'), { schema }],
  ['an object that does not fit', () => answering('{ "content": 1 }'), { schema }],
  ['an answer that was cut off', () => answering('{}', { finishReason: { unified: 'length', raw: 'l' } }), { schema }],
  ['a list', () => answering('{ "elements": [{ "content": "a" }] }'), { schema, output: 'array' }],
  ['a list that does not fit', () => answering('{ "elements": [{ "content": 1 }] }'), { schema, output: 'array' }],
  ['an object instead of a list', () => answering('{ "content": "a" }'), { schema, output: 'array' }],
  ['a word', () => answering('{ "result": "a" }'), { output: 'enum', enum: ['a', 'b'] }],
  ['another word', () => answering('{ "result": "c" }'), { output: 'enum', enum: ['a', 'b'] }],
  ['any JSON', () => answering('[{ "a": 1 }]'), { output: 'no-schema' }],
])('generateObject does what that of ai 7 does: %s', async (_, model, options) => {
  expect(await generated(ours, model(), options)).toEqual(await generated(ai, model(), options))
})

test.each<[string, () => MockLanguageModelV4, Options]>([
  ['an object', () => streaming(['{ ', '"content": ', '"Hello, ', 'world', '!"', ' }']), { schema }],
  [
    'a list',
    () => streaming(['{"elements":[', '{"content":"a"', '},', '{"content":"b"},', '{"content":', '"c"}', ']}']),
    { schema, output: 'array' },
  ],
  ['a list at once', () => streaming(['{"elements":[{"content":"a"}]}']), { schema, output: 'array' }],
  ['an empty list', () => streaming(['{"elements":[', ']}']), { schema, output: 'array' }],
  [
    'a list that does not fit',
    () => streaming(['{"elements":[{"content":1},', '{"content":"b"}]}']),
    { schema, output: 'array' },
  ],
  [
    'a word',
    () => streaming(['{ ', '"result": ', '"su', 'nny', '"', ' }']),
    { output: 'enum', enum: ['sunny', 'snowy'] },
  ],
  ['a word that two begin with', () => streaming(['{"result":"a', 'b"}']), { output: 'enum', enum: ['ab', 'abc'] }],
  ['another word', () => streaming(['{"result":"x', '"}']), { output: 'enum', enum: ['ab'] }],
  ['any JSON', () => streaming(['{ "a', '": [1, ', '2.5, tr', 'ue, "x', '"] }']), { output: 'no-schema' }],
  ['an object that does not fit', () => streaming(['{ "other": ', '"x" }']), { schema }],
  ['an object that ends too early', () => streaming(['{ "content": "a"']), { schema }],
  [
    'an error of the model',
    () => streaming(['{ "content": ', '"a" }'], [{ type: 'error', error: new Error('Down.') }]),
    { schema },
  ],
])('streamObject does what that of ai 7 does: %s', async (_, model, options) => {
  expect(await streamed(ours, model(), options)).toEqual(await streamed(ai, model(), options))
})
