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
