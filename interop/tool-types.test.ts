import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { StaticToolCall, StaticToolResult, TypedToolCall } from '../src/runtime/result/tool-parts.ts'
import type { InferSchema } from '../src/tools/flexible-schema.ts'
import type { InferToolInput, InferToolOutput } from '../src/tools/infer-tool.ts'
import { jsonSchema } from '../src/tools/json-schema.ts'
import { dynamicTool, type ToolSet, tool } from '../src/tools/tool.ts'
import { zodSchema } from '../src/tools/zod-schema.ts'

/** Checked by the type checker; nothing here is run but the definitions. */
const inputSchema = z.object({ city: z.string(), units: z.enum(['c', 'f']).default('c') })
type Input = { city: string; units: 'c' | 'f' }

const weather = tool({
  description: 'The weather.',
  inputSchema,
  execute: async ({ city }) => ({ at: city }),
  needsApproval: ({ units }) => units === 'f',
  onInputAvailable: () => {},
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  metadata: { from: 'here' },
})
const counting = tool({
  inputSchema: jsonSchema<{ to: number }>({ type: 'object' }),
  async *execute({ to }) {
    for (let n = 0; n < to; n++) yield { n }
  },
})
const reported = tool({ inputSchema })
const promising = tool({ inputSchema, outputSchema: z.object({ celsius: z.number() }) })
const dated = tool({ inputSchema: zodSchema(z.object({ at: z.date() })), execute: ({ at }) => at.getTime() })
const older = tool({ parameters: inputSchema, execute: ({ units }) => units })
const anything = dynamicTool({ inputSchema: z.unknown(), execute: (input) => input })
const tools = { weather, counting, reported, promising, dated, older, anything }

const showing = tool({
  inputSchema,
  execute: async ({ city }) => city.length,
  toModelOutput: ({ output }) => ({ type: 'text', value: String(output) }),
})
const contextual = tool({
  description: ({ context }) => `For ${context.tenant}.`,
  inputSchema,
  contextSchema: z.object({ tenant: z.string() }),
  execute: ({ city }, { context }) => `${context.tenant}: ${city}`,
})

/** The parts of a call and a result that are compared, by the name of the tool. */
type Inputs<CALL extends { toolName: string; input: unknown }> = { [C in CALL as C['toolName']]: C['input'] }
type Outputs<RESULT extends { toolName: string; output: unknown }> = { [R in RESULT as R['toolName']]: R['output'] }

/** `ai` counts dynamic tools of the set among the static ones, as unknown. */
interface ExpectedInputs {
  weather: Input
  counting: { to: number }
  reported: Input
  promising: Input
  dated: { at: Date }
  older: Input
  anything: unknown
}

interface MoreInputs extends ExpectedInputs {
  showing: Input
}

describe('our tools are tools of ai, with their types (C1)', () => {
  test('ai 5', () => {
    const run = () => ai5.generateText({ model: 'm', prompt: '', tools })
    type Result = Awaited<ReturnType<typeof run>>
    expectTypeOf<Inputs<Result['staticToolCalls'][number]>>().toEqualTypeOf<ExpectedInputs>()
    type Found = Outputs<Result['staticToolResults'][number]>
    expectTypeOf<Found['weather']>().toEqualTypeOf<{ at: string }>()
    expectTypeOf<Found['counting']>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<Found['older']>().toEqualTypeOf<'c' | 'f'>()
    expectTypeOf<Found['reported']>().toBeNever()
  })

  test('ai 6', () => {
    const run = () => ai6.generateText({ model: 'm', prompt: '', tools: { ...tools, showing } })
    type Result = Awaited<ReturnType<typeof run>>
    expectTypeOf<Inputs<Result['staticToolCalls'][number]>>().toEqualTypeOf<MoreInputs>()
    type Found = Outputs<Result['staticToolResults'][number]>
    expectTypeOf<Found['weather']>().toEqualTypeOf<{ at: string }>()
    expectTypeOf<Found['counting']>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<Found['showing']>().toBeNumber()
  })

  test('ai 7, which asks for the context that a tool declares', () => {
    const run = () => ai7.generateText({ model: 'm', prompt: '', tools: { ...tools, showing } })
    type Result = Awaited<ReturnType<typeof run>>
    expectTypeOf<Inputs<Result['staticToolCalls'][number]>>().toEqualTypeOf<MoreInputs>()
    type Found = Outputs<Result['staticToolResults'][number]>
    expectTypeOf<Found['weather']>().toEqualTypeOf<{ at: string }>()
    expectTypeOf<Found['counting']>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<Found['showing']>().toBeNumber()

    const toolsContext = { contextual: { tenant: 'acme' } }
    const given = () => ai7.generateText({ model: 'm', prompt: '', tools: { contextual }, toolsContext })
    // @ts-expect-error: toolsContext is missing
    const missing = () => ai7.generateText({ model: 'm', prompt: '', tools: { contextual } })
    expectTypeOf([given, missing]).toBeObject()
  })

  test('but not where that version would call them in another way', () => {
    // @ts-expect-error: ai 5 calls toModelOutput with the output alone
    const five = () => ai5.generateText({ model: 'm', prompt: '', tools: { showing } })
    // @ts-expect-error: a description is text in ai 5
    const fiveContext = () => ai5.generateText({ model: 'm', prompt: '', tools: { contextual } })
    // @ts-expect-error: a description is text in ai 6
    const sixContext = () => ai6.generateText({ model: 'm', prompt: '', tools: { contextual } })
    expectTypeOf([five, fiveContext, sixContext]).toBeObject()
  })
})

test('our schemas are schemas of ai 6 and 7', () => {
  const schema = jsonSchema<{ n: number }>({ type: 'object' })
  const six = ai6.tool({ inputSchema: schema, execute: ({ n }) => n })
  const seven = ai7.tool({ inputSchema: schema, execute: ({ n }) => n })
  expectTypeOf<InferToolInput<typeof six>>().toEqualTypeOf<{ n: number }>()
  expectTypeOf<InferToolInput<typeof seven>>().toEqualTypeOf<{ n: number }>()
})

describe('tools of ai are ours, with their types', () => {
  const execute = async ({ city }: { city: string }) => ({ at: city })
  const foreign = {
    five: ai5.tool({ inputSchema, execute }),
    six: ai6.tool({ inputSchema, execute, needsApproval: true }),
    seven: ai7.tool({ inputSchema, execute }),
    fiveReported: ai5.tool({ inputSchema: ai5.jsonSchema<{ n: number }>({ type: 'object' }) }),
    sixPromising: ai6.tool({ inputSchema, outputSchema: z.object({ m: z.number() }) }),
    sevenReported: ai7.tool({ inputSchema: ai7.jsonSchema<{ n: number }>({ type: 'object' }) }),
    fiveDynamic: ai5.dynamicTool({ inputSchema, execute: (input) => input }),
    sixDynamic: ai6.dynamicTool({ inputSchema, execute: (input) => input }),
    sevenDynamic: ai7.dynamicTool({ inputSchema, execute: (input) => input }),
  }

  test('they go into a ToolSet', () => {
    const taken: ToolSet = foreign
    expectTypeOf(taken).toBeObject()
  })

  test('their calls and results are typed', () => {
    type Foreign = typeof foreign
    expectTypeOf<Inputs<StaticToolCall<Foreign>>>().toEqualTypeOf<{
      five: Input
      six: Input
      seven: Input
      fiveReported: { n: number }
      sixPromising: Input
      sevenReported: { n: number }
    }>()
    type Found = Outputs<StaticToolResult<Foreign>>
    expectTypeOf<Found['five']>().toEqualTypeOf<{ at: string }>()
    expectTypeOf<Found['six']>().toEqualTypeOf<{ at: string }>()
    expectTypeOf<Found['seven']>().toEqualTypeOf<{ at: string }>()
    expectTypeOf<Found['sixPromising']>().toEqualTypeOf<{ m: number }>()
    expectTypeOf<InferToolOutput<Foreign['fiveReported']>>().toBeNever()
    expectTypeOf<InferToolOutput<Foreign['sevenDynamic']>>().toBeUnknown()
  })

  test('their schemas give our tools their types', () => {
    const five = tool({ inputSchema: ai5.jsonSchema<{ n: number }>({}), execute: ({ n }) => n })
    const six = tool({ inputSchema: ai6.zodSchema(inputSchema), execute: ({ units }) => units })
    const seven = tool({ inputSchema: ai7.zodSchema(inputSchema), execute: ({ units }) => units })
    expectTypeOf<InferToolInput<typeof five>>().toEqualTypeOf<{ n: number }>()
    expectTypeOf<InferToolInput<typeof six>>().toEqualTypeOf<Input>()
    expectTypeOf<InferToolInput<typeof seven>>().toEqualTypeOf<Input>()
    expectTypeOf<InferSchema<ai7.Schema<number>>>().toBeNumber()
  })
})

test('a part of ours is a part of ai 7', () => {
  type Ours = TypedToolCall<{ weather: typeof weather }>
  type Theirs = ai7.TypedToolCall<{ weather: typeof weather }>
  expectTypeOf<Ours>().toExtend<Theirs>()
})
