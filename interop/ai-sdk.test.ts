import { valibotSchema } from '@ai-sdk/valibot'
import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { type CompiledSchema, compileSchema, compileSchemaAsync } from 'toolfit/schema'
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

async function expectForecast(compiled: CompiledSchema): Promise<void> {
  expect(compiled.schema).toMatchObject(geminiForecast)
  expect(Object.keys(compiled.schema.properties as object)).toEqual(['city', 'days'])
  expect(await compiled.checkAsync({ city: 'Oslo', days: 3 })).toEqual([])
  expect(await compiled.checkAsync({ city: '', days: 3 })).toHaveLength(1)
  expect(await compiled.checkAsync({ days: 3 })).toHaveLength(1)
}

describe.each([
  ['5', ai5],
  ['6', ai6],
  ['7', ai7],
])('ai %s', (_version, ai) => {
  // The three declare them in ways that TypeScript cannot call as one.
  const jsonSchema = ai.jsonSchema as typeof ai7.jsonSchema
  const tool = ai.tool as typeof ai7.tool

  test('jsonSchema() compiles', async () => {
    await expectForecast(compileSchema(jsonSchema({ ...jsonForecast, required: ['city'] }), { to: 'gemini' }))
  })

  test('a lazy jsonSchema(() => …) compiles', async () => {
    await expectForecast(
      compileSchema(
        jsonSchema(() => ({ ...jsonForecast, required: ['city'] })),
        { to: 'gemini' },
      ),
    )
  })

  test('a promised jsonSchema(async () => …) is refused with the way out, which works', async () => {
    const promised = jsonSchema(async () => ({ ...jsonForecast, required: ['city'] }))
    expect(() => compileSchema(promised, { to: 'gemini' })).toThrow(expect.objectContaining({ code: 'schema-async' }))
    await expectForecast(await compileSchemaAsync(promised, { to: 'gemini' }))
  })

  test('zodSchema() compiles', async () => {
    await expectForecast(compileSchema(ai.zodSchema(zodForecast), { to: 'gemini' }))
  })

  test('asSchema() of a Zod schema compiles', async () => {
    await expectForecast(compileSchema(ai.asSchema(zodForecast), { to: 'gemini' }))
  })

  test('the inputSchema of a tool() compiles', async () => {
    await expectForecast(compileSchema(tool({ inputSchema: zodForecast }).inputSchema, { to: 'gemini' }))
  })
})

describe('@ai-sdk/valibot', () => {
  const valibotForecast = v.object({
    city: v.pipe(v.string(), v.minLength(1)),
    days: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(14))),
  })

  test('valibotSchema() compiles', async () => {
    await expectForecast(compileSchema(valibotSchema(valibotForecast), { to: 'gemini' }))
  })
})
