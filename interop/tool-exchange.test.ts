import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as ai5 from 'ai5'
import { MockLanguageModelV2 } from 'ai5/test'
import * as ai6 from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'
import * as ai7 from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import { openInput } from '../src/schema/open-input.ts'
import { jsonSchema } from '../src/tools/json-schema.ts'
import { type AnyTool, dynamicTool, inputSchemaOf, tool } from '../src/tools/tool.ts'
import { zodSchema } from '../src/tools/zod-schema.ts'

/** What a model is called with, as far as it is looked at here. */
interface Seen {
  readonly tools: readonly { readonly name: string; readonly inputSchema: Record<string, unknown> }[]
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
}

type Generate = (options: Seen) => Promise<unknown>

/** A result, as far as it is looked at here. */
interface Result {
  readonly content: readonly { readonly type: string; readonly [key: string]: unknown }[]
  readonly steps: readonly { readonly content: Result['content'] }[]
}

type GenerateText = (options: object) => Promise<Result>

const flat = { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } }
const nested = { usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } } }

// The versions declare the same things in ways that TypeScript cannot call as one.
const versions = [
  {
    version: 5,
    ai: ai5,
    reply: (reason: string) => ({ ...flat, finishReason: reason }),
    model: (doGenerate: Generate) => new MockLanguageModelV2({ doGenerate } as object),
  },
  {
    version: 6,
    ai: ai6,
    reply: (reason: string) => ({ ...nested, finishReason: { unified: reason, raw: reason } }),
    model: (doGenerate: Generate) => new MockLanguageModelV3({ doGenerate } as object),
  },
  {
    version: 7,
    ai: ai7,
    reply: (reason: string) => ({ ...nested, finishReason: { unified: reason, raw: reason } }),
    model: (doGenerate: Generate) => new MockLanguageModelV4({ doGenerate } as object),
  },
] as const

/** Runs two steps in that version of `ai`: the model calls the tool with this input, then says that it is done. */
async function callOnce({ ai, model, reply }: (typeof versions)[number], given: unknown, input: unknown) {
  const seen: Seen[] = []
  const doGenerate: Generate = async (options) => {
    seen.push(options)
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'given', input: JSON.stringify(input) }
    return seen.length === 1
      ? { content: [call], warnings: [], ...reply('tool-calls') }
      : { content: [{ type: 'text', text: 'Done.' }], warnings: [], ...reply('stop') }
  }
  const generateText = ai.generateText as unknown as GenerateText
  const options = { model: model(doGenerate), prompt: 'Go.', tools: { given }, stopWhen: ai.stepCountIs(2) }
  const { steps } = await generateText(options)
  return { seen, parts: steps[0]!.content }
}

const json = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const zod = z.object({ city: z.string(), days: z.number().default(3) })
const shouting = {
  validate: (value: unknown) => {
    const { city } = value as { city?: unknown }
    if (typeof city !== 'string') return { success: false as const, error: new Error('No city.') }
    return { success: true as const, value: { city: city.toUpperCase() } }
  },
}

/** A form of the schema, the versions that take it, what the tool gets for { city: 'Oslo' }, and whether { city: 5 } is refused. */
const forms: [name: string, from: number, schema: unknown, parsed: unknown, isChecked: boolean][] = [
  ['Zod 4', 5, zod, { city: 'Oslo', days: 3 }, true],
  ['jsonSchema()', 5, jsonSchema(json), { city: 'Oslo' }, false],
  ['jsonSchema() with validate', 5, jsonSchema(json, shouting), { city: 'OSLO' }, true],
  ['jsonSchema() of a function', 5, jsonSchema(() => json), { city: 'Oslo' }, false],
  ['jsonSchema() of a promise', 6, jsonSchema(async () => json), { city: 'Oslo' }, false],
  ['a function that makes jsonSchema()', 5, () => jsonSchema(json), { city: 'Oslo' }, false],
  ['zodSchema() of Zod 4', 5, zodSchema(zod), { city: 'Oslo', days: 3 }, true],
  [
    'zodSchema() of Zod 3',
    5,
    zodSchema(z3.object({ city: z3.string(), days: z3.number().default(3) })),
    { city: 'Oslo', days: 3 },
    true,
  ],
  [
    'Valibot with its converter',
    6,
    toStandardJsonSchema(v.object({ city: v.string(), days: v.optional(v.number(), 3) })),
    { city: 'Oslo', days: 3 },
    // ai looks for a `value` in the result, and Valibot gives one along with its issues: ai runs the tool all the same.
    false,
  ],
]

describe.each(versions)('in ai $version, a tool of ours (C1)', (at) => {
  test.each(forms.filter(([, from]) => from <= at.version))(
    'runs with %s',
    async (_name, _from, schema, parsed, isChecked) => {
      const inputs: unknown[] = []
      const execute = (input: unknown) => {
        inputs.push(input)
        return 'Rain.'
      }
      const made = tool({ description: 'Weather.', inputSchema: schema as object, execute })
      const { seen, parts } = await callOnce(at, made, { city: 'Oslo' })
      expect(inputs).toEqual([parsed])
      expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-result', output: 'Rain.' }))
      expect(seen[0]!.tools[0]).toMatchObject({
        name: 'given',
        description: 'Weather.',
        inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      })

      const wrong = await callOnce(at, made, { city: 5 })
      expect(wrong.parts.some(({ type }) => type === 'tool-error')).toBe(isChecked)
    },
  )

  test('runs with dates, sets and big integers, which ai itself cannot send to a model', async () => {
    const inputs: unknown[] = []
    const source = z.object({ at: z.date(), tags: z.set(z.string()), id: z.bigint() })
    const execute = (input: unknown) => inputs.push(input)
    await callOnce(at, tool({ inputSchema: zodSchema(source), execute }), {
      at: '2026-01-02T00:00:00Z',
      tags: ['a', 'b'],
      id: '12345678901234567890',
    })
    expect(inputs).toEqual([
      { at: new Date('2026-01-02T00:00:00Z'), tags: new Set(['a', 'b']), id: 12345678901234567890n },
    ])
    await expect(callOnce(at, { inputSchema: source, execute }, {})).rejects.toThrow()
  })

  test('runs where its schema has the older name', async () => {
    const made = tool({ parameters: zod, execute: ({ days }) => days })
    const { parts } = await callOnce(at, made, { city: 'Oslo' })
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-result', output: 3 }))
  })

  test('runs when it is frozen', async () => {
    const made = tool(Object.freeze({ inputSchema: zod, execute: ({ city }: { city: string }) => city }))
    const { parts } = await callOnce(at, made, { city: 'Oslo' })
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-result', output: 'Oslo' }))
  })

  test('streams', async () => {
    const made = tool({
      inputSchema: zod,
      async *execute({ city }) {
        yield { city, isDone: false }
        yield { city, isDone: true }
      },
    })
    const { parts } = await callOnce(at, made, { city: 'Oslo' })
    expect(parts.at(-1)).toMatchObject({ type: 'tool-result', output: { city: 'Oslo', isDone: true } })
  })

  test('that is dynamic runs as a dynamic tool (C2)', async () => {
    const { parts } = await callOnce(at, dynamicTool({ inputSchema: z.unknown(), execute: (input) => input }), { a: 1 })
    expect(parts).toMatchObject([
      { type: 'tool-call', dynamic: true },
      { type: 'tool-result', dynamic: true, output: { a: 1 } },
    ])
  })

  test('is told what that version tells its tools', async () => {
    const told: object[] = []
    const made = tool({
      inputSchema: zod,
      execute: (_input, options) => {
        told.push(options)
        return ''
      },
    })
    await callOnce(at, made, { city: 'Oslo' })
    expect(told).toMatchObject([{ toolCallId: 'c1', messages: [{ role: 'user' }] }])
  })
})

test.each(versions.filter(({ version }) => version > 5))(
  'in ai $version, toModelOutput is what the model is shown',
  async (at) => {
    const made = tool({
      inputSchema: zod,
      execute: ({ days }) => days,
      toModelOutput: ({ toolCallId, input, output }) => ({
        type: 'text',
        value: `${toolCallId}/${input.city}/${output}`,
      }),
    })
    const { seen } = await callOnce(at, made, { city: 'Oslo' })
    expect(seen[1]!.prompt.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ output: { type: 'text', value: 'c1/Oslo/3' } }],
    })
  },
)

describe.each(versions)('the schema of a tool of ai $version is opened here', ({ ai }) => {
  // The versions declare the same things in ways that TypeScript cannot call as one.
  const made = ai as unknown as typeof ai7
  const execute = (input: unknown) => input

  test.each([
    ['Zod', made.tool({ inputSchema: zod, execute }), { city: 'Oslo', days: 3 }],
    ['zodSchema()', made.tool({ inputSchema: made.zodSchema(zod), execute }), { city: 'Oslo', days: 3 }],
    ['jsonSchema()', made.tool({ inputSchema: made.jsonSchema(json as object), execute }), { city: 'Oslo' }],
    ['a dynamic tool', made.dynamicTool({ inputSchema: zod, execute }), { city: 'Oslo', days: 3 }],
  ])('%s', async (_name, given, parsed) => {
    const input = await openInput(inputSchemaOf(given as AnyTool))
    expect(await input.parse({ city: 'Oslo' })).toEqual({ value: parsed })
    expect(await input.parse({ city: 5 })).toMatchObject({ issues: [{ pointer: '/city' }] })
    expect(input.jsonSchema).toMatchObject({ type: 'object', properties: { city: { type: 'string' } } })
  })
})
