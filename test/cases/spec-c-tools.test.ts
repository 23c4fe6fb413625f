import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  dynamicTool,
  jsonSchema,
  type ModelMessage,
  type Tool,
  type ToolCallOptions,
  tool,
  zodSchema,
} from '../../src/index.ts'
import { everywhere, finish, play, stages } from './spec-c-played.ts'

const answer = 'It is sunny.'
const input = { city: 'Rome' }

describe('tool() returns its argument, fully inferred (C1)', () => {
  test('the object is the one that was given, with all that it holds (C1)', () => {
    const definition = {
      description: 'The weather in a city.',
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ celsius: z.number() }),
      execute: ({ city }: { city: string }) => ({ celsius: city.length }),
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    }
    const keys = Object.keys(definition)
    const made = tool(definition)
    expect(made).toBe(definition)
    expect(Object.keys(made)).toEqual(keys)
  })

  test('input and output are inferred (C1)', () => {
    const made = tool({
      inputSchema: z.object({ city: z.string(), days: z.number().default(1) }),
      execute: async ({ city, days }) => {
        expectTypeOf(city).toEqualTypeOf<string>()
        expectTypeOf(days).toEqualTypeOf<number>()
        return { celsius: 31 }
      },
    })
    expectTypeOf(made).toExtend<Tool<{ city: string; days: number }, { celsius: number }>>()
  })

  test('an id is kept; where there is none, a stable one is made that nothing lists (C1)', () => {
    const named = tool({ id: 'weather-1', inputSchema: z.object({}) }) as { id?: string }
    expect(named.id).toBe('weather-1')
    const made = tool({ inputSchema: z.object({}), execute: () => 1 }) as { id?: string }
    const other = tool({ inputSchema: z.object({}), execute: () => 1 }) as { id?: string }
    expect(made.id).toBeTypeOf('string')
    expect(made.id).toBe(made.id)
    expect(made.id).not.toBe(other.id)
    expect(Object.keys(made)).not.toContain('id')
    expect(tool(made as never)).toBe(made)
  })

  const json = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
  const zod = z.object({ city: z.string() })
  const standard = {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) =>
        typeof (value as { city?: unknown }).city === 'string'
          ? { value: value as { city: string } }
          : { issues: [{ message: 'city must be text' }] },
      jsonSchema: { input: () => json, output: () => json },
    },
  }
  const forms: Readonly<Record<string, object>> = {
    Zod: { inputSchema: zod },
    'Standard Schema': { inputSchema: standard },
    'jsonSchema()': { inputSchema: jsonSchema<{ city: string }>(json) },
    'zodSchema()': { inputSchema: zodSchema(zod) },
    'a raw JSON Schema': { inputSchema: json },
    'the older name parameters': { parameters: zod },
  }

  describe.each(Object.entries(forms))('with %s', (_, form) => {
    test.each(everywhere)('$way on $stage runs it, and holds calls to it (C1)', async ({ way, stage }) => {
      const { model, asked } = play(stage, [
        { calls: [{ name: 'weather', input: { town: 'Rome' } }] },
        { calls: [{ name: 'weather', input }] },
        answer,
      ])
      const weather = tool({ ...form, execute: ({ city }: { city: string }) => `sun in ${city}` } as never)
      const { steps, text, toolResults } = await finish(way, {
        model,
        prompt: 'Rome?',
        tools: { weather },
        maxSteps: 3,
      })
      expect(text).toBe(answer)
      expect(steps.map(({ type }) => type)).toEqual(['tool-error', 'tool-result', 'text'])
      expect(toolResults.map(({ output }) => output)).toEqual(['sun in Rome'])
      expect(asked().map(({ toolNames }) => toolNames)).toEqual([['weather'], ['weather'], ['weather']])
    })
  })
})

describe('dynamicTool() (C2)', () => {
  test('it is a tool of unknown input and output, of type dynamic (C2)', () => {
    const made = dynamicTool({ description: 'Anything.', inputSchema: z.unknown(), execute: (given) => given })
    expect(made.type).toBe('dynamic')
    expectTypeOf(made.execute).parameter(0).toEqualTypeOf<unknown>()
    expectTypeOf<Awaited<ReturnType<typeof made.execute>>>().toEqualTypeOf<unknown>()
  })

  test('a schema is required, also by the types (C2)', () => {
    const code = 'tool-unreadable'
    // @ts-expect-error: there is no inputSchema
    expect(() => dynamicTool({ description: 'Anything.', execute: () => 1 })).toThrow(expect.objectContaining({ code }))
  })

  test.each(everywhere)(
    '$way on $stage: its calls carry dynamic: true, and that narrows (C2)',
    async ({ way, stage }) => {
      const { model } = play(stage, [
        {
          calls: [
            { name: 'any', input: { a: 1 } },
            { name: 'known', input },
          ],
        },
      ])
      const tools = {
        any: dynamicTool({ description: 'Anything.', inputSchema: z.unknown(), execute: (given) => given }),
        known: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => city.length }),
      }
      const { toolCalls, toolResults } = await finish(way, { model, prompt: 'Go.', tools })
      const seen = toolCalls.map((toolCall) => {
        if (toolCall.dynamic) {
          expectTypeOf(toolCall.input).toEqualTypeOf<unknown>()
          expectTypeOf(toolCall.args).toEqualTypeOf<unknown>()
          return ['dynamic', toolCall.toolName, toolCall.args]
        }
        expectTypeOf(toolCall.toolName).toEqualTypeOf<'known'>()
        expectTypeOf(toolCall.args).toEqualTypeOf<{ city: string }>()
        return ['static', toolCall.toolName, toolCall.args.city]
      })
      expect(seen).toEqual([
        ['dynamic', 'any', { a: 1 }],
        ['static', 'known', 'Rome'],
      ])
      expect(toolResults.map(({ toolName, dynamic, output }) => ({ toolName, dynamic, output }))).toEqual([
        { toolName: 'any', dynamic: true, output: { a: 1 } },
        { toolName: 'known', dynamic: false, output: 4 },
      ])
    },
  )
})

describe('what execute is told (C3)', () => {
  test.each(everywhere)('$way on $stage passes id, messages, signal and context (C3)', async ({ way, stage }) => {
    const told: ToolCallOptions[] = []
    const look = tool({
      inputSchema: z.object({ city: z.string() }),
      execute: (_, options) => {
        told.push(options)
        return 'sun'
      },
    })
    const { model, asked } = play(stage, [
      { text: 'I look.', calls: [{ name: 'look', input, id: 'first' }] },
      { calls: [{ name: 'look', input, id: 'second' }] },
      answer,
    ])
    const context = { user: 'u1' }
    const { signal } = new AbortController()
    const messages: ModelMessage[] = [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Rome?' },
    ]
    await finish(way, {
      model,
      messages,
      tools: { look },
      maxSteps: 3,
      experimental_context: context,
      abortSignal: signal,
    })
    expect(told.map(({ toolCallId }) => toolCallId)).toEqual(['first', 'second'])
    expect(told[0]!.messages).toEqual([{ role: 'user', content: 'Rome?' }])
    expect(told[1]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(JSON.stringify(told[1]!.messages)).toContain('I look.')
    for (const options of told) {
      expect(options.abortSignal).toBeInstanceOf(AbortSignal)
      expect(options.abortSignal!.aborted).toBe(false)
      expect(options.experimental_context).toBe(context)
      expect(options.context).toBe(context)
    }
    expect(asked()[0]!.system).toBe('Be short.')
  })

  test.each(everywhere)('$way on $stage leaves out what system says (C3)', async ({ way, stage }) => {
    const told: ModelMessage[][] = []
    const look = tool({ inputSchema: z.object({}), execute: (_, { messages }) => void told.push(messages) })
    const { model, asked } = play(stage, [{ calls: [{ name: 'look' }] }])
    await finish(way, { model, system: 'Be short.', prompt: 'Rome?', tools: { look } })
    expect(told).toEqual([[{ role: 'user', content: 'Rome?' }]])
    expect(asked()[0]!.system).toBe('Be short.')
  })

  test('toolsContext gives a tool a context of its own (C3)', async () => {
    const told: unknown[] = []
    const execute = (_: unknown, { context, experimental_context }: ToolCallOptions) =>
      void told.push([context, experimental_context])
    const { model } = play('a mock model', [{ calls: [{ name: 'a' }, { name: 'b' }] }])
    const [shared, own] = [{ shared: true }, { own: true }]
    const tools = { a: tool({ inputSchema: z.object({}), execute }), b: tool({ inputSchema: z.object({}), execute }) }
    await finish('generateText', {
      model,
      prompt: 'Go.',
      tools,
      experimental_context: shared,
      toolsContext: { b: own },
    })
    expect(told).toEqual([
      [shared, shared],
      [own, shared],
    ])
  })
})

describe('tools get the parsed value, history keeps what the model sent (C18)', () => {
  const book = (seen: unknown[]) =>
    tool({
      inputSchema: z.object({
        city: z.string().transform((city) => city.toUpperCase()),
        days: z.coerce.number(),
        units: z.enum(['c', 'f']).default('c'),
      }),
      execute: (given) => {
        seen.push(given)
        return 'booked'
      },
    })

  test.each(everywhere)('$way on $stage (C18)', async ({ way, stage }) => {
    const seen: unknown[] = []
    const { model } = play(stage, [{ calls: [{ name: 'book', input: { city: 'Rome', days: 3 } }] }, answer])
    const { toolCalls, toolResults, messages } = await finish(way, {
      model,
      prompt: 'Go.',
      tools: { book: book(seen) },
      maxSteps: 2,
    })
    const parsed = { city: 'ROME', days: 3, units: 'c' }
    expect(seen).toEqual([parsed])
    expect(toolCalls[0]!.input).toEqual(parsed)
    expect(toolResults[0]!.input).toEqual(parsed)
    const [call] = messages.flatMap(({ role, content }) =>
      role === 'assistant' && typeof content !== 'string' ? content.filter(({ type }) => type === 'tool-call') : [],
    )
    expect(call).toMatchObject({ toolName: 'book', input: { city: 'Rome', days: 3 } })
    expect(Object.keys((call as { input: object }).input)).not.toContain('units')
  })

  test('coercion takes what the model wrote as text, and history has the text (C18)', async () => {
    const seen: unknown[] = []
    const { model } = play('a mock model', [{ calls: [{ name: 'book', input: { city: 'Rome', days: '3' } }] }, answer])
    const { messages } = await finish('generateText', {
      model,
      prompt: 'Go.',
      tools: { book: book(seen) },
      maxSteps: 2,
    })
    expect(seen).toEqual([{ city: 'ROME', days: 3, units: 'c' }])
    expect(JSON.stringify(messages)).toContain('{"city":"Rome","days":"3"}')
  })

  test('z.date() is a Date for the tool and text in the history (C18)', async () => {
    const seen: unknown[] = []
    const at = tool({ inputSchema: z.object({ when: z.date() }), execute: ({ when }) => void seen.push(when) })
    const { model } = play('gemini() on the emulator', [
      { calls: [{ name: 'at', input: { when: '2026-05-01T10:00:00Z' } }] },
      answer,
    ])
    const { messages } = await finish('generateText', { model, prompt: 'Go.', tools: { at }, maxSteps: 2 })
    expect(seen).toEqual([new Date('2026-05-01T10:00:00Z')])
    expect(JSON.stringify(messages)).toContain('{"when":"2026-05-01T10:00:00Z"}')
  })
})

describe('a tool without execute ends the loop with its call reported (C9)', () => {
  const ask = tool({ inputSchema: z.object({ question: z.string() }) })
  const question = { question: 'Which one?' }

  test.each(everywhere)('$way on $stage (C9)', async ({ way, stage }) => {
    const { model, asked } = play(stage, [{ calls: [{ name: 'ask', input: question }] }, 'never said'])
    const { toolCalls, toolResults, steps, finishReason, response } = await finish(way, {
      model,
      prompt: 'Go.',
      tools: { ask },
      maxSteps: 5,
    })
    expect(toolCalls).toMatchObject([{ toolName: 'ask', input: question }])
    expect(toolResults).toEqual([])
    expect(steps.map(({ type, toolName }) => [type, toolName])).toEqual([['tool-call', 'ask']])
    expect(finishReason).toBe('tool-calls')
    expect(asked()).toHaveLength(1)
    expect(response.messages.map(({ role }) => role)).toEqual(['assistant'])
  })

  test.each(stages)('on %s the tools beside it still run (C9)', async (stage) => {
    const { model, asked } = play(stage, [
      { calls: [{ name: 'ask', input: question }, { name: 'other' }] },
      'never said',
    ])
    const other = tool({ inputSchema: z.object({}), execute: () => 'done' })
    const { toolResults, response } = await finish('generateText', {
      model,
      prompt: 'Go.',
      tools: { ask, other },
      maxSteps: 5,
    })
    expect(toolResults.map(({ output }) => output)).toEqual(['done'])
    expect(asked()).toHaveLength(1)
    expect(response.messages).toMatchObject([{ role: 'assistant' }, { role: 'tool', content: [{ toolName: 'other' }] }])
  })
})
