import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ModelMessage, tool } from '../../src/index.ts'
import { everywhere, failure, finish, play, type stages, ways } from './spec-c-played.ts'

const answer = 'Done.'

/** What the model is told of a value that a tool returns. */
async function toldOf(way: (typeof ways)[number], value: unknown, stage: (typeof stages)[number] = 'a mock model') {
  const { model } = play(stage, [{ calls: [{ name: 'give' }] }, answer])
  const give = tool({ inputSchema: z.object({}), execute: () => value })
  const { steps, messages, text } = await finish(way, { model, prompt: 'Go.', tools: { give }, maxSteps: 2 })
  expect(text).toBe(answer)
  const { content } = messages[2] as Extract<ModelMessage, { role: 'tool' }>
  return { step: steps[0]!, output: (content[0] as { output: unknown }).output }
}

const circular: Record<string, unknown> = { name: 'me' }
circular['self'] = circular

let deep: unknown = 1
for (let level = 0; level < 5_000; level++) deep = [deep]

describe('results that are no plain JSON have a defined outcome', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['text', 'sun', { type: 'text', value: 'sun' }],
    ['undefined', undefined, { type: 'json', value: null }],
    ['null', null, { type: 'json', value: null }],
    ['a Date', new Date(0), { type: 'json', value: '1970-01-01T00:00:00.000Z' }],
    ['a Date inside', { at: new Date(0) }, { type: 'json', value: { at: '1970-01-01T00:00:00.000Z' } }],
    ['a Map', new Map([['a', 1]]), { type: 'json', value: { a: 1 } }],
    ['a Map whose keys are no text', new Map([[1, 'a']]), { type: 'json', value: [[1, 'a']] }],
    ['a Set', new Set([1, 2]), { type: 'json', value: [1, 2] }],
    ['a BigInt', 12345678901234567890n, { type: 'json', value: '12345678901234567890' }],
    ['a BigInt inside', { id: 1n }, { type: 'json', value: { id: '1' } }],
    ['keys that are undefined', { a: 1, b: undefined }, { type: 'json', value: { a: 1 } }],
    ['numbers that JSON has not', [Number.NaN, Number.POSITIVE_INFINITY], { type: 'json', value: [null, null] }],
    ['a function inside', { a: 1, run: () => 1 }, { type: 'json', value: { a: 1 } }],
    ['an object with toJSON', { toJSON: () => ({ a: 1 }) }, { type: 'json', value: { a: 1 } }],
  ]

  test.each(ways.flatMap((way) => cases.map(([name, value, expected]) => ({ way, name, value, expected }))))(
    '$way: $name',
    async ({ way, value, expected }) => {
      const { step, output } = await toldOf(way, value)
      expect(step.type).toBe('tool-result')
      // The program gets what the tool returned; the model gets JSON.
      expect(step.output).toBe(value)
      expect(output).toEqual(expected)
    },
  )

  const hopeless: readonly [string, unknown][] = [
    ['an object that contains itself', circular],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['5,000 levels', deep],
    [
      'a toJSON that throws',
      {
        toJSON: () => {
          throw new Error('no')
        },
      },
    ],
  ]

  test.each(ways.flatMap((way) => hopeless.map(([name, value]) => ({ way, name, value }))))(
    '$way: $name is a tool-error, and the run goes on',
    async ({ way, value }) => {
      const { step, output } = await toldOf(way, value)
      expect(step.type).toBe('tool-error')
      expect(output).toMatchObject({ type: 'error-text', value: expect.any(String) })
    },
  )

  const big = { rows: Array.from({ length: 10 }, () => 'x'.repeat(1_000_000)) }

  test.each(ways)('%s: 10 MB are a result like any other', async (way) => {
    const { step, output } = await toldOf(way, big)
    expect(step.type).toBe('tool-result')
    expect(output).toEqual({ type: 'json', value: big })
  })

  test.each(ways)(
    '%s: 10 MB are more than Gemini reads: the error has the messages, and a budget keeps the run alive',
    async (way) => {
      const give = tool({ inputSchema: z.object({}), execute: () => big })
      const lines = [{ calls: [{ name: 'give' }] }, answer]
      const stage = 'gemini() on the emulator'
      const options = { prompt: 'Go.', tools: { give }, maxSteps: 2 }
      const error = await failure(way, { ...options, model: play(stage, lines).model })
      expect(error.message).toContain('exceeds the maximum number of tokens')
      expect((error as { messages?: ModelMessage[] }).messages!.map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'tool',
      ])
      const { text, toolResults } = await finish(way, {
        ...options,
        model: play(stage, lines).model,
        history: { maxTokens: 100_000 },
      })
      expect(text).toBe(answer)
      expect(toolResults[0]!.output).toBe(big)
    },
  )

  test.each(ways)('%s: a result that changes later does not reach the history', async (way) => {
    const value = { list: [1] }
    const { output } = await toldOf(way, value)
    value.list.push(2)
    expect(output).toEqual({ type: 'json', value: { list: [1] } })
  })

  test.each(everywhere)('$way on $stage: every one of them is accepted by the model', async ({ way, stage }) => {
    for (const [, value] of cases) expect((await toldOf(way, value, stage)).step.type).toBe('tool-result')
    for (const [, value] of hopeless) expect((await toldOf(way, value, stage)).step.type).toBe('tool-error')
  })
})

describe('toModelOutput', () => {
  test.each(everywhere)(
    '$way on $stage: the model sees what it makes, the program what the tool gave',
    async ({ way, stage }) => {
      const { model, asked } = play(stage, [{ calls: [{ name: 'give' }] }, answer])
      const give = tool({
        inputSchema: z.object({}),
        execute: () => ({ secret: 'long', short: 'sun' }),
        toModelOutput: ({ output }) => ({ type: 'text', value: output.short }),
      })
      const { toolResults } = await finish(way, { model, prompt: 'Go.', tools: { give }, maxSteps: 2 })
      expect(toolResults[0]!.output).toEqual({ secret: 'long', short: 'sun' })
      expect(asked()[1]!.results[0]).toContain('sun')
      expect(asked()[1]!.results[0]).not.toContain('long')
    },
  )

  test.each(ways)('%s: one that throws, or gives nonsense, is a tool-error', async (way) => {
    for (const toModelOutput of [
      () => {
        throw new Error('no')
      },
      () => undefined,
      () => 'text',
    ]) {
      const { model } = play('a mock model', [{ calls: [{ name: 'give' }] }, answer])
      const give = tool({ inputSchema: z.object({}), execute: () => 1, toModelOutput: toModelOutput as never })
      const { steps, text } = await finish(way, { model, prompt: 'Go.', tools: { give }, maxSteps: 2 })
      expect([steps[0]!.type, text]).toEqual(['tool-error', answer])
    }
  })
})
