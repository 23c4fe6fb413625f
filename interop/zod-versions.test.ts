import { compileSchema } from 'toolfit/schema'
import { describe, expect, test } from 'vitest'
import { z as current } from 'zod'
import { z as oldest } from 'zod-4-0'

/** The same schema in any Zod 4: the types of two versions do not mix, their calls do. */
const order = (z: typeof current) =>
  z.object({
    id: z.string().min(3).describe('The order number'),
    size: z.enum(['s', 'm', 'l']).default('m'),
    count: z.number().int().min(1).max(9).optional(),
    note: z.string().nullable(),
    kind: z.discriminatedUnion('type', [
      z.object({ type: z.literal('gift'), to: z.string() }),
      z.object({ type: z.literal('own') }),
    ]),
    tags: z.record(z.string(), z.number()),
    point: z.tuple([z.number(), z.number()]),
    due: z.date(),
  })

const value = {
  id: 'A-17',
  size: 'l',
  note: null,
  kind: { type: 'gift', to: 'Ada' },
  tags: { fragile: 1 },
  point: [1, 2],
  due: new Date('2026-01-02T03:04:05.000Z'),
}

describe.each([
  ['4.0.0, the oldest', oldest as unknown as typeof current],
  ['4.6.7, the current', current],
])('Zod %s', (_version, z) => {
  const compiled = compileSchema(order(z), { to: 'gemini' })

  test('compiles', () => {
    expect(compiled.schema).toMatchObject({
      type: 'OBJECT',
      properties: {
        id: { type: 'STRING', minLength: '3' },
        size: { type: 'STRING', enum: ['s', 'm', 'l'] },
        count: { type: 'INTEGER', minimum: 1, maximum: 9 },
        note: { type: 'STRING', nullable: true },
        tags: { type: 'ARRAY', items: { type: 'OBJECT' } },
        point: { type: 'OBJECT' },
        due: { type: 'STRING' },
      },
    })
  })

  test('round-trips a value, dates included', () => {
    expect(compiled.decode(compiled.encode(value))).toEqual(value)
    expect(compiled.check(value)).toEqual([])
    expect(compiled.check({ ...value, count: 10 })).toHaveLength(1)
  })
})

test('both versions give the same schema and the same changes', () => {
  const [first, second] = [oldest as unknown as typeof current, current].map((z) =>
    compileSchema(order(z), { to: 'gemini' }),
  )
  expect(first?.schema).toEqual(second?.schema)
  expect(first?.changes).toEqual(second?.changes)
})
