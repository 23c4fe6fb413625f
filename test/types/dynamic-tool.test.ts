import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { InferToolInput, InferToolOutput } from '../../src/tools/infer-tool.ts'
import { dynamicTool, type Tool } from '../../src/tools/tool.ts'
import type { ToolCallOptions } from '../../src/tools/tool-options.ts'

test('a dynamic tool is a Tool<unknown, unknown> of type dynamic (C2)', () => {
  const made = dynamicTool({
    description: 'Anything.',
    inputSchema: z.object({ n: z.number() }),
    execute: async (input, options) => {
      expectTypeOf(input).toBeUnknown()
      expectTypeOf(options).toEqualTypeOf<ToolCallOptions<unknown>>()
      return input
    },
  })
  expectTypeOf(made).toExtend<Tool<unknown, unknown>>()
  expectTypeOf(made.type).toEqualTypeOf<'dynamic'>()
  expectTypeOf<InferToolInput<typeof made>>().toBeUnknown()
  expectTypeOf<InferToolOutput<typeof made>>().toBeUnknown()
})

test('a dynamic tool without a schema is refused (C2)', () => {
  // @ts-expect-error: no schema
  const none = () => dynamicTool({ execute: () => 1 })
  const any = dynamicTool({ inputSchema: z.unknown(), execute: () => 1 })
  const raw = dynamicTool({
    inputSchema: { type: 'object' },
    execute: () => 1,
    toModelOutput: ({ output }) => ({ type: 'text', value: String(output) }),
  })
  expectTypeOf([none, any, raw]).toBeObject()
})
