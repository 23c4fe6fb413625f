import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type {
  DynamicToolCall,
  StaticToolCall,
  StaticToolResult,
  TypedToolCall,
  TypedToolError,
  TypedToolResult,
} from '../../src/runtime/result/tool-parts.ts'
import { dynamicTool, tool } from '../../src/tools/tool.ts'

const weather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ celsius: city.length }),
})
const add = tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b })
const ask = tool({ inputSchema: z.object({ question: z.string() }), outputSchema: z.string() })
const anything = dynamicTool({ inputSchema: z.unknown(), execute: (input) => input })

const tools = { weather, add, ask, anything }
type Tools = typeof tools

function describeCall(call: TypedToolCall<Tools>): string {
  if (call.dynamic) {
    expectTypeOf(call.input).toBeUnknown()
    expectTypeOf(call.args).toBeUnknown()
    expectTypeOf(call.toolName).toBeString()
    return call.invalid === true ? `invalid: ${String(call.error)}` : call.toolName
  }
  switch (call.toolName) {
    case 'weather':
      expectTypeOf(call.args).toEqualTypeOf<{ city: string }>()
      return call.input.city
    case 'add':
      return String(call.input.a + call.args.b)
    case 'ask':
      return call.input.question
    default:
      expectTypeOf(call).toBeNever()
      return ''
  }
}

describe('a call (C2)', () => {
  test('is narrowed by dynamic, then by its name', () => {
    const input = { a: 1, b: 2 }
    expect(describeCall({ type: 'tool-call', toolCallId: 'c', toolName: 'add', input, args: input })).toBe('3')
    const invalid: DynamicToolCall = {
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 'add',
      input: '{',
      args: '{',
      dynamic: true,
      invalid: true,
      error: 'no JSON',
    }
    expect(describeCall(invalid)).toBe('invalid: no JSON')
  })

  test('of a dynamic tool is never a static one', () => {
    expectTypeOf<StaticToolCall<Tools>['toolName']>().toEqualTypeOf<'weather' | 'add' | 'ask'>()
  })

  test('of a set of which nothing is known has any name and unknown input', () => {
    expectTypeOf<StaticToolCall['toolName']>().toBeString()
    expectTypeOf<StaticToolCall['input']>().toBeUnknown()
    expectTypeOf<StaticToolResult['output']>().toBeUnknown()
  })
})

test('a result has the types of its tool, under both names (C12)', () => {
  type WeatherResult = Extract<StaticToolResult<Tools>, { toolName: 'weather' }>
  expectTypeOf<WeatherResult['output']>().toEqualTypeOf<{ celsius: number }>()
  expectTypeOf<WeatherResult['result']>().toEqualTypeOf<{ celsius: number }>()
  expectTypeOf<WeatherResult['args']>().toEqualTypeOf<{ city: string }>()
  expectTypeOf<WeatherResult['preliminary']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<Extract<StaticToolResult<Tools>, { toolName: 'ask' }>['output']>().toBeString()
  expectTypeOf<Extract<TypedToolResult<Tools>, { dynamic: true }>['output']>().toBeUnknown()
})

test('an error has the input of its tool', () => {
  type AddError = Extract<TypedToolError<Tools>, { toolName: 'add' }>
  expectTypeOf<AddError['input']>().toEqualTypeOf<{ a: number; b: number }>()
  expectTypeOf<AddError['error']>().toBeUnknown()
})
