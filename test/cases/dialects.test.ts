import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Change, CompileOptions } from '../../src/schema/index.ts'
import { compileSchema, dialects } from '../../src/schema/index.ts'
import { expectRoundTrip, fitted, reportedChanges } from './fitted.ts'

const draft2020 = 'https://json-schema.org/draft/2020-12/schema'
const string = { type: 'string' }
const number = { type: 'number' }

describe('openai', () => {
  const awkward = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      a: { type: 'string', required: true },
      b: { $ref: '#/definitions/B' },
      c: { type: 'dict', additionalProperties: { type: 'float' } },
      d: { oneOf: [string, { const: null }], examples: [1] },
    },
    definitions: { B: { type: 'array', items: [string] } },
    'x-vendor': { keep: true },
  }

  test('passes the input on, deep-equal, nothing read and nothing reported', () => {
    const before = JSON.stringify(awkward)
    compileSchema(awkward, { to: 'gemini', root: 'object' })
    const compiled = compileSchema(awkward, { to: 'openai', root: 'object' })
    expect(compiled.schema).toEqual(JSON.parse(before))
    expect(JSON.stringify(awkward)).toBe(before)
    expect(compiled.changes).toEqual([])
    const value = { a: 'x', d: null }
    expect(compiled.encode(value)).toEqual(value)
    expect(compiled.decode(value)).toEqual(value)
  })

  test('takes a non-object root, a dangling reference and an impossible schema as they are', () => {
    for (const source of [
      string,
      { $ref: '#/nowhere' },
      { type: 'string', minLength: 3, maxLength: 1 },
      { enum: [] },
    ]) {
      expect(compileSchema(source, { to: 'openai', root: 'object' }).schema).toEqual(source)
    }
  })

  test('writes booleans as schemas', () => {
    expect(compileSchema(true, { to: 'openai' }).schema).toEqual({})
    expect(compileSchema(false, { to: 'openai' }).schema).toEqual({ not: {} })
  })

  test('still repairs what a model gets wrong', () => {
    const compiled = compileSchema({ type: 'object', properties: { n: { type: 'integer' } } }, { to: 'openai' })
    expect(compiled.receive({ n: '5' })).toMatchObject({
      value: { n: 5 },
      issues: [{ level: 'warning', pointer: '/n' }],
    })
  })

  test('writes Zod as plain JSON Schema, and a Date as a string', () => {
    const compiled = compileSchema(z.object({ at: z.date(), n: z.number().optional() }), { to: 'openai' })
    expect(Reflect.ownKeys((compiled.schema['properties'] as { at: object }).at)).toEqual(['type', 'format'])
    expect(compiled.schema).toMatchObject({
      type: 'object',
      properties: { at: { type: 'string', format: 'date-time' }, n: { type: 'number' } },
      required: ['at'],
    })
    expect(compiled.encode({ at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' })
    expect(compiled.decode({ at: '1970-01-01T00:00:00.000Z' })).toEqual({ at: new Date(0) })
  })
})

describe('json-schema', () => {
  const write = (source: unknown) => compileSchema(source, { to: 'json-schema' })
  const cases: readonly (readonly [string, unknown, object])[] = [
    [
      'draft 4',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'http://example.com/s',
        type: 'object',
        properties: {
          n: { type: 'number', minimum: 0, exclusiveMinimum: true },
          t: { type: 'array', items: [string, number], additionalItems: false },
          r: { $ref: '#/definitions/P' },
        },
        dependencies: { n: ['t'] },
        definitions: { P: string },
      },
      {
        $schema: draft2020,
        type: 'object',
        properties: {
          n: { type: 'number', exclusiveMinimum: 0 },
          t: { type: 'array', prefixItems: [string, number], items: false },
          r: { $ref: '#/$defs/P' },
        },
        dependentRequired: { n: ['t'] },
        $defs: { P: string },
      },
    ],
    [
      'draft 6',
      {
        $schema: 'http://json-schema.org/draft-06/schema#',
        type: 'object',
        properties: { a: { const: 1 }, b: { type: 'array', contains: string } },
        propertyNames: { pattern: '^[a-z]$' },
      },
      {
        $schema: draft2020,
        type: 'object',
        properties: { a: { const: 1 }, b: { type: 'array', contains: string } },
        propertyNames: { pattern: '^[a-z]$' },
      },
    ],
    [
      'draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { a: { $ref: '#/definitions/A' } },
        if: { required: ['a'] },
        then: { required: ['b'] },
        definitions: { A: { type: 'string', minLength: 1 } },
      },
      {
        $schema: draft2020,
        type: 'object',
        properties: { a: { $ref: '#/$defs/A' } },
        if: { required: ['a'] },
        then: { required: ['b'] },
        $defs: { A: { type: 'string', minLength: 1 } },
      },
    ],
    [
      'draft 2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        type: 'object',
        properties: { l: { type: 'array', items: [string], additionalItems: number }, c: { $ref: '#' } },
        dependentRequired: { l: ['c'] },
        unevaluatedProperties: false,
      },
      {
        $schema: draft2020,
        type: 'object',
        properties: { l: { type: 'array', prefixItems: [string], items: number }, c: { $ref: '#' } },
        dependentRequired: { l: ['c'] },
        unevaluatedProperties: false,
      },
    ],
    [
      'OpenAPI 3.0',
      {
        type: 'object',
        properties: {
          a: { type: 'string', nullable: true, example: 'x' },
          b: { type: 'number', minimum: 0, exclusiveMinimum: true },
        },
      },
      {
        $schema: draft2020,
        type: 'object',
        properties: { a: { type: ['string', 'null'], examples: ['x'] }, b: { type: 'number', exclusiveMinimum: 0 } },
      },
    ],
    [
      "Gemini's own Schema",
      {
        type: 'OBJECT',
        properties: {
          a: { type: 'STRING', minLength: '1', nullable: true },
          b: { type: 'ARRAY', items: { type: 'INTEGER', format: 'int32' }, maxItems: '3' },
        },
        required: ['a'],
        propertyOrdering: ['b', 'a'],
      },
      {
        $schema: draft2020,
        type: 'object',
        properties: {
          a: { type: ['string', 'null'], minLength: 1 },
          b: { type: 'array', items: { type: 'integer', format: 'int32' }, maxItems: 3 },
        },
        required: ['a'],
        propertyOrdering: ['b', 'a'],
      },
    ],
    ['true', true, { $schema: draft2020 }],
    ['false', false, { $schema: draft2020, not: {} }],
    [
      'flags on properties',
      { type: 'object', properties: { a: { type: 'string', required: true } } },
      { $schema: draft2020, type: 'object', properties: { a: string }, required: ['a'] },
    ],
    [
      'type names written by hand',
      { type: 'dict', properties: { a: { type: 'float' } } },
      { $schema: draft2020, type: 'object', properties: { a: number } },
    ],
    [
      'recursion',
      { type: 'object', properties: { c: { $ref: '#' } } },
      { $schema: draft2020, type: 'object', properties: { c: { $ref: '#' } } },
    ],
  ]
  test.each(cases)('%s in, 2020-12 out', (_, source, schema) => {
    expect(write(source).schema).toEqual(schema)
  })

  test('what is 2020-12 already comes out as it is', () => {
    const source = {
      $schema: draft2020,
      type: 'object',
      properties: {
        a: { anyOf: [string, { type: 'null' }], description: 'A.', default: null },
        b: { type: 'array', prefixItems: [string], items: false, minItems: 1, uniqueItems: true },
        c: { $ref: '#/$defs/C' },
        d: { type: 'number', exclusiveMinimum: 0, multipleOf: 2 },
        e: { type: 'string', enum: ['x', 'y'] },
      },
      required: ['a'],
      additionalProperties: false,
      $defs: { C: { type: 'object', patternProperties: { '^x': number } } },
    }
    const compiled = write(source)
    expect(compiled.schema).toEqual(source)
    expect(compiled.changes).toEqual([])
  })

  test('reports what it drops and rewrites', () => {
    const compiled = write({
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'http://example.com/s',
      type: 'array',
      items: [string],
      additionalItems: false,
    })
    const keywords = compiled.changes.map((change) => change.keyword)
    for (const keyword of ['id', 'items', 'additionalItems']) expect(keywords).toContain(keyword)
  })

  test('values are as they are, but for Dates', () => {
    const compiled = write(z.object({ at: z.date(), t: z.tuple([z.string()]) }))
    expect(compiled.encode({ at: new Date(0), t: ['a'] })).toEqual({ at: '1970-01-01T00:00:00.000Z', t: ['a'] })
    expect(compiled.decode({ at: '1970-01-01T00:00:00.000Z', t: ['a'] })).toEqual({ at: new Date(0), t: ['a'] })
  })
})

describe("composition: 'strip'", () => {
  const strip = (source: unknown) => fitted(source, { composition: 'strip' })

  test('alternatives are JSON text, said in words', () => {
    const compiled = strip({ anyOf: [string, number] })
    expect(compiled.schema).toMatchObject({ type: 'STRING' })
    expect(compiled.schema['description']).toContain('string | number')
    expect(reportedChanges(compiled)).toEqual([
      ' anyOf: composition-stripped, described',
      ' anyOf: union-to-json-text, encoded',
    ])
    expectRoundTrip(compiled, 1, '1')
    expectRoundTrip(compiled, '1', '"1"')
  })

  test('listed alternatives are one list', () => {
    const compiled = strip({ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['a', 'b', 'c'] })
    expectRoundTrip(compiled, 'b', 'b')
  })

  test('null needs no composition', () => {
    expect(strip({ anyOf: [string, { type: 'null' }] }).schema).toEqual({ type: 'STRING', nullable: true })
  })

  test('allOf is merged as ever', () => {
    const compiled = strip({ allOf: [{ type: 'object', properties: { a: string } }, { properties: { b: string } }] })
    expect(compiled.schema).toEqual({ type: 'OBJECT', properties: { a: { type: 'STRING' }, b: { type: 'STRING' } } })
  })

  test('a oneOf is reported as oneOf', () => {
    const compiled = strip({ type: 'object', properties: { v: { oneOf: [string, number] } } })
    const keywords = compiled.changes.filter((change) => change.at === '/properties/v').map((change) => change.keyword)
    expect(new Set(keywords)).toEqual(new Set(['oneOf']))
    expect(compiled.check({ v: true })).toHaveLength(1)
  })

  test('anyOf beside properties is said in true words, and held', () => {
    const compiled = strip({
      type: 'object',
      properties: { a: string, b: string },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    })
    expect(compiled.schema).toMatchObject({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' }, b: { type: 'STRING' } },
    })
    expect(compiled.schema['description']).toBe('Give a or b.')
    expect(reportedChanges(compiled)).toEqual([' anyOf: constraint-described, described'])
    expect(compiled.check({})).toHaveLength(1)
  })
})

describe('limits', () => {
  const nested = {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { c: string } } } } },
  }

  test('depth', () => {
    const compiled = fitted(nested, { limits: { depth: 2 } })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: {
        a: { type: 'OBJECT', properties: { b: { type: 'STRING', description: 'JSON text of type { c?: string }.' } } },
      },
    })
    expect(reportedChanges(compiled)).toEqual(['/properties/a/properties/b properties: depth-to-json-text, encoded'])
    expectRoundTrip(compiled, { a: { b: { c: 'x' } } }, { a: { b: '{"c":"x"}' } })
  })

  test('unroll', () => {
    const list = { type: 'object', properties: { next: { $ref: '#' } } }
    const levels = (unroll: number) =>
      JSON.stringify(fitted(list, { limits: { unroll } }).schema).split('"next"').length - 1
    expect([levels(0), levels(1), levels(5)]).toEqual([1, 2, 6])
  })

  test('nodes: at most the limit, or four times the input', () => {
    const definitions: Record<string, object> = { d8: string }
    for (let i = 0; i < 8; i++) {
      definitions[`d${i}`] = {
        type: 'object',
        properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } },
      }
    }
    const source = { $ref: '#/$defs/d0', $defs: definitions }
    const size = (value: unknown): number =>
      1 +
      (typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum, each) => sum + size(each), 0)
        : 0)
    const compiled = fitted(source, { limits: { nodes: 100 } })
    expect(size(compiled.schema)).toBeLessThanOrEqual(Math.max(100, 4 * size(source)))
    expect(compiled.changes.map((change) => change.code)).toContain('size-to-json-text')
    expect(fitted(source).changes.map((change) => change.code)).not.toContain('size-to-json-text')
    const value = { a: { a: { a: { a: { a: { a: { a: { b: 'x' } } } } } } } }
    expect(compiled.decode(compiled.encode(value))).toEqual(value)
  })

  test('branches', () => {
    const source = {
      type: 'object',
      properties: { a: string },
      anyOf: [{ properties: { b: string } }, { properties: { c: string } }, { properties: { d: string } }],
    }
    expect(fitted(source).schema['anyOf']).toHaveLength(3)
    const compiled = fitted(source, { limits: { branches: 2 } })
    expect(compiled.schema).not.toHaveProperty('anyOf')
    expect(reportedChanges(compiled)).toEqual([' anyOf: constraint-described, described'])
    expect(compiled.check({ b: 1, c: 1, d: 1 })).toHaveLength(1)
  })
})

describe('other options', () => {
  test("formats: 'assert' makes check hold formats, and the change says so", () => {
    const source = { type: 'string', format: 'email' }
    const asserted = fitted(source, { formats: 'assert' })
    expect(reportedChanges(asserted)).toEqual([' format: format-described, described'])
    expect(asserted.check('x')).toMatchObject([
      { keyword: 'format', message: 'The value must be a valid email, got "x".' },
    ])
    expect(asserted.check('a@b.co')).toEqual([])
    const annotated = fitted(source)
    expect(reportedChanges(annotated)).toEqual([' format: format-described, described, not enforced'])
    expect(annotated.check('x')).toEqual([])
  })

  test('strictRefs makes a reference that leads nowhere an error', () => {
    const source = { type: 'object', properties: { a: { $ref: '#/$defs/Nothing' } } }
    expect(fitted(source).schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING', description: 'Any JSON value, as JSON text.' } },
    })
    expect(() => compileSchema(source, { to: 'gemini', strictRefs: true })).toThrow(
      expect.objectContaining({
        code: 'ref-unresolved',
        evidence: { at: '/properties/a', ref: '#/$defs/Nothing' },
        message: expect.stringContaining('strictRefs'),
      }),
    )
  })

  test("onChange: 'throw' makes any change but the implicit one an error", () => {
    const options: CompileOptions = { to: 'gemini', onChange: 'throw' }
    expect(() => compileSchema({ type: 'object', properties: { a: string } }, options)).not.toThrow()
    expect(() =>
      compileSchema({ type: 'object', properties: { a: { type: 'number', multipleOf: 2 } } }, options),
    ).toThrow(
      expect.objectContaining({
        code: 'schema-changed',
        evidence: {
          change: expect.objectContaining({ at: '/properties/a', keyword: 'multipleOf', effect: 'described' }),
        },
      }),
    )
  })

  test('onChange throws again when the compiled schema comes from the cache', () => {
    const source = { type: 'number', multipleOf: 2 }
    compileSchema(source, { to: 'gemini' })
    for (const _ of [1, 2])
      expect(() => compileSchema(source, { to: 'gemini', onChange: 'throw' })).toThrow('multipleOf')
  })

  test('a function is called with each change, every time', () => {
    const source = { type: 'object', properties: { a: { type: 'number', multipleOf: 2 } } }
    const seen: Change[] = []
    for (const _ of [1, 2]) compileSchema(source, { to: 'gemini', onChange: (change) => seen.push(change) })
    const codes = seen.map((change) => change.code)
    expect(codes.filter((code) => code === 'constraint-described')).toHaveLength(2)
    expect(codes.filter((code) => code === 'open-object-closed')).toHaveLength(2)
  })

  test('draft says how a schema without $schema is read', () => {
    const source = {
      type: 'object',
      properties: { n: { $ref: '#/definitions/N' } },
      definitions: { N: { id: '#n', type: 'number' } },
    }
    expect(fitted(source, { draft: '4' }).schema).toEqual({ type: 'OBJECT', properties: { n: { type: 'NUMBER' } } })
    const named = {
      type: 'object',
      properties: { n: { $ref: '#n' } },
      definitions: { N: { id: '#n', type: 'number' } },
    }
    expect(fitted(named, { draft: '4' }).schema).toEqual({ type: 'OBJECT', properties: { n: { type: 'NUMBER' } } })
    expect(reportedChanges(fitted(named))).toContain('/properties/n $ref: ref-unresolved, dropped, not enforced')
  })

  test('the same source and options give the same object back', () => {
    const source = { type: 'string' }
    expect(compileSchema(source, { to: 'gemini' })).toBe(compileSchema(source, { to: 'gemini' }))
    expect(compileSchema(source, { to: 'gemini', root: 'object' })).not.toBe(compileSchema(source, { to: 'gemini' }))
  })

  test('dialects are data to look at', () => {
    expect(Object.keys(dialects)).toEqual([
      ...['gemini', 'gemini-json', 'gemini-openai', 'vertex', 'openai', 'openai-strict', 'anthropic', 'json-schema'],
    ])
    expect(dialects.gemini.supports.has('anyOf')).toBe(true)
    expect(dialects.gemini.supports.has('refs')).toBe(false)
  })
})
