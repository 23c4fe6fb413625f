import { expect, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod3'
import { openInput } from './open-input.ts'

async function closedOf(source: unknown): Promise<unknown> {
  return (await openInput(source)).closedSchema
}

test('a Zod schema is written by its own converter, with every object closed, as OpenAI wants it', async () => {
  const source = z.object({
    to: z.object({ city: z.string() }).describe('Where'),
    tags: z.record(z.string(), z.number()),
  })
  expect(await closedOf(source)).toEqual({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      to: {
        description: 'Where',
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
      tags: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } },
    },
    required: ['to', 'tags'],
    additionalProperties: false,
  })
})

test('a schema that its library cannot write, and one of Zod 3, is what our reader makes of it, closed', async () => {
  expect(await closedOf(z.object({ at: z.date() }))).toMatchObject({
    properties: { at: { type: 'string', format: 'date-time' } },
    additionalProperties: false,
  })
  expect(await closedOf(z3.object({ list: z3.array(z3.object({ n: z3.number() })) }))).toMatchObject({
    properties: { list: { items: { type: 'object', additionalProperties: false } } },
    additionalProperties: false,
  })
})

test('a schema that our reader wrote says so in the words of draft 7', async () => {
  expect(await closedOf(z3.object({ range: z3.tuple([z3.string(), z3.number()]) }))).toEqual({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      range: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], minItems: 2, additionalItems: false },
    },
    required: ['range'],
    additionalProperties: false,
  })
})

test('JSON Schema stays as its author wrote it', async () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } } as const
  const wrapped = { [Symbol.for('vercel.ai.schema')]: true, jsonSchema: schema, validate: undefined }
  expect([await closedOf(schema), await closedOf(wrapped)]).toEqual([schema, schema])
})
