import { valibotSchema } from '@ai-sdk/valibot'
import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { compileSchema, compileSchemaAsync } from 'toolfit/schema'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const zodForecast = z.object({ city: z.string().min(1), days: z.number().int().max(14).optional() })
const jsonForecast = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer', maximum: 14 } },
  required: ['city'],
  additionalProperties: false,
} as const

const geminiForecast = {
  type: 'OBJECT',
  properties: { city: { type: 'STRING', minLength: '1' }, days: { type: 'INTEGER', maximum: 14 } },
  required: ['city'],
}

function expectForecast(compiled: ReturnType<typeof compileSchema>): void {
  expect(compiled.schema).toMatchObject(geminiForecast)
  expect(Object.keys(compiled.schema.properties as object)).toEqual(['city', 'days'])
  expect(compiled.check({ city: 'Oslo', days: 3 })).toEqual([])
  expect(compiled.check({ city: '', days: 3 })).toHaveLength(1)
  expect(compiled.check({ days: 3 })).toHaveLength(1)
}

describe.each([
  ['5', ai5],
  ['6', ai6],
  ['7', ai7],
])('ai %s', (_version, ai) => {
  // The three declare them in ways that TypeScript cannot call as one.
  const jsonSchema = ai.jsonSchema as typeof ai7.jsonSchema
  const tool = ai.tool as typeof ai7.tool

  test('jsonSchema() compiles', () => {
    expectForecast(compileSchema(jsonSchema({ ...jsonForecast, required: ['city'] }), { to: 'gemini' }))
  })

  test('a lazy jsonSchema(() => …) compiles', () => {
    expectForecast(
      compileSchema(
        jsonSchema(() => ({ ...jsonForecast, required: ['city'] })),
        { to: 'gemini' },
      ),
    )
  })

  test('a promised jsonSchema(async () => …) compiles through the async door, and the other one says so', async () => {
    const promised = jsonSchema(async () => ({ ...jsonForecast, required: ['city'] }))
    expectForecast(await compileSchemaAsync(promised, { to: 'gemini' }))
    expect(() => compileSchema(promised, { to: 'gemini' })).toThrow(expect.objectContaining({ code: 'schema-async' }))
  })

  test('zodSchema() compiles', () => {
    expectForecast(compileSchema(ai.zodSchema(zodForecast), { to: 'gemini' }))
  })

  test('asSchema() of a Zod schema compiles', () => {
    expectForecast(compileSchema(ai.asSchema(zodForecast), { to: 'gemini' }))
  })

  test('the inputSchema of a tool() compiles', () => {
    expectForecast(compileSchema(tool({ inputSchema: zodForecast }).inputSchema, { to: 'gemini' }))
  })
})

describe('@ai-sdk/valibot', () => {
  const valibotForecast = v.object({
    city: v.pipe(v.string(), v.minLength(1)),
    days: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(14))),
  })

  test('valibotSchema() compiles', () => {
    expectForecast(compileSchema(valibotSchema(valibotForecast), { to: 'gemini' }))
  })
})
