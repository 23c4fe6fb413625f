import { describe, expect, test } from 'vitest'
import { type ScriptedModel, type ScriptStep, type ScriptVersion, scriptedModel } from './mock-model.ts'

const options = { prompt: [] }

const everything: ScriptStep = {
  content: [
    { type: 'reasoning', text: ['Th', 'ink'], providerMetadata: { p: { signature: 's' } }, metadataOn: 'delta' },
    { type: 'text', text: 'Hello' },
    {
      type: 'tool-call',
      toolCallId: 'c1',
      toolName: 'weather',
      input: '{"city":"Bern"}',
      deltas: ['{"city"', ':"Bern"}'],
    },
    { type: 'tool-call', toolCallId: 'c2', toolName: 'search', input: '{}', deltas: false, providerExecuted: true },
    { type: 'tool-result', toolCallId: 'c2', toolName: 'search', result: { hits: 1 } },
    { type: 'file', mediaType: 'image/png', data: 'AAAA' },
    { type: 'custom', kind: 'p.card' },
  ],
  usage: { input: 10, output: 5, reasoning: 2, cacheRead: 4 },
  warnings: [{ type: 'unsupported', feature: 'topK' }],
}

async function read(model: ScriptedModel, callOptions: object = options): Promise<{ type: string }[]> {
  const { stream } = await model.doStream({ prompt: [], ...callOptions })
  const parts: { type: string }[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts
    parts.push(value)
  }
}

const typesOf = (parts: readonly { type: string }[]) => parts.map(({ type }) => type)

describe('a scripted model', () => {
  test.each(['v2', 'v3', 'v4'] as const)('of %s says the same in doGenerate and in doStream', async (version) => {
    const { content, finishReason, usage, warnings } = await scriptedModel([everything], { version }).doGenerate(
      options,
    )
    const parts = await read(scriptedModel([everything], { version }))
    const whole = content.filter(({ type }) => type !== 'text' && type !== 'reasoning')
    expect(parts.filter((part) => whole.some(({ type }) => type === part.type))).toEqual(whole)
    expect(parts[0]).toEqual({ type: 'stream-start', warnings })
    expect(parts.at(-1)).toEqual({ type: 'finish', finishReason, usage })
  })

  test('streams text, reasoning and input in the pieces of the script', async () => {
    expect(typesOf(await read(scriptedModel([everything])))).toEqual([
      'stream-start',
      ...['reasoning-start', 'reasoning-delta', 'reasoning-delta', 'reasoning-delta', 'reasoning-end'],
      ...['text-start', 'text-delta', 'text-end'],
      ...['tool-input-start', 'tool-input-delta', 'tool-input-delta', 'tool-input-end', 'tool-call'],
      ...['tool-call', 'tool-result', 'file', 'finish'],
    ])
  })

  test('speaks the words of its version', async () => {
    const answer = (version: ScriptVersion) => scriptedModel([everything], { version }).doGenerate(options)
    expect(await answer('v2')).toMatchObject({
      finishReason: 'tool-calls',
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, reasoningTokens: 2, cachedInputTokens: 4 },
      warnings: [{ type: 'unsupported-setting', setting: 'topK' }],
    })
    expect(await answer('v3')).toMatchObject({
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 10, noCache: 6, cacheRead: 4 },
        outputTokens: { total: 5, text: 3, reasoning: 2 },
      },
    })
    const { content } = await answer('v4')
    expect(content.slice(-2)).toEqual([
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
      { type: 'custom', kind: 'p.card' },
    ])
  })

  test('plays one step for each call, and has no more than its script', async () => {
    const model = scriptedModel(['one', 'two'])
    await model.doGenerate(options)
    await read(model)
    expect(model.calls.map(({ method }) => method)).toEqual(['doGenerate', 'doStream'])
    await expect(model.doGenerate(options)).rejects.toThrow('The script ends before call 3.')
  })

  test('makes no part that nobody asked for, and knows when it was given up', async () => {
    const model = scriptedModel(['text'])
    const { stream } = await model.doStream(options)
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(model.calls[0]).toMatchObject({ partsTaken: 1, cancelled: true })
  })
})

describe('a fault', () => {
  const error = new Error('down')

  test('at the call refuses it', async () => {
    const model = scriptedModel([{ fault: { type: 'throw', error } }, { fault: { type: 'throw', error } }])
    await expect(model.doGenerate(options)).rejects.toBe(error)
    await expect(model.doStream(options)).rejects.toBe(error)
  })

  test('in a stream comes after as many parts as it says', async () => {
    const content = [{ type: 'text', text: 'Hi' }] as const
    const types = async (fault: NonNullable<ScriptStep['fault']>) =>
      typesOf(await read(scriptedModel([{ content, fault }])))
    expect(await types({ type: 'error-part', error, after: 1 })).toEqual([
      'stream-start',
      'text-start',
      'error',
      'text-delta',
      'text-end',
      'finish',
    ])
    expect(await types({ type: 'cut', after: 2 })).toEqual(['stream-start', 'text-start', 'text-delta'])
    await expect(types({ type: 'break', error, after: 0 })).rejects.toBe(error)
  })

  test('that hangs lasts until the abort', async () => {
    const controller = new AbortController()
    const model = scriptedModel(() => ({ fault: { type: 'hang' } }))
    const reason = new Error('enough')
    const waiting = [
      model.doGenerate({ prompt: [], abortSignal: controller.signal }),
      read(model, { abortSignal: controller.signal }),
    ]
    controller.abort(reason)
    for (const promise of waiting) await expect(promise).rejects.toBe(reason)
  })
})
