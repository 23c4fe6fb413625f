import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createEmulator } from '../src/emulator/app.ts'
import { gemini } from '../src/models/gemini/gemini.ts'
import type { GeminiProfile } from '../src/models/gemini/gemini-endpoint.ts'

/** Versions whose types differ, and whose calls do not. */
const versions: readonly { readonly name: string; readonly ai: typeof ai7; readonly isV2?: true }[] = [
  { name: 'ai 5', ai: ai5 as unknown as typeof ai7, isV2: true },
  { name: 'ai 6', ai: ai6 as unknown as typeof ai7 },
  { name: 'ai 7', ai: ai7 },
]
const generations = ['gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-3.6-flash']
const profiles: readonly GeminiProfile[] = ['ai-studio', 'vertex', 'cloud-code']

const everywhere = versions.flatMap((version) =>
  generations.flatMap((id) => profiles.map((profile) => ({ ...version, id, profile }))),
)

function emulated(id: string, profile: GeminiProfile, isV2: true | undefined) {
  const emulator = createEmulator()
  const model = gemini(id, {
    profile,
    ...(profile === 'ai-studio' ? { apiKey: 'any' } : { project: 'p', headers: { authorization: 'Bearer any' } }),
    fetch: (url, init) => emulator(new Request(url, init)),
  })
  emulator.script([
    {
      reply: [
        { functionCall: { name: 'weather', args: { city: 'Rome', units: [{ key: 'temperature', value: 'C' }] } } },
        { functionCall: { name: 'time', args: { zone: { item_0: 'CET', item_1: 1 } } } },
      ],
    },
    { reply: [{ text: 'Let me see.' }, { functionCall: { name: 'weather', args: { city: 'Oslo', units: [] } } }] },
    { reply: 'Rome is warmer than Oslo.' },
  ])
  return { emulator, model: (isV2 ? model.v2() : model) as never }
}

function toolSet(ai: typeof ai7, seen: unknown[]) {
  const weather = ai.tool({
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string(), units: z.record(z.string(), z.string()), days: z.number().default(1) }),
    execute: async (input: unknown) => {
      seen.push(input)
      return { celsius: 31, $ref: '#/x' }
    },
  })
  const time = ai.tool({
    inputSchema: z.object({ zone: z.tuple([z.string(), z.number()]) }),
    execute: async (input: unknown) => {
      seen.push(input)
      return '12:00'
    },
  })
  return { weather, time }
}

const inputs = [
  { city: 'Rome', units: { temperature: 'C' }, days: 1 },
  { zone: ['CET', 1] },
  { city: 'Oslo', units: {}, days: 1 },
]

describe.each(everywhere)('$name, $id on $profile', ({ ai, isV2, id, profile }) => {
  test('generateText runs parallel tools over several steps', async () => {
    const { emulator, model } = emulated(id, profile, isV2)
    const seen: unknown[] = []
    const tools = toolSet(ai, seen)
    const result = await ai.generateText({ model, tools, prompt: 'Rome or Oslo?', stopWhen: ai.stepCountIs(5) })
    expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(result.text).toBe('Rome is warmer than Oslo.')
    expect(result.steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop'])
    expect(seen).toEqual(inputs)
  })

  test('streamText does the same', async () => {
    const { emulator, model } = emulated(id, profile, isV2)
    const seen: unknown[] = []
    const tools = toolSet(ai, seen)
    const result = ai.streamText({ model, tools, prompt: 'Rome or Oslo?', stopWhen: ai.stepCountIs(5) })
    const errors: unknown[] = []
    for await (const part of result.fullStream) if (part.type === 'error') errors.push(part.error)
    expect(errors).toEqual([])
    expect(await result.text).toBe('Rome is warmer than Oslo.')
    expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(seen).toEqual(inputs)
  })
})

describe.each(versions)('$name', ({ ai, isV2 }) => {
  const failing = (fault: string) => {
    const emulator = createEmulator()
    const model = gemini('gemini-3-flash-preview', {
      apiKey: 'any',
      fetch: (url, init) => {
        const headers = new Headers(init.headers)
        headers.set('x-toolfit-fault', fault)
        return emulator(new Request(url, { ...init, headers }))
      },
    })
    return { emulator, model: (isV2 ? model.v2() : model) as never }
  }

  test('recognises our errors as its own, and retries by them: three tries, and not nine', async () => {
    const { emulator, model } = failing('429;retry=0.01')
    const error = await ai.generateText({ model, prompt: 'Hi.' }).catch((thrown: unknown) => thrown)
    expect(ai.RetryError.isInstance(error)).toBe(true)
    const { lastError } = error as { lastError: unknown }
    expect(ai.APICallError.isInstance(lastError)).toBe(true)
    expect(lastError).toMatchObject({ statusCode: 429, isRetryable: true })
    expect(emulator.requests).toHaveLength(3)
  })

  test('does not retry what waiting does not help', async () => {
    const { emulator, model } = failing('429-daily')
    const error = await ai.generateText({ model, prompt: 'Hi.' }).catch((thrown: unknown) => thrown)
    expect(ai.APICallError.isInstance(error)).toBe(true)
    expect(emulator.requests).toHaveLength(1)
  })

  test('knows a missing key', async () => {
    const model = (isV2 ? gemini('gemini-3-flash-preview').v2() : gemini('gemini-3-flash-preview')) as never
    const error = await ai.generateText({ model, prompt: 'Hi.' }).catch((thrown: unknown) => thrown)
    expect(ai.LoadAPIKeyError.isInstance(error)).toBe(true)
  })

  test('generateObject gets an object in the shape of its own schema', async () => {
    const emulator = createEmulator()
    emulator.script([{ reply: '{"scores":[{"key":"a","value":1}]}' }])
    // An older model, whose form has no records.
    const made = gemini('gemini-2.0-flash', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) })
    const schema = z.object({ scores: z.record(z.string(), z.number()) })
    const { object } = await ai.generateObject({ model: (isV2 ? made.v2() : made) as never, schema, prompt: 'Rate.' })
    expect(object).toEqual({ scores: { a: 1 } })
  })
})
