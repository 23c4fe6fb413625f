import { expect, test } from 'vitest'
import type { LanguageModel, ModelStreamPart } from './language-model.ts'
import { toV2 } from './to-v2.ts'

const usage = {
  inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: undefined },
  outputTokens: { total: 5, text: 2, reasoning: 3 },
}
const finishReason = { unified: 'tool-calls', raw: 'STOP' } as const
const warnings = [
  { type: 'unsupported', feature: 'topK', details: 'No.' },
  { type: 'unsupported', feature: 'tool "x"', details: 'Left out.' },
  { type: 'compatibility', feature: 'responseFormat' },
  { type: 'other', message: 'Hm.' },
] as const

const model = (parts: readonly ModelStreamPart[], onCancel: (reason: unknown) => void = () => undefined) =>
  ({
    specificationVersion: 'v3',
    provider: 'p',
    modelId: 'm',
    supportedUrls: { '*': [/x/] },
    doGenerate: async () => ({ content: [], finishReason, usage, warnings: [...warnings] }),
    doStream: async () => ({
      stream: new ReadableStream<ModelStreamPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
        cancel: onCancel,
      }),
    }),
  }) satisfies Omit<LanguageModel, 'v2'>

const usageV2 = { inputTokens: 10, outputTokens: 5, totalTokens: 15, reasoningTokens: 3, cachedInputTokens: 4 }

test('says the same in the words of ai 5', async () => {
  const v2 = toV2(model([]))
  expect(v2).toMatchObject({ specificationVersion: 'v2', provider: 'p', modelId: 'm', supportedUrls: { '*': [/x/] } })
  expect(await v2.doGenerate({ prompt: [] })).toEqual({
    content: [],
    finishReason: 'tool-calls',
    usage: usageV2,
    warnings: [
      { type: 'unsupported-setting', setting: 'topK', details: 'No.' },
      { type: 'other', message: 'tool "x": Left out.' },
      { type: 'other', message: 'responseFormat is not supported.' },
      { type: 'other', message: 'Hm.' },
    ],
  })
})

test('streams the same parts, and only start and finish are others', async () => {
  const delta = { type: 'text-delta', id: '0', delta: 'a' } as const
  const unknown = { unified: 'other', raw: undefined } as const
  const { stream } = await toV2(
    model([{ type: 'stream-start', warnings: [] }, delta, { type: 'finish', usage, finishReason: unknown }]),
  ).doStream({ prompt: [] })
  const reader = stream.getReader()
  const parts = [await reader.read(), await reader.read(), await reader.read(), await reader.read()]
  expect(parts.map(({ value }) => value)).toEqual([
    { type: 'stream-start', warnings: [] },
    delta,
    { type: 'finish', usage: usageV2, finishReason: 'unknown' },
    undefined,
  ])
})

test('results of tools that the provider ran say so: ai 5 puts them into the message of the assistant by it', async () => {
  const result = { type: 'tool-result', toolCallId: 'a', toolName: 'search', result: 'found' } as const
  const given = model([result])
  const v2 = toV2({ ...given, doGenerate: async (_options) => ({ ...(await given.doGenerate()), content: [result] }) })
  expect((await v2.doGenerate({ prompt: [] })).content).toEqual([{ ...result, providerExecuted: true }])
  const { value } = await (await v2.doStream({ prompt: [] })).stream.getReader().read()
  expect(value).toEqual({ ...result, providerExecuted: true })
})
