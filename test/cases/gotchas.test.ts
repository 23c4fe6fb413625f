import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type ModelMessage, streamText, tool } from '../../src/index.ts'
import { readDocument } from '../docs/documents.ts'
import { everywhere, failure, finish, partsOf, play, stages, toldError } from './spec-c-played.ts'
import { sent } from './spec-c-wire.ts'

const answer = 'It is sunny.'
const input = { city: 'Rome' }
const weather = tool({
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string().describe('A city, by its English name.') }),
  execute: ({ city }) => `sun in ${city}`,
})

/** The ten gotchas of the document that the runtime was described with. docs/guide/gotchas.md says what holds here, and names these. */
describe('the ten gotchas (C21)', () => {
  test('descriptions reach every provider as they are written (C21.1)', async () => {
    const { emulate } = await import('../models/emulated-gemini.ts')
    const { model, bodies } = emulate('gemini-3.6-flash', { maxRetries: 0 })
    await finish('generateText', { model, prompt: 'Go.', tools: { weather } })
    const bodiesOfAll = [
      bodies[0]!,
      await sent('openai', { prompt: 'Go.', tools: { weather } }),
      await sent('anthropic', { prompt: 'Go.', tools: { weather } }),
    ]
    for (const body of bodiesOfAll) {
      expect(JSON.stringify(body['tools'])).toContain('"The weather in a city."')
      expect(JSON.stringify(body['tools'])).toContain('"A city, by its English name."')
    }
  })

  test('what a provider’s schema cannot say is stated in the description (C21.1)', async () => {
    const { emulate } = await import('../models/emulated-gemini.ts')
    const { model, bodies } = emulate('gemini-3.6-flash', { maxRetries: 0 })
    const order = tool({
      inputSchema: z.object({ pieces: z.number().multipleOf(6).describe('How many.') }),
      execute: () => 1,
    })
    await finish('generateText', { model, prompt: 'Go.', tools: { order } })
    expect(JSON.stringify(bodies[0]!['tools'])).toMatch(/How many\. .*6/)
  })

  test.each(everywhere)(
    '$way on $stage: without execute the call is reported, checked all the same, and the loop ends (C21.2)',
    async ({ way, stage }) => {
      const ask = tool({ inputSchema: z.object({ question: z.string() }) })
      const { model, asked } = play(stage, [{ calls: [{ name: 'ask', input: { question: 'Which?' } }] }, answer])
      const { toolCalls, toolResults } = await finish(way, { model, prompt: 'Go.', tools: { ask }, maxSteps: 5 })
      expect([toolCalls.map((call) => call.input), toolResults, asked().length]).toEqual([
        [{ question: 'Which?' }],
        [],
        1,
      ])
      const wrong = play(stage, [{ calls: [{ name: 'ask' }] }])
      expect(await failure(way, { model: wrong.model, prompt: 'Go.', tools: { ask } })).toMatchObject({
        code: 'tool-input-invalid',
      })
    },
  )

  test.each(stages)('on %s outputSchema types what a stream gives, and is enforced (C21.3)', async (stage) => {
    const outputSchema = z.object({ celsius: z.number() })
    const thermometer = tool({ inputSchema: z.object({}), outputSchema, execute: () => ({ celsius: 'warm' }) as never })
    const { model } = play(stage, [{ calls: [{ name: 'thermometer' }] }])
    const { fullStream, toolResults } = streamText({ model, prompt: 'Go.', tools: { thermometer } })
    for (const result of await toolResults) {
      if (result.dynamic !== true) expectTypeOf(result.output).toEqualTypeOf<{ celsius: number }>()
    }
    const types = (await partsOf(fullStream)).map(({ type }) => type)
    expect(types).toContain('tool-error')
    expect(types).not.toContain('tool-result')
  })

  test.each(everywhere)(
    '$way on $stage: one step by default, whose tools are run; maxSteps makes it a loop (C21.4)',
    async ({ way, stage }) => {
      const lines = [{ calls: [{ name: 'weather', input }] }, answer]
      const first = await finish(way, { model: play(stage, lines).model, prompt: 'Go.', tools: { weather } })
      expect([first.text, first.steps.length, first.toolResults.length]).toEqual(['', 1, 1])
      const second = await finish(way, {
        model: play(stage, lines).model,
        prompt: 'Go.',
        tools: { weather },
        maxSteps: 5,
      })
      expect([second.text, second.steps.length]).toEqual([answer, 2])
    },
  )

  test.each(everywhere)(
    '$way on $stage: a tool sees the conversation without system prompt and without the message that calls it (C21.5)',
    async ({ way, stage }) => {
      const seen: ModelMessage[][] = []
      const look = tool({ inputSchema: z.object({}), execute: (_, { messages }) => void seen.push(messages) })
      const { model } = play(stage, [{ text: 'I look.', calls: [{ name: 'look' }] }])
      await finish(way, { model, system: 'Be short.', prompt: 'Go.', tools: { look } })
      expect(seen).toEqual([[{ role: 'user', content: 'Go.' }]])
    },
  )

  test.each(everywhere)(
    '$way on $stage: an abort reaches the tool, and does not wait for one that is deaf (C21.6)',
    async ({ way, stage }) => {
      const controller = new AbortController()
      const cleaned: string[] = []
      const polite = tool({
        inputSchema: z.object({}),
        execute: (_, { abortSignal }) =>
          new Promise<never>((_resolve, reject) => {
            abortSignal!.addEventListener('abort', () => {
              cleaned.push('closed')
              reject(abortSignal!.reason)
            })
          }),
      })
      const deaf = tool({
        inputSchema: z.object({}),
        execute: () => {
          setTimeout(() => controller.abort(), 5)
          return new Promise<never>(() => {})
        },
      })
      const { model } = play(stage, [{ calls: [{ name: 'polite' }, { name: 'deaf' }] }])
      const error = await failure(way, {
        model,
        prompt: 'Go.',
        tools: { polite, deaf },
        abortSignal: controller.signal,
      })
      expect(error).toMatchObject({ code: 'run-aborted' })
      expect(cleaned).toEqual(['closed'])
    },
  )

  test.each(stages)(
    'on %s every yield is preliminary, the last one comes once more as the result, and only that goes to the model (C21.7)',
    async (stage) => {
      const slow = tool({
        inputSchema: z.object({}),
        execute: async function* () {
          yield 'loading'
          yield 'sun'
        },
      })
      const { model, asked } = play(stage, [{ calls: [{ name: 'slow' }] }, answer])
      const { fullStream } = streamText({ model, prompt: 'Go.', tools: { slow }, maxSteps: 2 })
      const results = (await partsOf(fullStream)).flatMap((part) =>
        part.type === 'tool-result' ? [[part.output, part.preliminary === true]] : [],
      )
      expect(results).toEqual([
        ['loading', true],
        ['sun', true],
        ['sun', false],
      ])
      expect(asked()[1]!.results.join()).not.toContain('loading')
    },
  )

  test.each(everywhere)(
    '$way on $stage: activeTools undefined is all, [] is none and sends nothing (C21.8)',
    async ({ way, stage }) => {
      const all = play(stage, [answer])
      await finish(way, { model: all.model, prompt: 'Go.', tools: { weather }, activeTools: undefined })
      const none = play(stage, [answer])
      await finish(way, { model: none.model, prompt: 'Go.', tools: { weather }, activeTools: [] })
      expect([all.asked()[0]!.toolNames, none.asked()[0]!.toolNames]).toEqual([['weather'], undefined])
    },
  )

  test.each(everywhere)(
    '$way on $stage: required names no tool, a step without a call is an error, and prepareStep lets the last step answer (C21.9)',
    async ({ way, stage }) => {
      const refused = play(stage, ['I would rather not.'])
      expect(
        await toldError(way, { model: refused.model, prompt: 'Go.', tools: { weather }, toolChoice: 'required' }),
      ).toMatchObject({
        code: 'tool-choice-violated',
      })
      const { model, asked } = play(stage, [{ calls: [{ name: 'weather', input }] }, answer])
      const { text } = await finish(way, {
        model,
        prompt: 'Go.',
        tools: { weather },
        maxSteps: 5,
        prepareStep: ({ stepNumber }) => ({ toolChoice: stepNumber === 0 ? 'required' : 'auto' }),
      })
      expect([text, asked().map(({ choice }) => choice)]).toEqual([answer, ['required', 'auto']])
    },
  )

  test('a UI message is refused with a hint, and model messages keep their providerOptions (C21.10)', async () => {
    const { model } = play('a mock model', [answer])
    const ui = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] }]
    const error = await failure('generateText', { model, messages: ui as never })
    expect(error.message).toContain('convertToModelMessages')
    const cacheControl = { type: 'ephemeral' }
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Go.', providerOptions: { anthropic: { cacheControl } } }] },
    ]
    expect((await sent('anthropic', { messages }))['messages']).toMatchObject([
      { content: [{ cache_control: cacheControl }] },
    ])
  })

  test('the guide has a section for each, in order (C21)', () => {
    const { text } = readDocument('docs/guide/gotchas.md')
    const sections = text.split(/^## /m).slice(1)
    expect(sections).toHaveLength(10)
    for (const [index, section] of sections.entries()) {
      expect(section).toMatch(new RegExp(`^${index + 1}\\. `))
      expect(section).toContain('**In Toolfit**')
    }
  })
})
