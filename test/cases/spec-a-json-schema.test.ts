import { describe, expect, test } from 'vitest'
import { expectRoundTrip, fitted, reportedChanges, reportsOpenDefault } from './fitted.ts'

describe('types (A2)', () => {
  const types: readonly (readonly [object, object, unknown])[] = [
    [{ type: 'string' }, { type: 'STRING' }, 'a'],
    [{ type: 'number' }, { type: 'NUMBER' }, 1.5],
    [{ type: 'integer' }, { type: 'INTEGER' }, 3],
    [{ type: 'boolean' }, { type: 'BOOLEAN' }, false],
    [{ type: 'array', items: { type: 'string' } }, { type: 'ARRAY', items: { type: 'STRING' } }, ['a', '']],
    [
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
      { a: 'x' },
    ],
  ]
  test.each(types)('%j becomes %j (A2)', (source, schema, value) => {
    const compiled = fitted(source)
    expect(compiled.schema).toEqual(schema)
    expect(reportedChanges(compiled)).toEqual([])
    expectRoundTrip(compiled, value, value)
  })

  test('nested objects and arrays are mapped at any depth (A2)', () => {
    const compiled = fitted({
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          items: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
        },
      },
    })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: {
        rows: {
          type: 'ARRAY',
          items: { type: 'ARRAY', items: { type: 'OBJECT', properties: { n: { type: 'INTEGER' } } } },
        },
      },
    })
    expectRoundTrip(compiled, { rows: [[{ n: 1 }], []] }, { rows: [[{ n: 1 }], []] })
  })

  test('a list that says nothing about its items holds JSON text (A2)', () => {
    const compiled = fitted({ type: 'array' })
    expect(compiled.schema).toEqual({
      type: 'ARRAY',
      items: { type: 'STRING', description: 'Any JSON value, as JSON text.' },
    })
    expectRoundTrip(compiled, [1, 'a', null], ['1', 'a', 'null'])
  })
})

describe('null (A4)', () => {
  const nullables: readonly (readonly [object, string[]])[] = [
    [{ type: ['string', 'null'] }, [' type: null-to-nullable, rewritten']],
    [{ type: ['null', 'string'] }, [' type: null-to-nullable, rewritten']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, [' anyOf: null-to-nullable, rewritten']],
    [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, [' oneOf: null-to-nullable, rewritten']],
    [{ type: 'string', nullable: true }, []],
    [{ type: 'STRING', nullable: true }, []],
  ]
  test.each(nullables)('%j is a nullable STRING (A4)', (source, changes) => {
    const compiled = fitted(source)
    expect(compiled.schema).toEqual({ type: 'STRING', nullable: true })
    expect(reportedChanges(compiled).filter((line) => !line.includes('any-of-simplified'))).toEqual(changes)
    expectRoundTrip(compiled, null, null)
    expectRoundTrip(compiled, 'a', 'a')
    expect(compiled.check(5)).toHaveLength(1)
  })

  test('several types and null are branches of which one takes null (A4)', () => {
    const compiled = fitted({ type: ['string', 'number', 'null'] })
    expect(compiled.schema).toEqual({
      anyOf: [{ type: 'STRING', nullable: true }, { type: 'NUMBER' }],
    })
    expectRoundTrip(compiled, null, null)
    expectRoundTrip(compiled, 1, 1)
  })

  test('a nullable object keeps its properties (A4)', () => {
    const compiled = fitted({ type: ['object', 'null'], properties: { a: { type: 'string' } }, required: ['a'] })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' } },
      required: ['a'],
      nullable: true,
    })
    expectRoundTrip(compiled, null, null)
  })

  test('null among the members of an enum makes it nullable, and is reported (A4)', () => {
    const compiled = fitted({ enum: ['a', null] })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['a'], nullable: true })
    expect(reportedChanges(compiled)).toEqual([' enum: null-to-nullable, rewritten'])
    expectRoundTrip(compiled, null, null)
  })

  test('null alone is the type NULL, and is reported (A4)', () => {
    const compiled = fitted({ const: null })
    expect(compiled.schema).toEqual({ type: 'NULL' })
    expect(reportedChanges(compiled)).toEqual([' const: null-to-nullable, rewritten'])
    expectRoundTrip(compiled, null, null)
  })
})

describe('const and enum (A5)', () => {
  test('const is an enum of one, with its type (A5)', () => {
    const compiled = fitted({ const: 'celsius' })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['celsius'] })
    expect(reportedChanges(compiled)).toEqual([' const: const-to-enum, rewritten'])
    expectRoundTrip(compiled, 'celsius', 'celsius')
  })

  test('a typed const keeps its type (A5)', () => {
    expect(fitted({ type: 'string', const: 'x' }).schema).toEqual({ type: 'STRING', enum: ['x'] })
  })

  test('an enum of strings without a type gets one (A5)', () => {
    const compiled = fitted({ enum: ['a', 'b'] })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['a', 'b'] })
    expect(reportedChanges(compiled)).toEqual([])
    expectRoundTrip(compiled, 'b', 'b')
  })

  test('members that the other keywords rule out are not listed (A5)', () => {
    const compiled = fitted({ enum: ['a', 'bb', 3], type: 'string', minLength: 2 })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['bb'] })
    expect(reportedChanges(compiled)).toEqual([
      ' enum: enum-filtered, rewritten',
      ' minLength: enum-filtered, rewritten',
    ])
  })
})

describe('constraints (A6)', () => {
  test('lengths are strings; pattern and description are kept (A6)', () => {
    const compiled = fitted({ type: 'string', minLength: 1, maxLength: 5, pattern: '^a', description: 'A name.' })
    expect(compiled.schema).toEqual({
      type: 'STRING',
      minLength: '1',
      maxLength: '5',
      pattern: '^a',
      description: 'A name.',
    })
    expect(compiled.changes).toEqual([])
  })

  test('counts of items are strings (A6)', () => {
    expect(fitted({ type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 }).schema).toEqual({
      type: 'ARRAY',
      items: { type: 'NUMBER' },
      minItems: '1',
      maxItems: '2',
    })
  })

  test('counts of properties are strings (A6)', () => {
    const source = { type: 'object', properties: { a: { type: 'string' } }, minProperties: 1, maxProperties: 2 }
    expect(fitted(source).schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' } },
      minProperties: '1',
      maxProperties: '2',
    })
  })

  test('minimum and maximum are numbers (A6)', () => {
    expect(fitted({ type: 'number', minimum: -1.5, maximum: 0 }).schema).toEqual({
      type: 'NUMBER',
      minimum: -1.5,
      maximum: 0,
    })
    expect(fitted({ type: 'integer', minimum: 0, maximum: 9 }).schema).toEqual({
      type: 'INTEGER',
      minimum: 0,
      maximum: 9,
    })
  })

  test('a count that bounds nothing is kept or reported (A6)', () => {
    const compiled = fitted({ type: 'array', items: { type: 'number' }, minItems: 0, maxItems: 1e30 })
    const reported = new Set(compiled.changes.map((change) => change.keyword))
    for (const keyword of ['minItems', 'maxItems']) {
      expect(Object.hasOwn(compiled.schema, keyword) || reported.has(keyword), keyword).toBe(true)
    }
  })

  test('title, default and example are kept (A6)', () => {
    const compiled = fitted({ type: 'string', title: 'T', default: 'x', example: 'y' })
    expect(compiled.schema).toEqual({ type: 'STRING', title: 'T', default: 'x', example: 'y' })
    expect(compiled.changes).toEqual([])
  })

  test('the date-time format is kept, others are said in words (A6)', () => {
    expect(fitted({ type: 'string', format: 'date-time' }).schema).toEqual({ type: 'STRING', format: 'date-time' })
    expect(fitted({ type: 'integer', format: 'int64' }).schema).toEqual({ type: 'INTEGER', format: 'int64' })
    const compiled = fitted({ type: 'string', format: 'email' })
    expect(compiled.schema).toEqual({ type: 'STRING', description: 'Format: email.' })
    expect(reportedChanges(compiled)).toEqual([' format: format-described, described, not enforced'])
  })
})

describe('unions (A7)', () => {
  test('anyOf is kept (A7)', () => {
    const compiled = fitted({
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'object', properties: { a: { type: 'string' } } }],
    })
    expect(compiled.schema).toEqual({
      anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'OBJECT', properties: { a: { type: 'STRING' } } }],
    })
    expect(reportedChanges(compiled)).toEqual([])
    for (const value of ['a', 1, { a: 'x' }]) expectRoundTrip(compiled, value, value)
  })

  test('what stands beside anyOf goes into its branches (A7)', () => {
    const compiled = fitted({
      description: 'A contact.',
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      anyOf: [
        { properties: { by: { const: 'mail' }, mail: { type: 'string' } }, required: ['by', 'mail'] },
        { properties: { by: { const: 'phone' }, phone: { type: 'string' } }, required: ['by', 'phone'] },
      ],
    })
    const branches = compiled.schema['anyOf'] as { properties: object; required: string[] }[]
    expect(Object.keys(compiled.schema)).toEqual(['anyOf'])
    expect(branches.map((branch) => ({ ...branch, required: [...branch.required].sort() }))).toEqual([
      {
        type: 'OBJECT',
        description: 'A contact.',
        properties: { name: { type: 'STRING' }, by: { type: 'STRING', enum: ['mail'] }, mail: { type: 'STRING' } },
        required: ['by', 'mail', 'name'],
      },
      {
        type: 'OBJECT',
        properties: { name: { type: 'STRING' }, by: { type: 'STRING', enum: ['phone'] }, phone: { type: 'STRING' } },
        required: ['by', 'name', 'phone'],
      },
    ])
    expect(reportedChanges(compiled)).toEqual([
      ' description: annotation-moved, rewritten',
      ' properties: any-of-distributed, rewritten',
      ' required: any-of-distributed, rewritten',
      ' type: any-of-distributed, rewritten',
      '/anyOf/0/properties/by const: const-to-enum, rewritten',
      '/anyOf/1/properties/by const: const-to-enum, rewritten',
    ])
    expectRoundTrip(compiled, { name: 'Ada', by: 'phone', phone: '1' }, { name: 'Ada', by: 'phone', phone: '1' })
  })

  test('branches that only say what is needed leave one object, with a sentence (A7)', () => {
    const compiled = fitted({
      description: 'A contact.',
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      anyOf: [
        { properties: { mail: { type: 'string' } }, required: ['mail'] },
        { properties: { phone: { type: 'string' } }, required: ['phone'] },
      ],
    })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      description: 'A contact. Give mail or phone.',
      properties: { name: { type: 'STRING' }, mail: { type: 'STRING' }, phone: { type: 'STRING' } },
      required: ['name'],
    })
    expect(reportedChanges(compiled)).toEqual([' anyOf: constraint-described, described'])
    expect(compiled.check({ name: 'Ada' })).toHaveLength(1)
    expectRoundTrip(compiled, { name: 'Ada', phone: '1' }, { name: 'Ada', phone: '1' })
  })

  test('oneOf of disjoint branches is anyOf; an overlap is said in words (A7)', () => {
    const disjoint = fitted({ oneOf: [{ type: 'string' }, { type: 'number' }] })
    expect(disjoint.schema).toEqual({ anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] })
    expect(reportedChanges(disjoint)).toEqual([' oneOf: one-of-disjoint, rewritten'])
    const overlap = fitted({
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'integer', maximum: 5 },
      ],
    })
    expect(overlap.schema).toEqual({
      anyOf: [
        { type: 'INTEGER', minimum: 0, description: 'Must fit exactly one of the alternatives.' },
        { type: 'INTEGER', maximum: 5 },
      ],
    })
    expect(reportedChanges(overlap)).toEqual([' oneOf: one-of-widened, described'])
    expect(overlap.check(3)).toHaveLength(1)
    expect(overlap.check(9)).toEqual([])
  })
})

describe('what the document calls unsupported (A9)', () => {
  test('a $ref is replaced by what it names (A9)', () => {
    const compiled = fitted({
      type: 'object',
      properties: { home: { $ref: '#/$defs/Place' }, work: { $ref: '#/$defs/Place' } },
      $defs: { Place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: {
        home: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
        work: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
      },
    })
    expect(reportedChanges(compiled)).toEqual([
      ' $defs: definitions-inlined, rewritten',
      '/properties/home $ref: ref-inlined, rewritten',
      '/properties/work $ref: ref-inlined, rewritten',
    ])
    expectRoundTrip(compiled, { home: { city: 'Oslo' } }, { home: { city: 'Oslo' } })
  })

  test('a $ref keeps the description beside it (A9)', () => {
    const compiled = fitted({
      type: 'object',
      properties: { home: { $ref: '#/definitions/City', description: 'Where you live.' } },
      definitions: { City: { type: 'string', description: 'A city.' } },
    })
    expect(compiled.schema).toMatchObject({ properties: { home: { type: 'STRING' } } })
    const { home } = compiled.schema['properties'] as { home: { description: string } }
    expect(home.description).toContain('Where you live.')
  })

  test('a recursive $ref is followed a few levels, then is JSON text (A9)', () => {
    const compiled = fitted(
      { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#' } }, required: ['name'] },
      { limits: { unroll: 1 } },
    )
    expect(compiled.schema).toMatchObject({
      type: 'OBJECT',
      properties: {
        name: { type: 'STRING' },
        child: {
          type: 'OBJECT',
          properties: { name: { type: 'STRING' }, child: { type: 'STRING' } },
          required: ['name'],
        },
      },
      required: ['name'],
    })
    expect(reportedChanges(compiled)).toEqual([
      '/properties/child $ref: recursion-to-json-text, encoded',
      '/properties/child $ref: ref-inlined, rewritten',
    ])
    expectRoundTrip(
      compiled,
      { name: 'a', child: { name: 'b', child: { name: 'c', child: { name: 'd' } } } },
      { name: 'a', child: { name: 'b', child: '{"name":"c","child":{"name":"d"}}' } },
    )
  })

  test('allOf is merged: properties, required, bounds and enums (A9)', () => {
    const objects = fitted({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
      ],
    })
    expect(objects.schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' }, b: { type: 'INTEGER' } },
      required: ['a', 'b'],
    })
    expect(reportedChanges(objects)).toEqual([' allOf: all-of-merged, rewritten'])
    expectRoundTrip(objects, { a: 'x', b: 1 }, { a: 'x', b: 1 })

    const bounds = fitted({ allOf: [{ type: 'integer', minimum: 1 }, { maximum: 9 }, { type: 'number', minimum: 3 }] })
    expect(bounds.schema).toEqual({ type: 'INTEGER', minimum: 3, maximum: 9 })

    const enums = fitted({ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] })
    expect(enums.schema).toEqual({ type: 'STRING', enum: ['b'] })
  })

  test('a bound that allOf makes redundant is reported where it stands (A9)', () => {
    const compiled = fitted({ allOf: [{ type: 'integer', minimum: 1 }, { minimum: 3 }] })
    expect(reportedChanges(compiled)).toEqual([
      ' allOf: all-of-merged, rewritten',
      '/allOf/0 minimum: bound-restated, rewritten',
    ])
  })

  test('a tuple is an object of items (A9)', () => {
    const compiled = fitted({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      items: false,
      minItems: 2,
    })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: { item_0: { type: 'STRING' }, item_1: { type: 'NUMBER' } },
      required: ['item_0', 'item_1'],
    })
    expectRoundTrip(compiled, ['a', 1], { item_0: 'a', item_1: 1 })
  })

  test('rules without an equivalent are said in words and held by check (A9)', () => {
    const compiled = fitted({
      type: 'object',
      properties: {
        step: { type: 'number', multipleOf: 5, description: 'The step.' },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        rate: { type: 'number', exclusiveMinimum: 0 },
        user: { type: 'string', not: { enum: ['admin'] } },
      },
    })
    expect(compiled.schema['properties']).toEqual({
      step: { type: 'NUMBER', description: 'The step. Must be a multiple of 5.' },
      tags: { type: 'ARRAY', items: { type: 'STRING' }, description: 'Items must be unique.' },
      rate: { type: 'NUMBER', minimum: 0, description: 'Must be greater than 0.' },
      user: { type: 'STRING', description: 'Must not be "admin".' },
    })
    expect(reportedChanges(compiled)).toEqual([
      '/properties/rate exclusiveMinimum: constraint-described, described',
      '/properties/step multipleOf: constraint-described, described',
      '/properties/tags uniqueItems: constraint-described, described',
      '/properties/user not: constraint-described, described',
    ])
    expect(reportsOpenDefault(compiled)).toBe(true)
    const keywords = (value: unknown) => compiled.check(value).map((issue) => `${issue.pointer} ${issue.keyword}`)
    expect(keywords({ step: 5, tags: ['a'], rate: 1, user: 'ada' })).toEqual([])
    expect(keywords({ step: 7, tags: ['a', 'a'], rate: 0, user: 'admin' }).sort()).toEqual([
      '/rate exclusiveMinimum',
      '/step multipleOf',
      '/tags uniqueItems',
      '/user not',
    ])
  })
})
