import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod3'
import type { ModelMessage } from '../../src/core/message.ts'
import type { InferToolContext, InferToolInput, InferToolOutput } from '../../src/tools/infer-tool.ts'
import { jsonSchema } from '../../src/tools/json-schema.ts'
import { type Tool, type ToolSet, tool } from '../../src/tools/tool.ts'
import type { ToolCallOptions } from '../../src/tools/tool-options.ts'
import { zodSchema } from '../../src/tools/zod-schema.ts'

interface Place {
  city: string
  units: 'c' | 'f'
}

describe('the input of execute is what the schema parses to (C1)', () => {
  test('Zod 4', () => {
    const made = tool({
      description: 'The weather.',
      inputSchema: z.object({ city: z.string(), units: z.enum(['c', 'f']).default('c') }),
      execute: async (input) => {
        expectTypeOf(input).toEqualTypeOf<Place>()
        return input.city.length
      },
    })
    expectTypeOf<InferToolInput<typeof made>>().toEqualTypeOf<Place>()
    expectTypeOf<InferToolOutput<typeof made>>().toEqualTypeOf<number>()
  })

  test('Zod 4 with a transform: its output side', () => {
    const made = tool({
      inputSchema: z.object({ at: z.string().transform((text) => new Date(text)) }),
      execute: ({ at }) => at.getTime(),
    })
    expectTypeOf<InferToolInput<typeof made>>().toEqualTypeOf<{ at: Date }>()
  })

  test('Zod 3', () => {
    const made = tool({
      inputSchema: z3.object({ city: z3.string(), units: z3.enum(['c', 'f']).default('c') }),
      execute: (input) => {
        expectTypeOf(input).toEqualTypeOf<Place>()
        return input.city
      },
    })
    expectTypeOf<InferToolInput<typeof made>>().toEqualTypeOf<Place>()
  })

  test('Valibot, with its converter or without', () => {
    const schema = v.object({ city: v.string(), units: v.optional(v.picklist(['c', 'f']), 'c') })
    const made = tool({ inputSchema: toStandardJsonSchema(schema), execute: ({ units }) => units })
    expectTypeOf<InferToolInput<typeof made>>().toEqualTypeOf<Place>()
    expectTypeOf<InferToolOutput<typeof made>>().toEqualTypeOf<'c' | 'f'>()
    const bare = tool({ inputSchema: schema, execute: ({ city }) => city })
    expectTypeOf<InferToolInput<typeof bare>>().toEqualTypeOf<Place>()
  })

  test('ArkType', () => {
    const made = tool({
      inputSchema: type({ city: 'string', units: "'c' | 'f'" }),
      execute: ({ city }) => city,
    })
    expectTypeOf<InferToolInput<typeof made>>().toEqualTypeOf<Place>()
  })

  test('jsonSchema() with the type that it was given, and zodSchema()', () => {
    const typed = tool({ inputSchema: jsonSchema<Place>({ type: 'object' }), execute: ({ units }) => units })
    expectTypeOf<InferToolInput<typeof typed>>().toEqualTypeOf<Place>()
    const zod = tool({ inputSchema: zodSchema(z.object({ at: z.date() })), execute: ({ at }) => at.getTime() })
    expectTypeOf<InferToolInput<typeof zod>>().toEqualTypeOf<{ at: Date }>()
    const zod3 = tool({ inputSchema: zodSchema(z3.object({ n: z3.number() })), execute: ({ n }) => n })
    expectTypeOf<InferToolInput<typeof zod3>>().toEqualTypeOf<{ n: number }>()
  })

  test('a function that makes the schema', () => {
    const made = tool({ inputSchema: () => z.object({ city: z.string() }), execute: ({ city }) => city })
    expectTypeOf<InferToolInput<typeof made>>().toEqualTypeOf<{ city: string }>()
    const later = tool({ inputSchema: async () => jsonSchema<Place>({}), execute: ({ units }) => units })
    expectTypeOf<InferToolInput<typeof later>>().toEqualTypeOf<Place>()
  })

  test('a raw JSON Schema: unknown, or what execute or the caller declares', () => {
    const unsaid = tool({
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      execute: (input) => {
        expectTypeOf(input).toBeUnknown()
        return 1
      },
    })
    expectTypeOf<InferToolInput<typeof unsaid>>().toBeUnknown()
    const annotated = tool({ inputSchema: { type: 'object' }, execute: async ({ city }: { city: string }) => city })
    expectTypeOf<InferToolInput<typeof annotated>>().toEqualTypeOf<{ city: string }>()
    const explicit = tool<{ city: string }, { celsius: number }>({
      inputSchema: { type: 'object' },
      execute: async ({ city }) => ({ celsius: city.length }),
    })
    expectTypeOf<InferToolInput<typeof explicit>>().toEqualTypeOf<{ city: string }>()
    expectTypeOf<InferToolOutput<typeof explicit>>().toEqualTypeOf<{ celsius: number }>()
  })

  test('a raw JSON Schema that some library types, frozen or not', () => {
    interface JsonSchema7 {
      type?: string | string[]
      properties?: Record<string, JsonSchema7>
      required?: string[]
    }
    const declared: JsonSchema7 = { type: 'object' }
    const frozen = { type: 'object', required: ['a'] } as const
    const made = [tool({ inputSchema: declared, execute: () => 1 }), tool({ inputSchema: frozen, execute: () => 1 })]
    expectTypeOf<InferToolInput<(typeof made)[number]>>().toBeUnknown()
  })

  test('parameters is an alias of inputSchema', () => {
    const made = tool({ parameters: z.object({ n: z.number() }), execute: async ({ n }) => n })
    expectTypeOf<InferToolInput<typeof made>>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<InferToolOutput<typeof made>>().toEqualTypeOf<number>()
    const reported = tool({ parameters: z.object({ n: z.number() }) })
    expectTypeOf<InferToolInput<typeof reported>>().toEqualTypeOf<{ n: number }>()
  })
})

describe('the output is', () => {
  const inputSchema = z.object({ n: z.number() })

  test('what execute returns, at once or promised', () => {
    const sync = tool({ inputSchema, execute: ({ n }) => ({ twice: 2 * n }) })
    const promised = tool({ inputSchema, execute: async ({ n }) => ({ twice: 2 * n }) })
    expectTypeOf<InferToolOutput<typeof sync>>().toEqualTypeOf<{ twice: number }>()
    expectTypeOf<InferToolOutput<typeof promised>>().toEqualTypeOf<{ twice: number }>()
    const nothing = tool({ inputSchema, execute: () => undefined })
    expectTypeOf<InferToolOutput<typeof nothing>>().toEqualTypeOf<undefined>()
  })

  test('what execute yields, also where the generator is promised (C8)', () => {
    async function* count(to: number) {
      for (let step = 0; step < to; step++) yield { step }
    }
    const yielding = tool({
      inputSchema,
      async *execute({ n }) {
        yield* count(n)
      },
    })
    const promised = tool({ inputSchema, execute: async ({ n }) => count(n) })
    expectTypeOf<InferToolOutput<typeof yielding>>().toEqualTypeOf<{ step: number }>()
    expectTypeOf<InferToolOutput<typeof promised>>().toEqualTypeOf<{ step: number }>()
  })

  test('what outputSchema says where there is no execute; never where nothing says it (C16)', () => {
    const said = tool({ inputSchema, outputSchema: z.object({ celsius: z.number() }) })
    const unsaid = tool({ inputSchema })
    expectTypeOf<InferToolOutput<typeof said>>().toEqualTypeOf<{ celsius: number }>()
    expectTypeOf<InferToolInput<typeof said>>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<InferToolOutput<typeof unsaid>>().toBeNever()
    expectTypeOf<InferToolInput<typeof unsaid>>().toEqualTypeOf<{ n: number }>()
  })

  test('held to outputSchema where there are both', () => {
    const both = tool({ inputSchema, outputSchema: z.object({ m: z.number() }), execute: ({ n }) => ({ m: n }) })
    expectTypeOf<InferToolOutput<typeof both>>().toEqualTypeOf<{ m: number }>()
    // @ts-expect-error: m is to be a number
    tool({ inputSchema, outputSchema: z.object({ m: z.number() }), execute: () => ({ m: 'one' }) })
  })
})

describe('what a tool is told', () => {
  const inputSchema = z.object({ n: z.number() })

  test('the call, the messages, the signal and the context (C3)', () => {
    tool({
      inputSchema,
      execute: (_input, options) => {
        expectTypeOf(options).toEqualTypeOf<ToolCallOptions<unknown>>()
        expectTypeOf(options.toolCallId).toBeString()
        expectTypeOf(options.messages).toEqualTypeOf<ModelMessage[]>()
        expectTypeOf(options.abortSignal).toEqualTypeOf<AbortSignal | undefined>()
        // As in the documents of `ai`: `const { userId } = experimental_context`.
        expectTypeOf(options.experimental_context).toBeAny()
        return 1
      },
    })
  })

  test('contextSchema gives the context its type, everywhere', () => {
    const made = tool({
      description: ({ context }) => context.tenant,
      inputSchema,
      contextSchema: z.object({ tenant: z.string() }),
      execute: (_input, { context }) => context.tenant,
      needsApproval: ({ n }, { context }) => n > context.tenant.length,
      onInputAvailable: ({ input, context }) => {
        expectTypeOf(context.tenant.repeat(input.n)).toBeString()
      },
    })
    expectTypeOf<InferToolContext<typeof made>>().toEqualTypeOf<{ tenant: string }>()
    expectTypeOf<InferToolContext<Tool<unknown, unknown, unknown>>>().toBeUnknown()
  })

  test('toModelOutput gets the call, its input and its output', () => {
    const made = tool({
      inputSchema,
      execute: async ({ n }) => ({ twice: 2 * n }),
      toModelOutput: ({ toolCallId, input, output }) => {
        expectTypeOf(toolCallId).toBeString()
        expectTypeOf(input).toEqualTypeOf<{ n: number }>()
        expectTypeOf(output).toEqualTypeOf<{ twice: number }>()
        return { type: 'text', value: String(output.twice) }
      },
    })
    expectTypeOf<InferToolOutput<typeof made>>().toEqualTypeOf<{ twice: number }>()
    // @ts-expect-error: no such kind of output
    tool({ inputSchema, execute: () => 1, toModelOutput: () => ({ type: 'picture', value: 'x' }) })
  })
})

test('a definition with a slip in it is refused', () => {
  const inputSchema = z.object({ n: z.number() })
  // @ts-expect-error: a description is text
  tool({ description: 5, inputSchema, execute: () => 1 })
  // @ts-expect-error: there is no such input
  tool({ inputSchema, execute: ({ m }) => m })
  // @ts-expect-error: the schema says number
  tool({ inputSchema, execute: ({ n }: { n: string }) => n })
  // @ts-expect-error: no schema
  tool({ execute: () => 1 })
  // @ts-expect-error: a misspelt field
  tool({ inputSchema, exceute: () => 1 })
  // @ts-expect-error: a time is a number
  tool({ inputSchema, execute: () => 1, timeout: '5s' })
  // @ts-expect-error: an example is an input
  tool({ inputSchema, execute: () => 1, inputExamples: [{ input: { n: 'one' } }] })
})

test('our own settings are taken', () => {
  const made = tool({
    id: 'weather.1',
    title: 'Weather',
    inputSchema: z.object({ n: z.number() }),
    execute: ({ n }) => n,
    timeout: 5_000,
    retries: { maxRetries: 2, firstDelayMs: 100, longestDelayMs: 1_000, retryIf: (error) => error instanceof Error },
    exclusive: 'database',
    strict: true,
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    metadata: { source: 'here' },
    inputExamples: [{ input: { n: 1 } }],
  })
  expectTypeOf(made.timeout).toEqualTypeOf<number | undefined>()
})

test('a tool that was given execute has it', async () => {
  const double = tool({ inputSchema: z.object({ n: z.number() }), execute: async ({ n }) => 2 * n })
  expectTypeOf(double.execute).toBeFunction()
  expectTypeOf(await double.execute({ n: 2 }, { toolCallId: 'c', messages: [] })).toEqualTypeOf<
    number | AsyncIterable<number>
  >()
})

test('every kind of tool is a Tool, and goes into a ToolSet', () => {
  const inputSchema = z.object({ n: z.number() })
  const executable = tool({ inputSchema, execute: ({ n }) => n })
  const reported = tool({ inputSchema })
  const showing = tool({ inputSchema, execute: () => 1, toModelOutput: () => ({ type: 'text', value: '' }) })
  const tools: ToolSet = {
    executable,
    reported,
    showing,
    byHand: { inputSchema, execute: ({ n }) => n },
    older: { parameters: inputSchema },
  }
  const listed: Tool[] = [executable, reported, showing]
  const exact: Tool<{ n: number }, number> = executable
  expectTypeOf([tools, listed, exact]).toBeObject()
  // @ts-expect-error: a text is no tool
  const wrong: ToolSet = { text: 'weather' }
  expectTypeOf(wrong).toBeObject()
})

test('a tool that was written by hand is inferred by its schema', () => {
  const byHand = { inputSchema: z.object({ n: z.number() }), execute: async ({ n }: { n: number }) => `${n}` }
  expectTypeOf<InferToolInput<typeof byHand>>().toEqualTypeOf<{ n: number }>()
  expectTypeOf<InferToolOutput<typeof byHand>>().toEqualTypeOf<string>()
  const older = { parameters: z3.object({ n: z3.number() }) }
  expectTypeOf<InferToolInput<typeof older>>().toEqualTypeOf<{ n: number }>()
  expectTypeOf<InferToolOutput<typeof older>>().toBeNever()
})

test('a JSON Schema without a type, written in its place, gives input of any kind', () => {
  const look = tool({
    inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } } }),
    execute: (input) => {
      expectTypeOf(input).toEqualTypeOf<unknown>()
      return 1
    },
  })
  const set: ToolSet = { look }
  expectTypeOf(set).toEqualTypeOf<ToolSet>()
})

describe('what is wrong with a definition', () => {
  test('an execute that does not fit its outputSchema is the error, and not the schema', () => {
    tool({
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ celsius: z.number() }),
      // @ts-expect-error: the result is a string
      execute: ({ city }) => city,
    })
  })
})

test('a tool has an id, which is passed or generated', () => {
  const made = tool({ id: 'weather-1', inputSchema: z.object({}), execute: () => 1 })
  const id: string = made.id
  expectTypeOf(id).toBeString()
  const [inputSchema, execute] = [z.object({}), () => 1]
  expectTypeOf(tool({ id, inputSchema }).id).toBeString()
  expectTypeOf(tool({ id, parameters: inputSchema, execute }).id).toBeString()
  expectTypeOf(tool({ id, inputSchema, outputSchema: z.number(), execute }).id).toBeString()
  expectTypeOf(tool({ id, description: () => 'It counts.', inputSchema, execute }).id).toBeString()
  const toModelOutput = () => ({ type: 'text' as const, value: '1' })
  expectTypeOf(tool({ id, inputSchema, execute, toModelOutput }).id).toBeString()
  // @ts-expect-error: `ai` 7 declares that function tools have no id, so the type has it only if it was passed.
  const generated: string = tool({ inputSchema, execute }).id
  expectTypeOf(generated).toBeString()
})
