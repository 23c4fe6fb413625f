import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anthropic } from '../src/models/anthropic/anthropic.ts'
import { openai } from '../src/models/openai/openai.ts'
import type { LanguageModel } from '../src/models/versions/language-model.ts'
import { createStrictAnthropic } from '../test/models/strict-anthropic-server.ts'
import { createStrictOpenai } from '../test/models/strict-openai-server.ts'

/** Versions whose types differ, and whose calls do not. */
const versions: readonly { readonly name: string; readonly ai: typeof ai7; readonly isV2?: true }[] = [
  { name: 'ai 5', ai: ai5 as unknown as typeof ai7, isV2: true },
  { name: 'ai 6', ai: ai6 as unknown as typeof ai7 },
  { name: 'ai 7', ai: ai7 },
]

interface Served {
  readonly model: LanguageModel
  readonly requests: readonly Record<string, unknown>[]
}

const apiKey = 'sk-ant-test-key'
const models: Readonly<Record<string, () => Served>> = {
  openai() {
    const { fetch, requests } = createStrictOpenai()
    return { model: openai('gpt-5.2', { apiKey, fetch }), requests }
  },
  'openai, strict'() {
    const { fetch, requests } = createStrictOpenai()
    return { model: openai('gpt-5.2', { apiKey, fetch, strict: true }), requests }
  },
  kimi() {
    const { fetch, requests } = createStrictOpenai({ wantsReasoning: true, thinks: 'Hm.' })
    return { model: openai('kimi-k2.6', { apiKey, fetch, preset: 'kimi' }), requests }
  },
  anthropic() {
    const { fetch, requests } = createStrictAnthropic()
    return { model: anthropic('claude-sonnet-4-5', { apiKey, fetch }), requests }
  },
}

const everywhere = versions.flatMap((version) => Object.keys(models).map((id) => ({ ...version, id })))
const thinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } }

function toolSet(ai: typeof ai7, seen: unknown[]) {
  const run = (result: unknown) => async (input: unknown) => {
    seen.push(input)
    return result
  }
  return {
    weather: ai.tool({
      description: 'The weather in a city.',
      inputSchema: z.object({ city: z.string(), days: z.number().default(1) }),
      execute: run({ celsius: 31 }),
    }),
    time: ai.tool({ inputSchema: z.object({ zone: z.enum(['CET', 'UTC']) }), execute: run('12:00') }),
  }
}

const inputs = [{ city: 'Rome', days: 7 }, { zone: 'CET' }]

describe.each(everywhere)('$name on $id', ({ ai, isV2, id }) => {
  const prepare = () => {
    const { model, requests } = models[id]!()
    const seen: unknown[] = []
    return { model: (isV2 ? model.v2() : model) as never, requests, seen, tools: toolSet(ai, seen) }
  }

  test('generateText runs parallel tools, thinks, and gets its answer', async () => {
    const { model, requests, seen, tools } = prepare()
    const stopWhen = ai.stepCountIs(5)
    const result = await ai.generateText({
      model,
      tools,
      prompt: 'Rome?',
      stopWhen,
      providerOptions: thinking as never,
    })
    expect(seen).toEqual(inputs)
    expect(result.steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
    expect(result.text).toContain('12:00')
    expect(requests).toHaveLength(2)
  })

  test('streamText does the same', async () => {
    const { model, requests, seen, tools } = prepare()
    const stopWhen = ai.stepCountIs(5)
    const errors: unknown[] = []
    const onError = ({ error }: { error: unknown }) => void errors.push(error)
    const result = ai.streamText({
      model,
      tools,
      prompt: 'Rome?',
      stopWhen,
      onError,
      providerOptions: thinking as never,
    })
    let text = ''
    for await (const delta of result.textStream) text += delta
    expect(errors).toEqual([])
    expect(seen).toEqual(inputs)
    expect(text).toContain('12:00')
    expect(requests).toHaveLength(2)
  })

  // Kimi takes no schema, so our server cannot answer by one.
  test.skipIf(id === 'kimi')('an answer of a given form is what the schema says', async () => {
    const { model } = prepare()
    const schema = z.object({ celsius: z.number(), city: z.string() })
    const { object } = await ai.generateObject({ model, schema, prompt: 'Rome?' })
    expect(object).toEqual({ celsius: 7, city: 'Rome' })
  })

  test('a refusal is the APICallError of the SDK, and is retried by it alone', async () => {
    let calls = 0
    const fetch = async () => {
      calls++
      return Response.json(
        { error: { type: 'rate_limit_error', message: 'Slow down' } },
        { status: 429, headers: { 'retry-after-ms': '1' } },
      )
    }
    const model = id === 'anthropic' ? anthropic('claude', { apiKey, fetch }) : openai('gpt', { apiKey, fetch })
    const given = (isV2 ? model.v2() : model) as never
    const error = await ai
      .generateText({ model: given, prompt: 'Hi', maxRetries: 1 })
      .catch((thrown: unknown) => thrown)
    expect(ai.RetryError.isInstance(error) && ai.APICallError.isInstance(error.lastError)).toBe(true)
    expect(calls).toBe(2)
  })
})
