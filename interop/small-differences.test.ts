import * as ai from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as toolfit from '../src/index.ts'

/* The list "Small differences" of docs/guide/ai-sdk-users.md, line by line: what both do. */

type Sdk = typeof ai
const ours = toolfit as unknown as Sdk
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never
const stop = { unified: 'stop', raw: undefined } as const
const say = (text: string) =>
  new MockLanguageModelV4({
    doGenerate: { content: [{ type: 'text', text }], finishReason: stop, usage, warnings: [] },
  })
const streamed = (deltas: readonly string[]) =>
  new MockLanguageModelV4({
    doStream: {
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'text-start', id: '1' })
          for (const delta of deltas) controller.enqueue({ type: 'text-delta', id: '1', delta })
          controller.enqueue({ type: 'text-end', id: '1' })
          controller.enqueue({ type: 'finish', finishReason: stop, usage })
          controller.close()
        },
      }),
    },
  })
const outcome = async (run: () => PromiseLike<unknown>) => {
  try {
    return await run()
  } catch (error) {
    return (error as Error).message
  }
}

describe('an answer', () => {
  const ask = (sdk: Sdk, text: string, output: ReturnType<typeof sdk.Output.json>) =>
    outcome(async () => (await sdk.generateText({ model: say(text), prompt: 'x', output })).output)

  test('that lacks its wrapping, or a bracket, is read as it was meant', async () => {
    const unmatched = 'No object generated: response did not match schema.'
    const list = (sdk: Sdk) => sdk.Output.array({ element: z.string() }) as never
    expect([await ask(ai, '["a"]', list(ai)), await ask(ours, '["a"]', list(ours))]).toEqual([unmatched, ['a']])
    const word = (sdk: Sdk) => sdk.Output.choice({ options: ['a', 'b'] }) as never
    expect([await ask(ai, '"a"', word(ai)), await ask(ours, '"a"', word(ours))]).toEqual([unmatched, 'a'])
    expect([await ask(ai, '{"a":1', ai.Output.json()), await ask(ours, '{"a":1', ours.Output.json())]).toEqual([
      'No object generated: could not parse the response.',
      { a: 1 },
    ])
  })
})

test('a stored result without output is valid', async () => {
  const part = { type: 'tool-log', toolCallId: '1', state: 'output-available', input: {} }
  const messages = [{ id: '1', role: 'assistant', parts: [part] }]
  const [their, our] = [await ai.safeValidateUIMessages({ messages }), await ours.safeValidateUIMessages({ messages })]
  expect([their.success, our.success]).toEqual([false, true])
})

test('a prompt beside messages, none at all, and a UI message are errors that say so', async () => {
  const ask = (sdk: Sdk, options: object) =>
    outcome(async () => (await sdk.generateText({ model: say('Hi.'), ...options } as never)).text)
  const messages = [{ role: 'user', content: 'a' }]
  expect(await ask(ai, { prompt: 'a', messages })).toBe('Hi.')
  expect(await ask(ours, { prompt: 'a', messages })).toMatch('Both prompt and messages are given')
  expect(await ask(ai, {})).toMatch('Cannot read properties of undefined')
  expect(await ask(ours, {})).toMatch('There is nothing to ask')
  const uiMessages = { messages: [{ id: '1', role: 'user', parts: [] }] }
  expect(await ask(ai, uiMessages)).toMatch('Cannot read properties of undefined')
  expect(await ask(ours, uiMessages)).toMatch('messages[0] is a UI message')
})

test('a loop stops at the number of steps, and beyond it', async () => {
  const isMet = async (sdk: Sdk, count: number) => sdk.isStepCount(count)({ steps: [{}, {}] as never })
  expect([await isMet(ai, 2), await isMet(ours, 2)]).toEqual([true, true])
  expect([await isMet(ai, 1), await isMet(ours, 1)]).toEqual([false, true])
})

test('a stream that breaks off after its finish part runs no tool', async () => {
  const runs = async (sdk: Sdk) => {
    let count = 0
    const parts = [
      { type: 'tool-call', toolCallId: '1', toolName: 'add', input: '{}' },
      { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
    ]
    const stream = new ReadableStream({
      async pull(controller) {
        const part = parts.shift()
        if (part !== undefined) return controller.enqueue(part)
        await new Promise((resolve) => setTimeout(resolve, 20))
        controller.error(new Error('reset'))
      },
    })
    const add = sdk.tool({ inputSchema: z.object({}), execute: async () => ++count })
    const model = new MockLanguageModelV4({ doStream: { stream: stream as never } })
    await sdk.streamText({ model, prompt: 'x', tools: { add }, onError() {} }).consumeStream({ onError() {} })
    return count
  }
  expect([await runs(ai), await runs(ours)]).toEqual([1, 0])
})

test('a second reader, after the end, gets the text in one piece', async () => {
  const deltas = async (sdk: Sdk) => {
    const result = sdk.streamText({ model: streamed(['Hel', 'lo']), prompt: 'x' })
    await result.text
    const seen: string[] = []
    for await (const delta of result.textStream) seen.push(delta)
    return seen
  }
  expect([await deltas(ai), await deltas(ours)]).toEqual([['Hel', 'lo'], ['Hello']])
})

test('isDeepEqualData compares JSON', () => {
  class Point {
    x = 1
  }
  const compared = (sdk: Sdk) => [
    sdk.isDeepEqualData(new Point(), { x: 1 }),
    sdk.isDeepEqualData([Number.NaN], [Number.NaN]),
  ]
  expect([compared(ai), compared(ours)]).toEqual([
    [false, false],
    [true, true],
  ])
})

test('the denial of a call that the provider runs is sent once', async () => {
  const call = { type: 'tool-call', toolCallId: 'm1', toolName: 'mcp', input: {}, providerExecuted: true } as const
  const request = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'm1' } as const
  const denial = { type: 'tool-approval-response', approvalId: 'a1', approved: false, providerExecuted: true } as const
  const messages = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: [call, request] },
    { role: 'tool', content: [denial] },
  ]
  const sent = async (sdk: Sdk) => {
    const model = say('Hi.')
    await sdk.generateText({ model, messages: messages as never })
    return (model.doGenerateCalls[0]!.prompt.at(-1)!.content as { type: string }[]).map(({ type }) => type)
  }
  expect([await sent(ai), await sent(ours)]).toEqual([
    ['tool-approval-response', 'tool-result'],
    ['tool-approval-response'],
  ])
})

test('text of an answer that was held back comes after onAbort', async () => {
  const heard = async (sdk: Sdk) => {
    const abort = new AbortController()
    const parts = [
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: '{"a":1' },
      // Nothing new of the answer.
      { type: 'text-delta', id: '1', delta: ' ' },
    ]
    const stream = new ReadableStream({
      async pull(controller) {
        const part = parts.shift()
        if (part !== undefined) return controller.enqueue(part)
        // What was sent has been read by then.
        await new Promise((resolve) => setTimeout(resolve, 20))
        abort.abort()
        await new Promise(() => {})
      },
    })
    const told: string[] = []
    const result = sdk.streamText({
      model: new MockLanguageModelV4({ doStream: { stream: stream as never } }),
      prompt: 'x',
      output: sdk.Output.json(),
      abortSignal: abort.signal,
      onChunk: ({ chunk }) => void told.push(chunk.type === 'text-delta' ? chunk.text : chunk.type),
      onAbort: () => void told.push('onAbort'),
    })
    await result.consumeStream()
    return told.slice(told.indexOf('onAbort'))
  }
  expect([await heard(ai), await heard(ours)]).toEqual([
    ['onAbort', 'abort'],
    ['onAbort', ' ', 'abort'],
  ])
})
