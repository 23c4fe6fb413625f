import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type StreamTextOptions, stepCountIs, streamText, tool } from '../../src/index.ts'
import type { UIMessage } from '../../src/runtime/ui/ui-message.ts'
import { type Script, scriptedModel } from '../runtime/mock-model.ts'

const weather = tool({
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string(), unit: z.string().default('C') }),
  execute: ({ city, unit }) => ({ city, degrees: 20, unit }),
})

const askWeather = { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Bern"}' } as const
const twoSteps: Script = [
  { content: [askWeather] },
  { content: [{ type: 'text', id: 't1', text: ['It is ', 'warm.'] }] },
]

function run(script: Script, more: Partial<StreamTextOptions<{ weather: typeof weather }>> = {}) {
  return streamText({
    model: scriptedModel(script),
    prompt: 'How is the weather in Bern?',
    tools: { weather },
    stopWhen: stepCountIs(5),
    ...more,
  })
}

/** The events of a body, read. */
const eventsOf = (body: string) =>
  body
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => (event === 'data: [DONE]' ? 'done' : JSON.parse(event.slice('data: '.length))))

const expectedEvents = [
  { type: 'start' },
  { type: 'start-step' },
  { type: 'tool-input-start', toolCallId: 'c1', toolName: 'weather' },
  { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"city":"Bern"}' },
  { type: 'tool-input-available', toolCallId: 'c1', toolName: 'weather', input: { city: 'Bern', unit: 'C' } },
  { type: 'tool-output-available', toolCallId: 'c1', output: { city: 'Bern', degrees: 20, unit: 'C' } },
  { type: 'finish-step' },
  { type: 'start-step' },
  { type: 'text-start', id: 't1' },
  { type: 'text-delta', id: 't1', delta: 'It is ' },
  { type: 'text-delta', id: 't1', delta: 'warm.' },
  { type: 'text-end', id: 't1' },
  { type: 'finish-step' },
  { type: 'finish', finishReason: 'stop' },
  'done',
]

describe('streamText for front ends', () => {
  test('answers a request of useChat', async () => {
    const response = run(twoSteps).toUIMessageStreamResponse()
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(eventsOf(await response.text())).toEqual(expectedEvents)
  })

  test('answers with text', async () => {
    const response = run(twoSteps).toTextStreamResponse({ headers: { 'x-mine': '1' } })
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-mine')).toBe('1')
    expect(await response.text()).toBe('It is warm.')
  })

  test('leaves a message to store', async () => {
    const stored: UIMessage[][] = []
    const original: UIMessage[] = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }]
    const chunks = run(twoSteps).toUIMessageStream({
      originalMessages: original,
      generateMessageId: () => 'a1',
      onFinish: ({ messages }) => void stored.push(messages),
    })
    for await (const _ of chunks);
    expect(stored).toEqual([
      [
        { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        {
          id: 'a1',
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            {
              type: 'tool-weather',
              toolCallId: 'c1',
              state: 'output-available',
              input: { city: 'Bern', unit: 'C' },
              output: { city: 'Bern', degrees: 20, unit: 'C' },
            },
            { type: 'step-start' },
            { type: 'text', text: 'It is warm.', state: 'done' },
          ],
        },
      ],
    ])
  })

  test('masks what went wrong, unless onError has words for it', async () => {
    const script: Script = [{ fault: { type: 'throw', error: new Error('The key sk-1234 is wrong.') } }]
    const masked = await run(script, { maxRetries: 0 }).toUIMessageStreamResponse().text()
    expect(masked).not.toContain('1234')
    expect(eventsOf(masked).at(-2)).toEqual({ type: 'error', errorText: 'An error occurred.' })
    const told = run(script, { maxRetries: 0 }).toUIMessageStreamResponse({ onError: () => 'Try again.' })
    expect(eventsOf(await told.text()).at(-2)).toEqual({ type: 'error', errorText: 'Try again.' })
  })

  test('tells of an abort', async () => {
    const controller = new AbortController()
    const script: Script = [
      { content: [{ type: 'text', id: 't1', text: ['It', ' is'] }], fault: { type: 'hang', after: 2 } },
    ]
    let isAborted: boolean | undefined
    const chunks = run(script, { abortSignal: controller.signal }).toUIMessageStream({
      onEnd: (event) => {
        isAborted = event.isAborted
      },
    })
    const types: string[] = []
    for await (const chunk of chunks) {
      types.push(chunk.type)
      if (chunk.type === 'text-delta') controller.abort()
    }
    expect(types).toEqual(['start', 'start-step', 'text-start', 'text-delta', 'abort'])
    expect(isAborted).toBe(true)
  })

  test('stops asking the model when the client of a response goes away', async () => {
    const model = scriptedModel([{ content: [{ type: 'text', text: Array.from({ length: 1000 }, () => 'word ') }] }])
    const reader = run([], { model }).toUIMessageStreamResponse().body!.getReader()
    for (let reads = 0; reads < 5; reads += 1) await reader.read()
    await reader.cancel()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(model.calls[0]?.partsTaken).toBeLessThan(20)
  })

  test("writes to a response of Node's http, which accepts it as it is", async () => {
    const server = createServer((request, response) => {
      const result = run(twoSteps)
      if (request.url === '/text') void result.pipeTextStreamToResponse(response, { status: 201 })
      else
        void result.pipeUIMessageStreamToResponse(response, {
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const chat = await fetch(`${address}/chat`)
      expect(chat.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
      expect(chat.headers.get('content-type')).toBe('text/event-stream')
      expect(eventsOf(await chat.text())).toEqual(expectedEvents)
      const text = await fetch(`${address}/text`)
      expect([text.status, await text.text()]).toEqual([201, 'It is warm.'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
