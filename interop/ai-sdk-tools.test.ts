import * as ai5 from 'ai5'
import { MockLanguageModelV2 } from 'ai5/test'
import * as ai6 from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'
import * as ai7 from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import { type CompiledTools, compileTools, compileToolsAsync, type DialectId } from 'toolfit'
import { dialects } from 'toolfit/schema'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refusalsOf } from './refusals-of.ts'

const dialectIds = Object.keys(dialects) as DialectId[]

/** What no dialect but JSON Schema itself can say as it is: a record, a tuple, an enum of numbers, a union with overlap. */
const zodOrder = z.object({
  prices: z.record(z.string(), z.number()),
  corner: z.tuple([z.number(), z.string()]),
  size: z.union([z.literal(1), z.literal(2)]),
  note: z.string().nullable().optional(),
  target: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('shop'), id: z.number().int() }),
    z.object({ kind: z.literal('home'), street: z.string() }),
  ]),
})
const order = {
  prices: { tea: 3.5, '': 1 },
  corner: [1, 'north'],
  size: 2,
  note: 'by the door',
  target: { kind: 'home', street: 'Elm' },
}

const jsonForecast = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer', exclusiveMinimum: 0 } },
  required: ['city'],
  additionalProperties: false,
}
const forecast = { city: 'Oslo', days: 3 }

/** A usage and a finish reason as each version of the models reports them. */
const flat = { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, finishReason: 'tool-calls' }
const nested = {
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  finishReason: { unified: 'tool-calls', raw: 'stop' },
}

/** The options that a model is called with, as far as they are looked at here. */
interface CallOptions {
  readonly tools?: readonly { readonly type: string; readonly name: string }[]
}

type Generate = (options: CallOptions) => Promise<unknown>

// The versions declare the same things in ways that TypeScript cannot call as one.
const versions = [
  ['5', ai5, flat, (doGenerate: Generate) => new MockLanguageModelV2({ doGenerate } as object)],
  ['6', ai6, nested, (doGenerate: Generate) => new MockLanguageModelV3({ doGenerate } as object)],
  ['7', ai7, nested, (doGenerate: Generate) => new MockLanguageModelV4({ doGenerate } as object)],
] as const

describe.each(versions)('ai %s', (_version, ai, ending, createModel) => {
  const tool = ai.tool as typeof ai7.tool
  const dynamicTool = ai.dynamicTool as typeof ai7.dynamicTool
  const jsonSchema = ai.jsonSchema as typeof ai7.jsonSchema
  const generateText = ai.generateText as typeof ai7.generateText

  const createTools = (execute: (input: unknown) => unknown) => ({
    place_order: tool({ description: 'Places an order.', inputSchema: zodOrder, execute }),
    forecast: dynamicTool({
      description: 'The weather to come.',
      inputSchema: jsonSchema(jsonForecast as object),
      execute: async (input) => execute(input),
    }),
  })
  const calls = [
    { toolName: 'place_order', input: order },
    { toolName: 'forecast', input: forecast },
  ]

  test.each(dialectIds)('tool() and dynamicTool() compile to %s, and a call comes back', async (to) => {
    const tools = createTools((input) => input)
    for (const compiled of [compileTools(tools, { to }), await compileToolsAsync(tools, { to })]) {
      expect([...refusalsOf(compiled, to)]).toEqual([])
      expect(compiled.failures).toEqual([])
      expect(compiled.entries.map(({ description }) => description)).toEqual([
        'Places an order.',
        'The weather to come.',
      ])
      for (const call of calls) expect(roundTrip(compiled, call)).toEqual({ ...call, issues: [] })
    }
  })

  test.each(dialectIds)('what the schema forbids is found when a call to %s comes back', (to) => {
    const compiled = compileTools(
      createTools((input) => input),
      { to },
    )
    for (const days of [0, -1]) {
      const { issues } = roundTrip(compiled, { toolName: 'forecast', input: { city: 'Oslo', days } })
      expect(issues).toMatchObject([{ level: 'error', pointer: '/days', keyword: 'exclusiveMinimum' }])
    }
  })

  test('a promised jsonSchema() in a tool needs the async door, which works for every dialect', async () => {
    const tools = { forecast: tool({ inputSchema: jsonSchema(async () => jsonForecast as object) }) }
    for (const to of dialectIds) {
      expect(() => compileTools(tools, { to })).toThrow(expect.objectContaining({ code: 'schema-async' }))
      const compiled = await compileToolsAsync(tools, { to })
      expect([...refusalsOf(compiled, to)]).toEqual([])
      expect(await compiled.receiveCallAsync(compiled.encodeCall(calls[1]!))).toEqual({ ...calls[1], issues: [] })
    }
  })

  test.each(dialectIds)('what generateText hands to a model compiles to %s, and its call is executed', async (to) => {
    const executed: unknown[] = []
    const model = createModel(async ({ tools }) => {
      expect(tools?.map(({ type, name }) => [type, name])).toEqual(calls.map(({ toolName }) => ['function', toolName]))
      const compiled = compileTools(tools, { to })
      expect([...refusalsOf(compiled, to)]).toEqual([])
      const content = calls.map((call, index) => {
        const { toolName, input, issues } = roundTrip(compiled, call)
        expect(issues).toEqual([])
        return { type: 'tool-call', toolCallId: `call-${index}`, toolName, input: JSON.stringify(input) }
      })
      return { content, warnings: [], ...ending }
    })
    await generateText({
      model: model as never,
      prompt: 'Order tea.',
      tools: createTools((input) => executed.push(input)),
    })
    expect(executed).toEqual(calls.map(({ input }) => input))
  })
})

/** Out to the model, through JSON as on the wire, and back. */
function roundTrip(compiled: CompiledTools, call: { toolName: string; input: unknown }) {
  return compiled.receiveCall(JSON.parse(JSON.stringify(compiled.encodeCall(call))))
}
