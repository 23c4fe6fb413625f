import { describe, expect, test } from 'vitest'
import { confessesOpenDefault, confessions, expectRoundTrip, fitted } from './fitted.ts'

describe('A2: types', () => {
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
  test.each(types)('A2: %j becomes %j', (source, schema, value) => {
    const compiled = fitted(source)
    expect(compiled.schema).toEqual(schema)
    expect(confessions(compiled)).toEqual([])
    expectRoundTrip(compiled, value, value)
  })

  test('A2: nested objects and arrays are mapped at any depth', () => {
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

  test('A2: a list that says nothing about its items holds JSON text', () => {
    const compiled = fitted({ type: 'array' })
    expect(compiled.schema).toEqual({
      type: 'ARRAY',
      items: { type: 'STRING', description: 'Any JSON value, as JSON text.' },
    })
    expectRoundTrip(compiled, [1, 'a', null], ['1', 'a', 'null'])
  })
})

describe('A4: null', () => {
  const nullables: readonly (readonly [object, string[]])[] = [
    [{ type: ['string', 'null'] }, [' type: null-to-nullable, rewritten']],
    [{ type: ['null', 'string'] }, [' type: null-to-nullable, rewritten']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, [' anyOf: null-to-nullable, rewritten']],
    [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, [' oneOf: null-to-nullable, rewritten']],
    [{ type: 'string', nullable: true }, []],
    [{ type: 'STRING', nullable: true }, []],
  ]
  test.each(nullables)('A4: %j is a nullable STRING', (source, changes) => {
    const compiled = fitted(source)
    expect(compiled.schema).toEqual({ type: 'STRING', nullable: true })
    expect(confessions(compiled).filter((line) => !line.includes('any-of-simplified'))).toEqual(changes)
    expectRoundTrip(compiled, null, null)
    expectRoundTrip(compiled, 'a', 'a')
    expect(compiled.check(5)).toHaveLength(1)
  })

  test('A4: several types and null are branches that are all nullable', () => {
    const compiled = fitted({ type: ['string', 'number', 'null'] })
    expect(compiled.schema).toEqual({
      anyOf: [
        { type: 'STRING', nullable: true },
        { type: 'NUMBER', nullable: true },
      ],
    })
    expectRoundTrip(compiled, null, null)
    expectRoundTrip(compiled, 1, 1)
  })

  test('A4: a nullable object keeps its properties', () => {
    const compiled = fitted({ type: ['object', 'null'], properties: { a: { type: 'string' } }, required: ['a'] })
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' } },
      required: ['a'],
      nullable: true,
    })
    expectRoundTrip(compiled, null, null)
  })

  test('A4: null among the members of an enum makes it nullable, and is confessed', () => {
    const compiled = fitted({ enum: ['a', null] })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['a'], nullable: true })
    expect(confessions(compiled)).toEqual([' enum: null-to-nullable, rewritten'])
    expectRoundTrip(compiled, null, null)
  })

  test('A4: null alone is the type NULL, and is confessed', () => {
    const compiled = fitted({ const: null })
    expect(compiled.schema).toEqual({ type: 'NULL' })
    expect(confessions(compiled)).toEqual([' const: null-to-nullable, rewritten'])
    expectRoundTrip(compiled, null, null)
  })
})

describe('A5: const and enum', () => {
  test('A5: const is an enum of one, with its type', () => {
    const compiled = fitted({ const: 'celsius' })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['celsius'] })
    expect(confessions(compiled)).toEqual([' const: const-to-enum, rewritten'])
    expectRoundTrip(compiled, 'celsius', 'celsius')
  })

  test('A5: a typed const keeps its type', () => {
    expect(fitted({ type: 'string', const: 'x' }).schema).toEqual({ type: 'STRING', enum: ['x'] })
  })

  test('A5: an enum of strings without a type gets one', () => {
    const compiled = fitted({ enum: ['a', 'b'] })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['a', 'b'] })
    expect(confessions(compiled)).toEqual([])
    expectRoundTrip(compiled, 'b', 'b')
  })

  test('A5: members that the other keywords rule out are not listed', () => {
    const compiled = fitted({ enum: ['a', 'bb', 3], type: 'string', minLength: 2 })
    expect(compiled.schema).toEqual({ type: 'STRING', enum: ['bb'] })
    expect(confessions(compiled)).toEqual([' enum: enum-filtered, rewritten', ' minLength: enum-filtered, rewritten'])
  })
})

describe('A6: constraints', () => {
  test('A6: lengths are strings; pattern and description are kept', () => {
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

  test('A6: counts of items are strings', () => {
    expect(fitted({ type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 }).schema).toEqual({
      type: 'ARRAY',
      items: { type: 'NUMBER' },
      minItems: '1',
      maxItems: '2',
    })
  })

  test('A6: counts of properties are strings', () => {
    const source = { type: 'object', properties: { a: { type: 'string' } }, minProperties: 1, maxProperties: 2 }
    expect(fitted(source).schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' } },
      minProperties: '1',
      maxProperties: '2',
    })
  })

  test('A6: minimum and maximum are numbers', () => {
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

  test('A6: a count that bounds nothing is kept or confessed', () => {
    const compiled = fitted({ type: 'array', items: { type: 'number' }, minItems: 0, maxItems: 1e30 })
    const confessed = new Set(compiled.changes.map((change) => change.keyword))
    for (const keyword of ['minItems', 'maxItems']) {
      expect(Object.hasOwn(compiled.schema, keyword) || confessed.has(keyword), keyword).toBe(true)
    }
  })

  test('A6: title, default and example are kept', () => {
    const compiled = fitted({ type: 'string', title: 'T', default: 'x', example: 'y' })
    expect(compiled.schema).toEqual({ type: 'STRING', title: 'T', default: 'x', example: 'y' })
    expect(compiled.changes).toEqual([])
  })

  test('A6: the date-time format is kept, others are said in words', () => {
    expect(fitted({ type: 'string', format: 'date-time' }).schema).toEqual({ type: 'STRING', format: 'date-time' })
    expect(fitted({ type: 'integer', format: 'int64' }).schema).toEqual({ type: 'INTEGER', format: 'int64' })
    const compiled = fitted({ type: 'string', format: 'email' })
    expect(compiled.schema).toEqual({ type: 'STRING', description: 'Format: email.' })
    expect(confessions(compiled)).toEqual([' format: format-described, described, not enforced'])
  })
})

describe('A7: unions', () => {
  test('A7: anyOf is kept', () => {
    const compiled = fitted({
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'object', properties: { a: { type: 'string' } } }],
    })
    expect(compiled.schema).toEqual({
      anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'OBJECT', properties: { a: { type: 'STRING' } } }],
    })
    expect(confessions(compiled)).toEqual([])
    for (const value of ['a', 1, { a: 'x' }]) expectRoundTrip(compiled, value, value)
  })

  test('A7: what stands beside anyOf goes into its branches', () => {
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
    const branches = compiled.schema['anyOf'] as { properties: object; required: string[]; description: string }[]
    expect(Object.keys(compiled.schema)).toEqual(['anyOf'])
    expect(branches.map((branch) => ({ ...branch, required: [...branch.required].sort() }))).toEqual([
      {
        type: 'OBJECT',
        description: 'A contact.',
        properties: { name: { type: 'STRING' }, mail: { type: 'STRING' } },
        required: ['mail', 'name'],
      },
      {
        type: 'OBJECT',
        description: 'A contact.',
        properties: { name: { type: 'STRING' }, phone: { type: 'STRING' } },
        required: ['name', 'phone'],
      },
    ])
    expect(confessions(compiled)).toEqual([
      ' description: annotation-moved, rewritten',
      ' properties: any-of-distributed, rewritten',
      ' required: any-of-distributed, rewritten',
      ' type: any-of-distributed, rewritten',
    ])
    expectRoundTrip(compiled, { name: 'Ada', phone: '1' }, { name: 'Ada', phone: '1' })
  })

  test('A7: oneOf of disjoint branches is anyOf; an overlap is said in words', () => {
    const disjoint = fitted({ oneOf: [{ type: 'string' }, { type: 'number' }] })
    expect(disjoint.schema).toEqual({ anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] })
    expect(confessions(disjoint)).toEqual([' oneOf: one-of-disjoint, rewritten'])
    const overlap = fitted({
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'integer', maximum: 5 },
      ],
    })
    expect(overlap.schema).toEqual({
      anyOf: [
        { type: 'INTEGER', minimum: 0, description: 'Must fit exactly one of the alternatives.' },
        { type: 'INTEGER', maximum: 5, description: 'Must fit exactly one of the alternatives.' },
      ],
    })
    expect(confessions(overlap)).toEqual([' oneOf: one-of-widened, described'])
    expect(overlap.check(3)).toHaveLength(1)
    expect(overlap.check(9)).toEqual([])
  })
})

describe('A9: what the document calls unsupported', () => {
  test('A9: a $ref is replaced by what it names', () => {
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
    expect(confessions(compiled)).toEqual([
      ' $defs: definitions-inlined, rewritten',
      '/properties/home $ref: ref-inlined, rewritten',
      '/properties/work $ref: ref-inlined, rewritten',
    ])
    expectRoundTrip(compiled, { home: { city: 'Oslo' } }, { home: { city: 'Oslo' } })
  })

  test('A9: a $ref keeps the description beside it', () => {
    const compiled = fitted({
      type: 'object',
      properties: { home: { $ref: '#/definitions/City', description: 'Where you live.' } },
      definitions: { City: { type: 'string', description: 'A city.' } },
    })
    expect(compiled.schema).toMatchObject({ properties: { home: { type: 'STRING' } } })
    const { home } = compiled.schema['properties'] as { home: { description: string } }
    expect(home.description).toContain('Where you live.')
  })

  test('A9: a recursive $ref is followed a few levels, then is JSON text', () => {
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
    expect(confessions(compiled)).toEqual([
      '/properties/child $ref: recursion-to-json-text, encoded',
      '/properties/child $ref: ref-inlined, rewritten',
    ])
    expectRoundTrip(
      compiled,
      { name: 'a', child: { name: 'b', child: { name: 'c', child: { name: 'd' } } } },
      { name: 'a', child: { name: 'b', child: '{"name":"c","child":{"name":"d"}}' } },
    )
  })

  test('A9: allOf is merged: properties, required, bounds and enums', () => {
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
    expect(confessions(objects)).toEqual([' allOf: all-of-merged, rewritten'])
    expectRoundTrip(objects, { a: 'x', b: 1 }, { a: 'x', b: 1 })

    const bounds = fitted({ allOf: [{ type: 'integer', minimum: 1 }, { maximum: 9 }, { type: 'number', minimum: 3 }] })
    expect(bounds.schema).toEqual({ type: 'INTEGER', minimum: 3, maximum: 9 })

    const enums = fitted({ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] })
    expect(enums.schema).toEqual({ type: 'STRING', enum: ['b'] })
  })

  test('A9: a bound that allOf makes redundant is confessed where it stands', () => {
    const compiled = fitted({ allOf: [{ type: 'integer', minimum: 1 }, { minimum: 3 }] })
    expect(confessions(compiled)).toEqual([
      ' allOf: all-of-merged, rewritten',
      '/allOf/0 minimum: bound-restated, rewritten',
    ])
  })

  test('A9: a tuple is an object of items', () => {
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

  test('A9: rules without an equivalent are said in words and held by check', () => {
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
    expect(confessions(compiled)).toEqual([
      '/properties/rate exclusiveMinimum: constraint-described, described',
      '/properties/step multipleOf: constraint-described, described',
      '/properties/tags uniqueItems: constraint-described, described',
      '/properties/user not: constraint-described, described',
    ])
    expect(confessesOpenDefault(compiled)).toBe(true)
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
