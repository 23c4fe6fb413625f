import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptedEverywhere } from '../../../test/acceptance/accepted-everywhere.ts'
import { endpoints } from '../api/endpoint.ts'
import { checkSchema } from './check-schema.ts'
import { errorMessage } from './rule/rule.ts'

describe('checkSchema', () => {
  test('reports one stage only: each hides the next', () => {
    const parse = { const: 1 }
    const validate = { type: 'ARRAY' }
    const backend = { anyOf: [{ type: 'STRING' }], title: 't' }
    const stages = (properties: object) =>
      new Set(
        checkSchema({ type: 'OBJECT', properties }, { endpoint: 'vertex', place: 'parameters' }).map(
          ({ stage }) => stage,
        ),
      )
    expect(stages({ backend, validate, parse })).toEqual(new Set(['parse']))
    expect(stages({ backend, validate })).toEqual(new Set(['validate']))
    expect(stages({ backend })).toEqual(new Set(['backend']))
    expect(stages({ fine: { type: 'STRING' } })).toEqual(new Set())
  })

  test('refuses a list, and names the field as clients spell it', () => {
    expect(checkSchema([], { endpoint: 'ai-studio', place: 'response' })).toEqual([
      {
        stage: 'parse',
        rule: 'list-for-singular',
        message:
          'Invalid JSON payload received. Unknown name "responseSchema" at \'generation_config\': Proto field is not repeating, cannot start list.',
        field: 'generation_config',
      },
    ])
  })

  test('joins to the message of the error', () => {
    const twice = { type: 'OBJECT', properties: { a: { type: 'ARRAY' }, b: { type: 'ARRAY' } } }
    const path = 'GenerateContentRequest.generation_config.response_schema.properties'
    expect(errorMessage(checkSchema(twice, { endpoint: 'ai-studio', place: 'response' }))).toBe(
      `* ${path}[a].items: missing field.\n* ${path}[b].items: missing field.\n`,
    )
    expect(errorMessage(checkSchema({ enum: [1, 2] }, { endpoint: 'ai-studio', place: 'response' }))).toBe(
      "Invalid value at 'generation_config.response_schema.enum[0]' (TYPE_STRING), 1\nInvalid value at 'generation_config.response_schema.enum[1]' (TYPE_STRING), 2",
    )
    expect(errorMessage([])).toBe('')
  })
})

describe('acceptedEverywhere', () => {
  test('accepts the safest common subset', () => {
    const schema = {
      type: 'OBJECT',
      title: 'T',
      description: 'd',
      properties: {
        text: { type: 'STRING', minLength: '1', maxLength: '10', pattern: '^a', default: 'a' },
        when: { type: 'STRING', format: 'date-time', nullable: true },
        pick: { type: 'STRING', format: 'enum', enum: ['a', 'b'] },
        count: { type: 'INTEGER', format: 'int32', minimum: 0, maximum: 10 },
        list: { type: 'ARRAY', items: { type: 'NUMBER', format: 'double' }, minItems: '1', maxItems: '3' },
        either: { anyOf: [{ type: 'STRING', description: 'one' }, { type: 'BOOLEAN' }] },
      },
      required: ['text'],
      propertyOrdering: ['text', 'when'],
    }
    expect(acceptedEverywhere(schema, 'parameters')).toEqual([])
    expect(acceptedEverywhere(schema, 'response')).toEqual([])
  })
  test('tells what any endpoint has against a schema', () => {
    const schema = { type: 'OBJECT', properties: { a: { type: 'STRING' } }, additionalProperties: false }
    expect(acceptedEverywhere(schema, 'parameters').map(({ rule }) => rule)).toEqual(['unknown-field'])
  })
})

describe('any value at all', () => {
  const schemaLike = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(
          ...['type', 'format', 'enum', 'items', 'properties', 'required', 'anyOf', 'any_of', 'allOf', 'ref', 'defs'],
          ...['minLength', 'minimum', 'nullable', 'default', 'propertyOrdering', 'const', '', '__proto__', 'a'],
        ),
        fc.oneof(
          tie('schema'),
          fc.array(tie('schema'), { maxLength: 3 }),
          fc.constantFrom(
            'OBJECT',
            'ARRAY',
            'STRING',
            'integer',
            'enum',
            'a',
            null,
            true,
            1.5,
            '5',
            undefined,
            Number.NaN,
          ),
          fc.array(fc.constantFrom('a', '', 5, null), { maxLength: 3 }),
        ),
        { maxKeys: 6 },
      ),
    ),
  })).schema
  const anything = fc.oneof(
    schemaLike,
    fc.anything({ withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
  )

  test('gets the same result each time, and is not changed', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...endpoints), fc.boolean(), (schema, endpoint, strict) => {
        const options = { endpoint, place: strict ? 'parameters' : 'response', strict } as const
        const result = checkSchema(deepFreeze(schema), options)
        expect(checkSchema(schema, options)).toEqual(result)
        expect(new Set(result.map(({ stage }) => stage)).size).toBeLessThan(2)
        for (const { message } of result) expect(message).not.toContain('undefined')
      }),
      { numRuns: 2_000 },
    )
  })

  test('that a lenient reading refuses, a strict one refuses too', () => {
    fc.assert(
      fc.property(schemaLike, fc.constantFrom(...endpoints), (schema, endpoint) => {
        const lenient = checkSchema(schema, { endpoint, place: 'parameters', strict: false })
        const strict = checkSchema(schema, { endpoint, place: 'parameters' })
        expect(strict.length === 0 && lenient.length > 0).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['properties', 'items', 'anyOf', 'default', '$defs', 'enum'])(
    'may be nested 100,000 deep, or contain itself, under %s',
    (name) => {
      let deep: unknown = { type: 'STRING' }
      for (let level = 0; level < 100_000; level++) deep = { [name]: name === 'properties' ? { x: deep } : [deep] }
      const cyclic: Record<string, unknown> = {}
      cyclic[name] = name === 'properties' ? { x: cyclic } : cyclic
      for (const schema of [deep, cyclic]) {
        for (const endpoint of endpoints) {
          expect(checkSchema(schema, { endpoint, place: 'parameters' }).length).toBeGreaterThan(0)
        }
      }
    },
  )
})

function deepFreeze<T>(value: T, seen = new Set<unknown>()): T {
  if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) return value
  seen.add(value)
  for (const child of Object.values(value)) deepFreeze(child, seen)
  return Object.freeze(value)
}
