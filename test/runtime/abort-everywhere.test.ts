import { describe, expect, test } from 'vitest'
import { checkHistory } from '../../src/history/check.ts'
import type { ProfileId } from '../../src/history/profile.ts'
import { generateText, isLoopFinished, jsonSchema, runStateOf, streamText, tool } from '../../src/index.ts'
import { scriptedModel } from './mock-model.ts'

/** Everything here happens in microtasks, so that a run can be stopped before each of them. */
const call = (toolCallId: string, toolName: string) =>
  ({ type: 'tool-call', toolCallId, toolName, input: '{"city":"Rome"}' }) as const

const model = () =>
  scriptedModel(
    [
      {
        content: [
          { type: 'reasoning', text: ['hm', '…'], providerMetadata: { anthropic: { signature: 'c2lnbmVk' } } },
          { type: 'text', text: ['Let me ', 'see.'] },
          call('one', 'weather'),
          call('two', 'stream'),
          call('three', 'broken'),
        ],
      },
      { content: [call('four', 'weather'), call('five', 'unknown')] },
      'Sunny.',
    ],
    // Nobody may rely on a model that minds its signal.
    { ignoresAbort: true },
  )

const inputSchema = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } })

const tools = {
  weather: tool({ inputSchema, execute: async ({ city }) => ({ city, celsius: 31 }) }),
  stream: tool({
    inputSchema,
    async *execute() {
      yield 'looking'
      yield 'found'
    },
  }),
  broken: tool({
    inputSchema,
    execute: () => {
      throw new Error('The sensor is down.')
    },
  }),
}

const profiles: readonly ProfileId[] = ['gemini', 'openai-chat', 'openai-responses', 'anthropic']

/** What people do with a conversation that broke off. */
const goOn = { role: 'user', content: 'Go on.' } as const

/** Runs, and aborts after so many microtasks. Resolves to what is left of it. */
async function abortAfter(ticks: number, kind: 'generateText' | 'streamText') {
  const controller = new AbortController()
  let isOver = false
  const stop = async () => {
    for (let count = 0; count < ticks && !isOver; count++) await undefined
    if (!isOver) controller.abort()
  }
  const options = {
    model: model(),
    prompt: 'Weather?',
    tools,
    stopWhen: isLoopFinished(),
    abortSignal: controller.signal,
  }
  const run = kind === 'generateText' ? generateText(options) : play(options)
  const stopping = stop()
  try {
    const { messages } = await run
    isOver = true
    await stopping
    return { messages, error: undefined }
  } catch (error) {
    return { messages: runStateOf(error)?.messages, error }
  }
}

async function play(options: Parameters<typeof generateText>[0]) {
  const result = streamText(options)
  const parts: string[] = []
  for await (const { type } of result.fullStream) parts.push(type)
  // The stream ends by itself, and says why.
  expect(['finish', 'abort']).toContain(parts.at(-1))
  return { messages: await result.messages }
}

describe.each(['generateText', 'streamText'] as const)('%s, aborted before each of its microtasks, (C15)', (kind) => {
  test('rejects with an AbortError and leaves valid messages behind, or is done', async () => {
    // The readers of schemas are loaded once; loading is no microtask.
    await generateText({ model: model(), prompt: 'Weather?', tools, stopWhen: isLoopFinished() })
    let aborted = 0
    const lengths = new Set<number>()
    const seen = new Set<string>()
    for (let ticks = 0; ; ticks++) {
      const { messages, error } = await abortAfter(ticks, kind)
      expect(messages, `after ${ticks} microtasks: ${String(error)}`).toBeDefined()
      const continued = [...messages!, goOn]
      const text = JSON.stringify(continued)
      if (!seen.has(text))
        for (const profile of profiles) expect(checkHistory(continued, profile), `${ticks}: ${profile}`).toEqual([])
      seen.add(text)
      lengths.add(messages!.length)
      if (error === undefined) break
      aborted++
      expect(error).toMatchObject({ name: 'AbortError', code: 'run-aborted' })
    }
    // It was stopped at many points, in every phase of it.
    expect(aborted).toBeGreaterThan(50)
    expect([...lengths].sort()).toEqual([1, 2, 3, 5, 6].filter((length) => lengths.has(length)))
    expect(lengths.size).toBeGreaterThan(3)
  }, 60_000)
})
