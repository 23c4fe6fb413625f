import * as v from 'valibot'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type InferElementOutput,
  type InferOutput,
  type InferPartialOutput,
  Output,
} from '../../src/runtime/output/output.ts'

describe('Output', () => {
  it('is typed by its schema', () => {
    const place = z.object({ city: z.string(), days: z.number().int().default(3) })
    const object = Output.object({ schema: place })
    expectTypeOf<InferOutput<typeof object>>().toEqualTypeOf<{ city: string; days: number }>()
    expectTypeOf<InferPartialOutput<typeof object>>().toEqualTypeOf<{ city?: string; days?: number }>()
    const array = Output.array({ element: v.object({ id: v.number() }) })
    expectTypeOf<InferOutput<typeof array>>().toEqualTypeOf<{ id: number }[]>()
    expectTypeOf<InferElementOutput<typeof array>>().toEqualTypeOf<{ id: number }>()
    const choice = Output.choice({ options: ['a', 'b'] })
    expectTypeOf<InferOutput<typeof choice>>().toEqualTypeOf<'a' | 'b'>()
    expectTypeOf<InferElementOutput<typeof choice>>().toEqualTypeOf<never>()
    expectTypeOf<InferOutput<typeof place>>().toEqualTypeOf<{ city: string; days: number }>()
    expectTypeOf<InferPartialOutput<typeof place>>().toEqualTypeOf<{ city?: string; days?: number }>()
    expectTypeOf<InferOutput<undefined>>().toEqualTypeOf<string>()
    expectTypeOf<InferOutput<{ type: 'object' }>>().toEqualTypeOf<unknown>()
    const said = Output.object<{ a: number }>({ schema: { type: 'object' } })
    expectTypeOf<InferOutput<typeof said>>().toEqualTypeOf<{ a: number }>()
  })
})
