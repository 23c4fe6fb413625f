import { createGoogleGenerativeAI as createGoogle2 } from 'ai-sdk-google-2'
import { createGoogleGenerativeAI as createGoogle3 } from 'ai-sdk-google-3'
import { createGoogleGenerativeAI as createGoogle4 } from 'ai-sdk-google-4'
import * as ai5 from 'ai5'
import { MockLanguageModelV2 } from 'ai5/test'
import * as ai6 from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'
import * as ai7 from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../src/core/message.ts'
import { createEmulator } from '../src/emulator/app.ts'
import { gemini } from '../src/models/gemini/gemini.ts'
import { toPrompt } from '../src/models/prompt/to-prompt.ts'
import type { AnyLanguageModel, RunnableStreamPart } from '../src/models/versions/any-model.ts'
import { toRunnable } from '../src/models/versions/to-runnable.ts'

test('models of every version, and ours, are an AnyLanguageModel without a cast', () => {
  const models: AnyLanguageModel[] = [
    new MockLanguageModelV2(),
    new MockLanguageModelV3(),
    new MockLanguageModelV4(),
    createGoogle2({ apiKey: 'any' })('m'),
    createGoogle3({ apiKey: 'any' })('m'),
    createGoogle4({ apiKey: 'any' })('m'),
    gemini('gemini-3-flash-preview'),
    gemini('gemini-3-flash-preview').v2(),
  ]
  expect(models.map((model) => toRunnable(model).specificationVersion)).toEqual([
    'v2',
    'v3',
    'v4',
    'v2',
    'v3',
    'v4',
    'v3',
    'v2',
  ])
})

const bytes = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'), (char) => char.charCodeAt(0))

/** Messages that every version of ai takes, with everything that is converted on the way. */
const conversation = [
  { role: 'system', content: 'Be kind.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'text', text: '' },
      { type: 'image', image: bytes },
      { type: 'image', image: 'https://files.example/cat.png' },
      { type: 'file', data: 'JVBERi0xLjQ=', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file', data: 'data:text/plain;base64,aGk=', mediaType: 'text/plain' },
    ],
    providerOptions: { test: { cache: true } },
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', providerOptions: { test: { signature: 's' } } },
      { type: 'text', text: '' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 1 } },
      { type: 'tool-call', toolCallId: 'b', toolName: 'look', input: { at: 2 } },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'json', value: { seen: ['cat'] } } },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'b', toolName: 'look', output: { type: 'error-text', value: 'Too dark.' } },
    ],
  },
  { role: 'user', content: 'And now?' },
] as const satisfies readonly AnyModelMessage[]

/** What a model of a version is called with by its own `ai`. */
async function promptOfAi(version: string): Promise<unknown> {
  const supportedUrls = { 'image/*': [/^https:/] }
  const stop = async () => {
    throw new Error('Enough is known.')
  }
  const mocks = {
    v2: { ai: ai5 as unknown as typeof ai7, model: new MockLanguageModelV2({ supportedUrls, doGenerate: stop }) },
    v3: { ai: ai6 as unknown as typeof ai7, model: new MockLanguageModelV3({ supportedUrls, doGenerate: stop }) },
    v4: { ai: ai7, model: new MockLanguageModelV4({ supportedUrls, doGenerate: stop }) },
  }
  const { ai, model } = mocks[version as keyof typeof mocks]
  const [first, ...messages] = conversation
  const run = ai.generateText({
    model: model as never,
    system: first.content,
    messages: messages as never,
    maxRetries: 0,
  })
  await expect(run).rejects.toThrow('Enough is known.')
  return model.doGenerateCalls[0]!.prompt
}

/**
 * `image` alone is what ai 7 says where others say `image/*`; ai 5 leaves tool messages apart that the others join; keys that hold
 * undefined are no keys.
 */
function comparable(prompt: unknown): unknown {
  const text = JSON.stringify(prompt).replaceAll('"mediaType":"image"', '"mediaType":"image/*"')
  const joined: { role: string; content: unknown[] }[] = []
  for (const message of JSON.parse(text) as typeof joined) {
    const last = joined.at(-1)
    if (message.role === 'tool' && last?.role === 'tool') last.content.push(...message.content)
    else joined.push(message)
  }
  return joined
}

test.each(['v2', 'v3', 'v4'] as const)('a prompt for a %s model is the one that its own ai writes', async (version) => {
  const model = { specificationVersion: version, provider: 'test', supportedUrls: { 'image/*': [/^https:/] } }
  const [first, ...messages] = conversation
  const prompt = await toPrompt(messages, first.content, model)
  expect(comparable(prompt)).toEqual(comparable(await promptOfAi(version)))
})

const googles = [
  ['2', createGoogle2],
  ['3', createGoogle3],
  ['4', createGoogle4],
] as const

describe.each(googles)('@ai-sdk/google %s', (_, create) => {
  const connect = () => {
    const emulator = createEmulator()
    const fetch = (url: unknown, init: unknown) => emulator(new Request(url as string, init as RequestInit))
    const model = create({ apiKey: 'any', fetch: fetch as typeof globalThis.fetch })('gemini-3-flash-preview')
    return { emulator, runnable: toRunnable(model) }
  }
  const ask = async (runnable: ReturnType<typeof toRunnable>) => ({
    prompt: await toPrompt(
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'image', image: bytes },
          ],
        },
      ],
      undefined,
      runnable,
    ),
  })

  test('answers in the shapes of v3', async () => {
    const { emulator, runnable } = connect()
    emulator.script([{ reply: 'Hello.' }])
    const result = await runnable.generate(await ask(runnable))
    expect(emulator.requests.map(({ status }) => status)).toEqual([200])
    expect(result.content).toMatchObject([{ type: 'text', text: 'Hello.' }])
    expect(result.finishReason.unified).toBe('stop')
    expect(result.usage.inputTokens.total).toBeGreaterThan(0)
    expect(result.usage.outputTokens.total).toBeGreaterThan(0)
    expect(JSON.stringify(emulator.requests[0]!.body)).toContain('"mimeType":"image/png"')
  })

  test('streams in the shapes of v3', async () => {
    const { emulator, runnable } = connect()
    emulator.script([{ reply: 'Hello.' }])
    const stream = await runnable.stream(await ask(runnable))
    const parts: RunnableStreamPart[] = []
    for await (const batch of stream.parts) parts.push(...batch)
    const texts = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))
    expect(texts.join('')).toBe('Hello.')
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: { unified: 'stop' },
      usage: { inputTokens: { total: expect.any(Number) }, outputTokens: { total: expect.any(Number) } },
    })
  })
})
