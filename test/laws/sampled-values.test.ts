import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { readPromptValues } from '../../src/emulator/answer/sample/prompt-values.ts'
import { sampleValue } from '../../src/emulator/answer/sample/sample-value.ts'
import { everydaySchema } from './arbitrary-everyday-schema.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { sampleValues } from './arbitrary-value.ts'
import { hostileSchemas } from './hostile-schemas.ts'
import { runs } from './runs.ts'

const prompts = ['', 'Find the weather in New York for 3 days, "exactly" as ada@example.com wrote on 2026-02-03']

describe('values that the emulator draws', () => {
  test('conform to everyday schemas, whatever the prompt', () => {
    fc.assert(
      fc.property(everydaySchema, fc.constantFrom(...prompts), (schema, prompt) => {
        // Gemini reads `oneOf` as `anyOf`; of branches that overlap, a value of only one is not always found.
        const validate = judgeOf(JSON.parse(JSON.stringify(schema).replaceAll('"oneOf"', '"anyOf"')) as JsonObject)
        fc.pre(validate !== undefined && isSatisfiable(schema, validate))
        const value = sampleValue(schema, readPromptValues(prompt))
        if (!validate!(value)) throw new Error(JSON.stringify({ schema, value, errors: validate!.errors }, null, 1))
      }),
      runs(),
    )
  })

  test('conform to 98 of 100 schemas that use every keyword there is', () => {
    const counts = { all: 0, conforming: 0 }
    const missed: unknown[] = []
    fc.assert(
      fc.property(arbitrarySchema, fc.constantFrom(...prompts), (schema, prompt) => {
        const validate = judgeOf(schema)
        fc.pre(validate !== undefined && isSatisfiable(schema, validate))
        counts.all++
        const value = sampleValue(schema, readPromptValues(prompt))
        if (validate!(value)) counts.conforming++
        else missed.push({ schema, value, errors: validate!.errors })
      }),
      runs(),
    )
    console.info(`${counts.conforming} of ${counts.all} conform`)
    expect(counts.conforming / counts.all, missed.map((m) => JSON.stringify(m)).join('\n')).toBeGreaterThanOrEqual(0.98)
  })

  test('are the same every time', () => {
    fc.assert(
      fc.property(arbitrarySchema, fc.constantFrom(...prompts), (schema, prompt) => {
        const again = JSON.parse(JSON.stringify(schema)) as JsonObject
        expect(sampleValue(again, readPromptValues(prompt))).toEqual(sampleValue(schema, readPromptValues(prompt)))
      }),
      runs(0.5),
    )
  })
})

/** JSON as deep as these never gets past the parser, and a request holds no cycles. */
const impossible = /^(deep |a deep |a cycle)/

describe('schemas that were made to hurt', () => {
  const names = Object.keys(hostileSchemas).filter((name) => !impossible.test(name))

  test.each(names)('%s: a value or none, and no hang', { timeout: 30_000 }, (name) => {
    const schema = hostileSchemas[name]!()
    const value = sampleValue(schema, readPromptValues(prompts[1]!))
    expect((JSON.stringify(value) ?? '').length).toBeLessThan(5_000_000)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

/** A schema that nothing satisfies proves nothing: somebody else has to find a value, too. */
function isSatisfiable(schema: Json, validate: (value: unknown) => boolean): boolean {
  try {
    return sampleValues(schema, 1, 15).some((value) => validate(value))
  } catch (error) {
    // A reference that leads to itself: ajv follows it for ever.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** What the sampler writes on purpose, in words of our own: ajv brings no formats. Others say nothing to either. */
const formats = {
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && Number.isFinite(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text)),
  email: /^[a-z]+@[a-z.]+$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
}

/** Undefined: ajv cannot read the schema. */
function judgeOf(schema: Json) {
  // ajv takes it, although it is no schema: nothing is a multiple of 0.
  if (JSON.stringify(schema).includes('"multipleOf":0')) return undefined
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, ownProperties: true, formats })
  try {
    return ajv.compile(schema as object)
  } catch {
    return undefined
  }
}
