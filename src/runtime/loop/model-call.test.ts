import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { gemini } from '../../models/gemini/gemini.ts'
import { tool } from '../../tools/tool.ts'
import { APICallError } from '../errors/model-errors.ts'
import { generateText } from '../generate-text.ts'
import { stepCountIs } from '../run/stop-when.ts'
import { streamText } from '../stream-text.ts'

const overloaded = () =>
  Response.json({ error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } }, { status: 503 })

/** A model of ours that answers with these parts in turn; `undefined` is an overloaded server. */
function modelOf(answers: readonly (object | undefined)[], settings = {}) {
  const bodies: unknown[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)))
    const part = answers[bodies.length - 1]
    if (part === undefined) return overloaded()
    const reply = { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] }
    const isStream = String(url).includes('alt=sse')
    return isStream ? new Response(`data: ${JSON.stringify(reply)}\n\n`) : Response.json(reply)
  }
  const model = gemini('gemini-3-flash-preview', { apiKey: 'any', fetch, ...settings })
  return { model, bodies }
}

describe.each(['generateText', 'streamText'] as const)('%s with a model of ours', (way) => {
  const run = (options: Parameters<typeof generateText>[0]) =>
    way === 'generateText' ? generateText(options) : streamText(options)

  test('retries by the retryPolicy of the model', async () => {
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const retryPolicy = { firstDelayMs: 8, random: () => 1, wait }
    const { model, bodies } = modelOf([undefined, undefined, { text: 'There you are.' }], { retryPolicy })
    expect(await (await run({ model, prompt: 'Go.' })).text).toBe('There you are.')
    expect(waits).toEqual([8, 16])
    expect(bodies).toHaveLength(3)
  })

  test('retries as often as maxRetries says, not that often again in the model', async () => {
    const wait = async () => undefined
    const { model, bodies } = modelOf([], { retryPolicy: { wait }, maxRetries: 4 })
    const text = async () => (await run({ model, prompt: 'Go.', maxRetries: 1, onError() {} })).text
    await expect(text()).rejects.toThrow('Busy.')
    expect(bodies).toHaveLength(2)
  })

  test('checks the input of a call once, and keeps what the model sent', async () => {
    let checks = 0
    const isSeen = (city: string) => {
      checks += 1
      return city !== ''
    }
    const seen: unknown[] = []
    const weather = tool({
      inputSchema: z.object({
        city: z
          .string()
          .refine(isSeen)
          .transform((city) => city.length),
        unit: z.string().default('C'),
        tags: z.record(z.string(), z.number()),
      }),
      execute: (input) => void seen.push(input),
    })
    const args = { city: 'Rome', tags: { a: 1 } }
    const { model, bodies } = modelOf([{ functionCall: { name: 'weather', args } }, { text: 'Done.' }])
    const result = await run({ model, prompt: 'Go.', tools: { weather }, stopWhen: stepCountIs(2) })
    const [call] = ((await result.messages)[1] as { content: { input: unknown }[] }).content
    expect(seen).toEqual([{ city: 4, unit: 'C', tags: { a: 1 } }])
    expect(checks).toBe(1)
    expect(call!.input).toEqual({ city: 'Rome', tags: { a: 1 } })
    expect(bodies[1]).toMatchObject({ contents: [{}, { parts: [{ functionCall: { args } }] }, {}] })
  })

  test('shows repairToolCall the call as the model made it', async () => {
    const calls: unknown[] = []
    const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => city })
    const { model } = modelOf([{ functionCall: { name: 'weather', args: { town: 'Rome' } } }])
    const result = await run({
      model,
      prompt: 'Go.',
      tools: { weather },
      repairToolCall({ toolCall }) {
        calls.push(Object.keys(toolCall).sort())
        return { ...toolCall, input: '{"city":"Rome"}' }
      },
    })
    expect(await result.toolResults).toMatchObject([{ output: 'Rome' }])
    expect(calls).toEqual([['input', 'providerMetadata', 'toolCallId', 'toolName', 'type']])
  })
})

test('each try to open the stream of another model is told as a call of the model', async () => {
  const overload = Object.assign(
    new APICallError({ message: 'Busy.', url: 'u', requestBodyValues: {}, statusCode: 503 }),
    {
      responseHeaders: { 'retry-after-ms': '1' },
    },
  )
  let tries = 0
  const { doStream, ...rest } = scriptedModel(() => 'There.')
  const model = {
    ...rest,
    doStream: async (options: never) => {
      if (tries++ === 0) throw overload
      return doStream(options)
    },
  }
  let told = 0
  const { text } = streamText({ model: model as never, prompt: 'Go.', onLanguageModelCallStart: () => void told++ })
  expect(await text).toBe('There.')
  expect(told).toBe(2)
})

test.each([
  { version: 'v2', isWritten: true },
  { version: 'v3', isWritten: true },
  { version: 'v4', isWritten: false },
] as const)(
  'the tools of a $version model have the fields that the ai of its time writes',
  async ({ version, isWritten }) => {
    const model = scriptedModel(['Hi.'], { version })
    await generateText({ model, prompt: 'Go.', tools: { go: tool({ inputSchema: z.object({}) }) } })
    const fields = Object.keys(model.calls[0]?.options.tools?.[0] ?? {})
    expect(['description', 'providerOptions'].map((field) => fields.includes(field))).toEqual([isWritten, isWritten])
  },
)
