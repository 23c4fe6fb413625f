import { describe, expect, test } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { expectRoundTrip, fitted, reportedChanges } from './fitted.ts'

/** Each keyword that the endpoint refuses, in a schema that uses it. */
const refused: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  $schema: { type: 'string', $schema: 'http://json-schema.org/draft-07/schema#' },
  $id: { type: 'string', $id: 'https://example.com/s.json' },
  $ref: { $ref: '#/$defs/Name' },
  $comment: { type: 'string', $comment: 'For us.' },
  $anchor: { type: 'string', $anchor: 'here' },
  exclusiveMinimum: { type: 'number', exclusiveMinimum: 0 },
  exclusiveMaximum: { type: 'integer', exclusiveMaximum: 9 },
  multipleOf: { type: 'number', multipleOf: 2 },
  allOf: { allOf: [{ type: 'string' }, { minLength: 1 }] },
  oneOf: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  not: { type: 'string', not: { const: 'x' } },
  if: { type: 'object', properties: { a: { type: 'string' } }, if: { required: ['a'] }, then: { required: ['b'] } },
  then: { type: 'object', properties: { a: { type: 'string' } }, then: { required: ['b'] } },
  else: { type: 'object', properties: { a: { type: 'string' } }, if: { required: ['a'] }, else: { required: ['b'] } },
  contentEncoding: { type: 'string', contentEncoding: 'base64' },
  contentMediaType: { type: 'string', contentMediaType: 'image/png' },
  contentSchema: { type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'object' } },
  readOnly: { type: 'string', readOnly: true },
  writeOnly: { type: 'string', writeOnly: true },
  deprecated: { type: 'string', deprecated: true },
  examples: { type: 'string', examples: ['a', 'b'] },
  additionalProperties: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  patternProperties: { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
  propertyNames: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { pattern: '^x' } },
  unevaluatedProperties: { type: 'object', properties: { a: { type: 'string' } }, unevaluatedProperties: false },
  const: { const: 'x' },
  prefixItems: { type: 'array', prefixItems: [{ type: 'string' }] },
  additionalItems: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
  uniqueItems: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  contains: { type: 'array', items: { type: 'string' }, contains: { const: 'a' } },
  dependentRequired: { type: 'object', properties: { a: {}, b: {} }, dependentRequired: { a: ['b'] } },
  dependentSchemas: { type: 'object', properties: { a: {}, b: {} }, dependentSchemas: { a: { required: ['b'] } } },
  dependencies: { type: 'object', properties: { a: {}, b: {} }, dependencies: { a: ['b'] } },
  strict: { type: 'string', strict: true },
  'x-vendor': { type: 'string', 'x-vendor': { deep: [1] } },
}

const places: Readonly<Record<string, (inner: object) => object>> = {
  'at the root': (inner) => inner,
  'in properties': (inner) => ({ type: 'object', properties: { p: inner } }),
  'in items': (inner) => ({ type: 'array', items: inner }),
  'in anyOf': (inner) => ({ anyOf: [inner, { type: 'boolean' }] }),
  'in items of a property of a branch': (inner) => ({
    anyOf: [{ type: 'object', properties: { list: { type: 'array', items: inner } } }, { type: 'boolean' }],
  }),
}

const definitions = { $defs: { Name: { type: 'string' } } }

/** Every key that stands where a keyword stands: names of properties and plain values are no keywords. */
function keywordsIn(schema: unknown): Set<string> {
  const found = new Set<string>()
  const visit = (node: Record<string, unknown>) => {
    for (const [keyword, value] of Object.entries(node)) {
      found.add(keyword)
      if (keyword === 'properties') Object.values(value as object).forEach(visit)
      if (keyword === 'items') visit(value as Record<string, unknown>)
      if (keyword === 'anyOf') (value as Record<string, unknown>[]).forEach(visit)
    }
  }
  visit(schema as Record<string, unknown>)
  return found
}

const known = new Set(
  (
    'type format title description nullable enum items minItems maxItems properties required minProperties maxProperties ' +
    'minimum maximum minLength maxLength pattern anyOf propertyOrdering default example'
  ).split(' '),
)

describe.each(Object.keys(places))('%s (B1)', (place) => {
  test.each(Object.keys(refused))('%s never reaches the wire, and is reported (B1)', (keyword) => {
    const source = { ...places[place]!(refused[keyword]!), ...definitions }
    for (const root of ['any', 'object'] as const) {
      const compiled = fitted(source, { root })
      const found = keywordsIn(compiled.schema)
      expect(found).not.toContain(keyword)
      expect([...found].filter((each) => !known.has(each))).toEqual([])
      expect(compiled.changes.map((change) => change.keyword)).toContain(keyword)
    }
  })
})

describe('a better way than removal (B2)', () => {
  test('an exclusive bound of an integer is an inclusive one (B2)', () => {
    const compiled = fitted({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 })
    expect(compiled.schema).toEqual({ type: 'INTEGER', minimum: 1, maximum: 9 })
    expect(reportedChanges(compiled)).toEqual([
      ' exclusiveMaximum: bound-made-inclusive, rewritten',
      ' exclusiveMinimum: bound-made-inclusive, rewritten',
    ])
  })

  test('if/then over a property is one object, and a sentence (B2)', () => {
    const compiled = fitted({
      type: 'object',
      properties: { kind: { enum: ['card', 'cash'] }, number: { type: 'string' } },
      required: ['kind'],
      if: { properties: { kind: { const: 'card' } } },
      then: { required: ['number'] },
    })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      description: 'If kind is card, give number.',
      properties: { kind: { type: 'STRING', enum: ['card', 'cash'] }, number: { type: 'STRING' } },
      required: ['kind'],
    })
    expect(reportedChanges(compiled)).toEqual([
      ' if: constraint-described, described',
      ' then: constraint-described, described',
    ])
    expectRoundTrip(compiled, { kind: 'cash' }, { kind: 'cash' })
    expect(compiled.check({ kind: 'card' })).toHaveLength(1)
  })

  test('a condition about a bound is said in true words (B2)', () => {
    const compiled = fitted({
      type: 'object',
      properties: { n: { type: 'number' }, v: { type: 'string' } },
      if: { properties: { n: { minimum: 5 } }, required: ['n'] },
      then: { required: ['v'] },
    })
    expect(compiled.schema['description']).toBe('If n is >= 5, give v.')
    expect(compiled.check({ n: 5 })).toHaveLength(1)
    expect(compiled.check({ n: 4 })).toEqual([])
  })

  test('contains says what and how many (B2)', () => {
    const compiled = fitted({ type: 'array', items: { type: 'number' }, contains: { const: 5 }, minContains: 2 })
    expect(compiled.schema['description']).toMatch(/at least 2 .*\b5\b/)
    expect(compiled.schema['description']).not.toContain('"5"')
    expect(reportedChanges(compiled)).toEqual([
      ' contains: constraint-described, described',
      ' minContains: constraint-described, described',
    ])
  })

  test('dependentRequired is one object, and a sentence (B2)', () => {
    const compiled = fitted({
      type: 'object',
      properties: { card: { type: 'string' }, address: { type: 'string' } },
      dependentRequired: { card: ['address'] },
    })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      description: 'If card is given, give address.',
      properties: { card: { type: 'STRING' }, address: { type: 'STRING' } },
    })
    expect(compiled.check({ card: '1' })).toHaveLength(1)
    for (const value of [{}, { address: 'x' }, { card: '1', address: 'x' }]) expectRoundTrip(compiled, value, value)
  })

  test('a negated type is taken out of the list of types (B2)', () => {
    const compiled = fitted({ type: ['string', 'number'], not: { type: 'number' } })
    expect(compiled.schema).toEqual({ type: 'STRING' })
    expect(reportedChanges(compiled)).toContain(' not: negation-applied, rewritten')
  })

  test('a keyword that cannot bind its type adds no description (B2)', () => {
    const compiled = fitted({ type: 'string', exclusiveMinimum: 0 })
    expect(compiled.schema).toEqual({ type: 'STRING' })
    expect(reportedChanges(compiled)).toEqual([' exclusiveMinimum: keyword-cannot-bind, dropped'])
  })

  test("composition: 'strip' removes anyOf too (B2)", () => {
    const source = { type: 'object', properties: { v: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }
    const compiled = fitted(source, { composition: 'strip' })
    expect(compiled.schema).toMatchObject({ type: 'OBJECT', properties: { v: { type: 'STRING' } } })
    expect(keywordsIn(compiled.schema)).not.toContain('anyOf')
    expect(reportedChanges(compiled)).toContain('/properties/v anyOf: composition-stripped, described')
    expectRoundTrip(compiled, { v: 1 }, { v: '1' })
    expectRoundTrip(compiled, { v: '1' }, { v: '"1"' })
    expect(compiled.check({ v: true })).toHaveLength(1)
  })
})

describe('nested schemas, names and edges (B5)', () => {
  test('a property may be called like a keyword (B5)', () => {
    const names = [
      ...Object.keys(refused),
      'type',
      'properties',
      'required',
      'items',
      'title',
      'default',
      'enum',
      'nullable',
    ]
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const compiled = fitted({ type: 'object', properties, required: ['not', 'examples', 'type'] })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'STRING' }])),
      required: ['not', 'examples', 'type'],
    })
    expect(reportedChanges(compiled)).toEqual([])
    const value = { not: 'a', examples: 'b', type: 'c', $ref: '#/nowhere', properties: 'd' }
    expectRoundTrip(compiled, value, value)
  })

  test('what is valid is preserved beside what is not (B5)', () => {
    const compiled = fitted({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        list: {
          type: 'array',
          description: 'Items.',
          items: {
            type: 'object',
            properties: { n: { type: 'integer', minimum: 1, $comment: 'x' } },
            additionalProperties: false,
          },
        },
      },
      required: ['list'],
      additionalProperties: false,
    })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: {
        list: {
          type: 'ARRAY',
          description: 'Items.',
          items: { type: 'OBJECT', properties: { n: { type: 'INTEGER', minimum: 1 } } },
        },
      },
      required: ['list'],
    })
    expect(reportedChanges(compiled)).toEqual([
      ' $schema: metadata-dropped, dropped, not enforced',
      ' additionalProperties: closed-object-implied, rewritten',
      '/properties/list/items additionalProperties: closed-object-implied, rewritten',
      '/properties/list/items/properties/n $comment: metadata-dropped, dropped, not enforced',
    ])
  })

  test.each([[null], [undefined], [5], ['string'], [[]]])('%j is refused with a code (B5)', (source) => {
    expect(() => compileSchema(source, { to: 'gemini' })).toThrow(
      expect.objectContaining({ code: 'schema-unreadable' }),
    )
  })

  test('an empty schema takes any value (B5)', () => {
    const compiled = fitted({})
    expect(compiled.schema).toEqual({ type: 'STRING', description: 'Any JSON value, as JSON text.' })
    for (const [value, wire] of [
      [1, '1'],
      ['a', 'a'],
      ['1', '"1"'],
      [null, 'null'],
      [{ a: [] }, '{"a":[]}'],
    ]) {
      expectRoundTrip(compiled, value, wire)
    }
  })
})
