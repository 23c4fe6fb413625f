import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { openDocument } from '../document/document.ts'
import { native, type Schema } from '../document/schema.ts'
import { createValidator } from './create-validator.ts'
import type { ValidateOptions } from './violation.ts'

function validatorOf(schema: unknown, options?: ValidateOptions) {
  return createValidator(openDocument(schema as Schema), options)
}

function messages(schema: unknown, value: unknown): string[] {
  return validatorOf(schema)
    .validate(value)
    .map(({ message }) => message)
}

function accepts(schema: unknown, value: unknown): boolean {
  const validator = validatorOf(schema)
  const isValid = validator.accepts(value) !== false
  expect(validator.validate(value).length === 0).toBe(isValid)
  return isValid
}

function nest(depth: number, wrap: (inner: unknown) => unknown, leaf: unknown): unknown {
  let nested = leaf
  for (let i = 0; i < depth; i++) nested = wrap(nested)
  return nested
}

describe('messages say what is wrong and what is wanted', () => {
  test.each<[schema: unknown, value: unknown, message: string]>([
    [{ type: 'number' }, '12', 'The value must be a number, got the string "12".'],
    [{ type: ['string', 'null'] }, { a: 1 }, 'The value must be a string or null, got an object.'],
    [{ required: ['city'] }, {}, 'Missing required property "city".'],
    [{ properties: { a: { required: ['b'] } } }, { a: {} }, 'Missing required property "b" in "a".'],
    [
      { properties: { units: { enum: ['celsius', 'fahrenheit'] } } },
      { units: 'kelvin' },
      '"units" must be one of "celsius", "fahrenheit"; got "kelvin".',
    ],
    [{ const: { a: 1 } }, 2, 'The value must be {"a":1}; got 2.'],
    [
      { properties: { items: { items: { properties: { price: { type: 'number' } } } } } },
      { items: [{}, {}, { price: '12' }] },
      '/items/2/price must be a number, got the string "12".',
    ],
    [{ minLength: 3 }, 'ab', 'The value must have at least 3 characters, got 2.'],
    [{ maxItems: 1 }, [1, 2], 'The value must have at most 1 item, got 2.'],
    [{ minProperties: 2 }, { a: 1 }, 'The value must have at least 2 properties, got 1.'],
    [{ exclusiveMinimum: 5 }, 5, 'The value must be greater than 5, got 5.'],
    [{ multipleOf: 0.1 }, 0.25, 'The value must be a multiple of 0.1, got 0.25.'],
    [{ pattern: '^a$' }, 'b', 'The value must match the pattern ^a$, got "b".'],
    [{ uniqueItems: true }, [1, 2, 1], 'The value must have no two equal items; item 2 (1) is a repetition.'],
    [{ contains: { type: 'string' } }, [1], 'The value must contain at least 1 item of the required kind.'],
    [
      { properties: { a: {} }, additionalProperties: false },
      { b: 1 },
      'Unexpected property "b". Known properties: "a".',
    ],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'Missing required property "b", needed beside "a".'],
    [{ properties: { a: false } }, { a: 1 }, '"a" is not allowed.'],
    [false, 1, 'The value is not allowed.'],
    [{ not: {} }, 1, 'The value has a form that is excluded here.'],
    [
      { oneOf: [{}, { type: 'string' }, {}] },
      1,
      'The value must match exactly one of 3 forms, but matches forms 1 and 3.',
    ],
  ])('%j refuses %j', (schema, value, message) => {
    expect(messages(schema, value)).toEqual([message])
  })

  test('long values are shortened', () => {
    expect(messages({ type: 'number' }, 'x'.repeat(1000))[0]!.length).toBeLessThan(130)
    expect(messages({ enum: Array.from({ length: 1000 }, (_, i) => i) }, -1)).toEqual([
      'The value must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 … (1000 in all); got -1.',
    ])
  })

  test('a violation says where in the value and where in the schema', () => {
    const schema = { properties: { a: { $ref: '#/$defs/a~0b' } }, $defs: { 'a~b': { type: 'string' } } }
    const found = validatorOf(schema).validate({ a: 1 })
    expect(found).toEqual([
      {
        level: 'error',
        pointer: '/a',
        keyword: 'type',
        message: '"a" must be a string, got the number 1.',
        schemaPointer: '/$defs/a~0b',
        expected: ['string'],
      },
    ])
  })
})

describe('a value that fits no branch', () => {
  test('is told the types of all branches when its type is wrong for each', () => {
    const schema = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
    expect(messages(schema, 5)).toEqual(['The value must be a string or an array, got the number 5.'])
  })

  test('is told the values of all branches when each is a value', () => {
    const schema = { oneOf: [{ const: 'asc' }, { const: 'desc', description: 'down' }] }
    expect(messages(schema, 'up')).toEqual(['The value must be one of "asc", "desc"; got "up".'])
  })

  test('is told what is wrong under the branch that its discriminator chooses', () => {
    const schema = {
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
          required: ['kind', 'radius'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'square' }, side: { type: 'number' } },
          required: ['kind', 'side'],
        },
      ],
    }
    const [violation] = validatorOf(schema).validate({ kind: 'square' })
    expect(violation!.message).toBe(
      'The value matches none of the 2 allowed forms (an object with "kind" and "radius" or an object with "kind" and "side"). ' +
        'Closest to form 2: Missing required property "side".',
    )
    expect(violation!.branches!.map((branch) => branch.map(({ keyword }) => keyword))).toEqual([
      ['required', 'const'],
      ['required'],
    ])
    expect(violation!.closest).toMatchObject({ keyword: 'required', schemaPointer: '/anyOf/1' })
  })
})

describe('the documented reading of hand-written schemas', () => {
  test.each<[schema: unknown, valid: unknown, invalid: unknown]>([
    [{ type: 'dict', properties: { a: { type: 'float', required: true } } }, { a: 1.5 }, {}],
    [{ type: 'STRING', maxLength: '3' }, 'abc', 'abcd'],
    [{ minimum: 5, exclusiveMinimum: true }, 6, 5],
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a'], ['a', 'b']],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 'b']],
    [{ type: 'string', nullable: true, enum: ['a'] }, null, 'b'],
    [{ $ref: '#/$defs/a', 'x-nullable': true, $defs: { a: { type: 'string' } } }, null, 5],
    [{ type: ['string', 'integer'] }, 1.0, 1.5],
    [{ $ref: '#/$defs/a', maxLength: 2, $defs: { a: { type: 'string' } } }, 'ab', 'abc'],
    [{ dependencies: { a: ['b'], c: { required: ['d'] } } }, { a: 1, b: 1 }, { c: 1 }],
  ])('%j accepts %j, not %j', (schema, valid, invalid) => {
    expect(accepts(schema, valid)).toBe(true)
    expect(accepts(schema, invalid)).toBe(false)
  })

  test.each([
    { type: 'whatever' },
    { $ref: 'https://example.com/other.json' },
    { $ref: '#/$defs/none' },
    { $ref: '#' },
    { pattern: '(' },
    { properties: 'none', items: null, enum: 'a', required: 'a', anyOf: [], minimum: {} },
  ])('%j restricts nothing', (schema) => {
    expect(accepts(schema, 'anything')).toBe(true)
  })

  test('keywords beside a $ref have no effect in a source that says that it is of draft 3 to 7', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $ref: '#/definitions/a',
      maxLength: 1,
      definitions: { a: {} },
    }
    for (const draft of ['03', '04', '06', '07']) {
      const $schema = `http://json-schema.org/draft-${draft}/schema#`
      expect(validatorOf({ ...schema, $schema }).accepts('ab')).toBe(true)
    }
    const newer = 'https://json-schema.org/draft/2020-12/schema'
    for (const $schema of [undefined, newer]) expect(validatorOf({ ...schema, $schema }).accepts('ab')).toBe(false)
  })
})

describe('values that are no JSON', () => {
  test('an undefined property is absent', () => {
    expect(accepts({ required: ['a'] }, { a: undefined })).toBe(false)
    const closed = { additionalProperties: false, maxProperties: 0, propertyNames: false, unevaluatedProperties: false }
    expect(accepts(closed, { a: undefined })).toBe(true)
  })

  test.each([() => 1, Symbol('s'), new Date(), new Map(), 5n, Number.NaN, undefined])('%s is of no type', (value) => {
    expect(accepts({ type: ['string', 'number', 'boolean', 'array', 'object', 'null'] }, value)).toBe(false)
  })

  test.each<[string, unknown, unknown]>([
    ['date', new Date(0), '1970-01-01T00:00:00Z'],
    ['date', new Date(0), new Date(Number.NaN)],
    ['bigint', 5n, '5'],
    ['map', new Map(), {}],
    ['set', new Set(), []],
  ])('a subschema marked %s takes its native value only', (mark, valid, invalid) => {
    const schema = { properties: { a: { type: 'string', [native]: mark } } }
    expect(accepts(schema, { a: valid })).toBe(true)
    expect(accepts(schema, { a: invalid })).toBe(false)
  })
})

describe('names are names', () => {
  test('__proto__ and the like are properties like others', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"toString":{"type":"number"}},"required":["__proto__"]}',
    )
    expect(accepts(schema, JSON.parse('{"__proto__":"a"}'))).toBe(true)
    expect(accepts(schema, JSON.parse('{"__proto__":1}'))).toBe(false)
    expect(accepts(schema, {})).toBe(false)
    expect(accepts({ properties: {}, additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toBe(false)
    expect(accepts({ required: ['toString', 'constructor'] }, {})).toBe(false)
  })
})

describe('any subschema, in place', () => {
  const inner = { $ref: '#/$defs/x' }
  const root = {
    properties: { inner },
    $defs: {
      x: { type: 'string' },
      y: { $id: 'y', properties: { z: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'number' } } },
    },
  } as const
  const validator = validatorOf(root)

  test('a subschema of the document resolves its references from where it stands', () => {
    expect(validator.accepts('a', inner)).toBe(true)
    expect(validator.accepts(1, inner)).toBe(false)
    expect(validator.accepts(1, root.$defs.y.properties.z)).toBe(true)
    expect(validator.accepts('a', root.$defs.y.properties.z)).toBe(false)
  })

  test('a synthetic schema may embed subschemas of the document', () => {
    const synthetic = { anyOf: [inner, root.$defs.y.properties.z] } as unknown as JsonObject
    expect([
      validator.accepts('a', synthetic),
      validator.accepts(1, synthetic),
      validator.accepts(true, synthetic),
    ]).toEqual([true, true, false])
    expect(validator.validate(1, inner)).toMatchObject([{ pointer: '', schemaPointer: '/$defs/x' }])
  })

  test('frozen schemas and values are fine', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const frozen = freeze({ properties: { a: { enum: [[1], { b: 2 }] } }, unevaluatedProperties: false, $anchor: 'a' })
    expect(validatorOf(frozen).validate(freeze({ a: { b: 2 } }))).toEqual([])
    expect(
      validatorOf(frozen)
        .validate(freeze({ a: { b: 3 }, c: 1 }))
        .map(({ keyword }) => keyword),
    ).toEqual(['enum', 'unevaluatedProperties'])
  })
})

describe('numbers and sizes', () => {
  test.each([
    [0.1, 0.3, true],
    [0.01, 4.35, true],
    [1e-8, 12391239123, true],
    [0.5, 1e308, true],
    [0.123456789, 1e308, false],
    [1e-300, 1e300, true],
    [3, -9, true],
    [2.5, -0, true],
    [7, 50, false],
  ])('multipleOf %d of %d: %s', (multipleOf, value, expected) => {
    expect(accepts({ multipleOf }, value)).toBe(expected)
  })

  test('lengths count characters, not UTF-16 units', () => {
    expect(accepts({ minLength: 2, maxLength: 2 }, '😀😀')).toBe(true)
    expect(accepts({ minLength: 3 }, '😀😀')).toBe(false)
  })

  test('a hundred thousand items or members take no more than their number', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `v${i}`)
    expect(accepts({ uniqueItems: true }, many)).toBe(true)
    expect(accepts({ uniqueItems: true }, [...many.map((name) => ({ name })), { name: 'v7' }])).toBe(false)
    expect(accepts({ items: { enum: many } }, many)).toBe(true)
  })

  test('equality is that of JSON', () => {
    expect(accepts({ uniqueItems: true }, [1, '1', true, [1], ['1'], { a: 1 }, { a: '1' }, null, 'null'])).toBe(true)
    expect(
      accepts({ uniqueItems: true }, [
        { a: 1, b: [0] },
        { b: [-0], a: 1.0 },
      ]),
    ).toBe(false)
    expect(accepts({ enum: [1, 2, 3, 4, 5, 6, 7, 8, { a: 1, b: 2 }] }, { b: 2, a: 1 })).toBe(true)
  })
})

describe('hostile schemas and values end', () => {
  test('a value 100,000 deep, and one that contains itself, are refused with a code', () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect(() => validatorOf({}).accepts(nest(100_000, (a) => [a], 1))).toThrow(
      expect.objectContaining({ code: 'value-too-deep' }),
    )
    expect(() => validatorOf({}).validate(circular)).toThrow(expect.objectContaining({ code: 'value-circular' }))
  })

  test('a value 999 deep is validated through a recursive schema', () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          anyOf: [{ type: 'null' }, { allOf: [{ type: 'object', properties: { next: { $ref: '#/$defs/node' } } }] }],
        },
      },
    }
    expect(
      accepts(
        schema,
        nest(999, (next) => ({ next }), null),
      ),
    ).toBe(true)
    expect(
      accepts(
        schema,
        nest(999, (next) => ({ next }), 5),
      ),
    ).toBe(false)
    const closed = {
      $ref: '#/$defs/n',
      $defs: { n: { unevaluatedProperties: false, allOf: [{ properties: { next: { $ref: '#/$defs/n' } } }] } },
    }
    expect(
      accepts(
        closed,
        nest(999, (next) => ({ next }), {}),
      ),
    ).toBe(true)
    expect(
      accepts(
        closed,
        nest(998, (next) => ({ next }), { other: 1 }),
      ),
    ).toBe(false)
  })

  test.each<[string, (inner: unknown) => unknown, boolean]>([
    ['not', (inner) => ({ not: inner }), false],
    ['allOf', (inner) => ({ allOf: [inner] }), false],
    ['anyOf', (inner) => ({ anyOf: [inner] }), false],
  ])('a schema of 100,000 %s', (_, wrap, isValid) => {
    expect(validatorOf(nest(100_000, wrap, { type: 'string' })).accepts(5)).toBe(isValid)
  })

  test('a schema that is deeper still is refused with a code', () => {
    const schema = nest(300_000, (inner) => ({ not: inner }), {})
    expect(() => validatorOf(schema).accepts(5)).toThrow(expect.objectContaining({ code: 'schema-too-deep' }))
  })

  test('a schema object that contains itself restricts nothing more', () => {
    const schema: Record<string, unknown> = { type: 'string' }
    schema.allOf = [schema]
    expect([validatorOf(schema).accepts('a'), validatorOf(schema).accepts(1)]).toEqual([true, false])
  })

  test.each(['allOf', 'anyOf', 'oneOf'])('a $ref bomb of 2^30 %s', (keyword) => {
    const $defs: Record<string, unknown> = { a0: { type: 'string' } }
    for (let i = 1; i <= 30; i++)
      $defs[`a${i}`] = { [keyword]: [{ $ref: `#/$defs/a${i - 1}` }, { $ref: `#/$defs/a${i - 1}` }] }
    const bomb = { $ref: '#/$defs/a30', $defs }
    expect(accepts(bomb, 'a')).toBe(keyword !== 'oneOf')
    expect(accepts(bomb, { a: 1 })).toBe(false)
  })

  test('a bomb that goes down the value, and one of shared objects', () => {
    let schema: unknown = { type: 'string' }
    for (let i = 0; i < 30; i++) schema = { allOf: [{ properties: { n: schema } }, { properties: { n: schema } }] }
    expect(
      accepts(
        schema,
        nest(30, (n) => ({ n }), 'a'),
      ),
    ).toBe(true)
    expect(
      accepts(
        schema,
        nest(30, (n) => ({ n }), 5),
      ),
    ).toBe(false)
  })

  test('nested unions that fail are explained without doubling at each level', () => {
    const schema = {
      anyOf: [{ type: 'null' }, { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }],
    }
    const [violation] = validatorOf(schema).validate(nest(60, (next) => ({ next }), 5))
    expect(violation!.message.length).toBeLessThan(1000)
  })

  test('a pattern on which RegExp runs away is enforced, for texts and for names', () => {
    expect(accepts({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)).toBe(false)
    expect(accepts({ patternProperties: { '^a*a*a*a*$': false } }, { [`${'a'.repeat(2000)}!`]: 1 })).toBe(true)
    expect(accepts({ patternProperties: { '^a*a*a*a*$': false } }, { ['a'.repeat(2000)]: 1 })).toBe(false)
  })

  test('a pattern with a back reference is not run, and names that it might match count as known', () => {
    expect(accepts({ pattern: '^(a+)\\1$' }, 'b')).toBe(true)
    expect(
      accepts({ patternProperties: { '^(a+)\\1$': { type: 'string' } }, additionalProperties: false }, { b: 1 }),
    ).toBe(true)
  })
})

describe('a pattern that is not run says nothing, so that it refuses no value', () => {
  const unknown = { type: 'string', pattern: '^(a+)+\\1$' }
  const name = '^(a+)+\\1$'
  test.each<[keyword: string, schema: unknown, value: unknown]>([
    ['pattern', unknown, 'b'],
    ['not', { not: unknown }, 'b'],
    ['not not', { not: { not: unknown } }, 'b'],
    ['oneOf, beside a branch that accepts', { oneOf: [unknown, { type: 'string', pattern: '^b$' }] }, 'b'],
    ['oneOf, beside a branch that refuses', { oneOf: [unknown, { type: 'string', pattern: '^b$' }] }, 'c'],
    ['oneOf of two', { oneOf: [unknown, { ...unknown }] }, 'b'],
    ['anyOf', { anyOf: [unknown, { type: 'number' }] }, 'b'],
    ['not anyOf', { not: { anyOf: [unknown, { type: 'number' }] } }, 'b'],
    ['not allOf', { not: { allOf: [unknown, { type: 'string' }] } }, 'b'],
    ['if with then', { if: unknown, then: false }, 'b'],
    ['if with else', { if: unknown, else: false }, 'b'],
    ['if with then that accepts', { if: unknown, then: { minLength: 1 }, else: false }, 'b'],
    ['then', { if: { type: 'string' }, then: unknown }, 'b'],
    ['contains', { contains: unknown }, ['b']],
    ['maxContains', { contains: unknown, maxContains: 1 }, ['b', 'c']],
    ['not contains', { not: { contains: unknown } }, ['b']],
    ['items', { items: unknown }, ['b']],
    ['not items', { not: { items: unknown } }, ['b']],
    ['properties', { properties: { a: unknown } }, { a: 'b' }],
    ['not properties', { not: { properties: { a: unknown } } }, { a: 'b' }],
    ['dependentSchemas', { dependentSchemas: { a: { properties: { a: unknown } } } }, { a: 'b' }],
    ['propertyNames', { propertyNames: unknown }, { b: 1 }],
    ['not propertyNames', { not: { propertyNames: unknown } }, { b: 1 }],
    ['patternProperties', { patternProperties: { [name]: false } }, { b: 1 }],
    ['not patternProperties', { not: { patternProperties: { [name]: {} } } }, { b: 1 }],
    ['additionalProperties', { patternProperties: { [name]: {} }, additionalProperties: false }, { b: 1 }],
    ['unevaluatedProperties', { patternProperties: { [name]: {} }, unevaluatedProperties: false }, { b: 1 }],
    [
      'unevaluatedProperties beside a branch',
      { anyOf: [{ properties: { a: unknown, b: {} } }], unevaluatedProperties: false },
      { a: 'b', b: 1 },
    ],
    [
      'unevaluatedProperties beside if',
      {
        if: { properties: { a: unknown } },
        then: { properties: { b: {} } },
        else: { properties: { c: {} } },
        unevaluatedProperties: false,
      },
      { a: 'b', b: 1, c: 1 },
    ],
    ['unevaluatedItems', { contains: unknown, unevaluatedItems: false }, ['b']],
    ['$ref', { not: { $ref: '#/$defs/a' }, $defs: { a: unknown } }, 'b'],
  ])('%s', (_, schema, value) => {
    expect(accepts(schema, value)).toBe(true)
  })

  test.each<[reason: string, schema: unknown, value: unknown]>([
    ['another keyword refuses it', { ...unknown, minLength: 2 }, 'b'],
    ['no branch can accept it', { anyOf: [unknown, { type: 'number' }] }, true],
    ['two other branches of oneOf accept it', { oneOf: [unknown, { type: 'string' }, { minLength: 1 }] }, 'b'],
    ['neither then nor else accepts it', { if: unknown, then: { minLength: 2 }, else: { minLength: 3 } }, 'b'],
    ['too few items are left', { contains: unknown, minContains: 2 }, ['b', 1]],
    ['too many items are certain', { contains: { anyOf: [unknown, { const: 'c' }] }, maxContains: 1 }, ['c', 'c']],
    ['what is excluded does not depend on it', { not: { anyOf: [unknown, { type: 'string' }] } }, 'b'],
  ])('a value is refused where %s', (_, schema, value) => {
    expect(accepts(schema, value)).toBe(false)
  })

  test('is unknown where the pattern decides, and certain where it does not', () => {
    const result = (schema: unknown) => validatorOf(schema).accepts('b')
    expect([result(unknown), result({ not: unknown }), result({ anyOf: [unknown, true] })]).toEqual(['unknown', 'unknown', true]) // biome-ignore format: a table
  })
})

describe('the patterns of one call share their steps', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`^a*b*c*${index}$`, { type: 'number' }]))
  const names = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`name${index}`, 'x']))

  test('a value with too many names for its patterns is not refused for them, and a warning says so', () => {
    const { violations, warnings } = validatorOf({ patternProperties: many }).inspect(names)
    expect(violations).toEqual([])
    expect(warnings).toEqual([
      {
        level: 'warning',
        pointer: '',
        keyword: 'patternProperties',
        message: 'Not everything was checked or listed: the value takes too many steps.',
      },
    ])
  })

  test('what else is wrong with the value is found', () => {
    const schema = { patternProperties: many, required: ['other'], maxProperties: 999 }
    expect(messages(schema, names)).toHaveLength(2)
  })

  test('of a value with hundreds of problems, the first hundred are listed, and a warning says so', () => {
    const { violations, warnings } = validatorOf({ items: { type: 'integer' } }).inspect(Array(101).fill('x'))
    expect(violations).toHaveLength(100)
    expect(warnings).toMatchObject([{ level: 'warning', pointer: '/100', keyword: 'type' }])
    expect(validatorOf({ items: { type: 'integer' } }).inspect(Array(100).fill('x')).warnings).toEqual([])
  })

  test('a text that is too long for its pattern', () => {
    const text = `${'ab'.repeat(500_000)}!`
    const validator = validatorOf({ properties: { a: { pattern: '^([ab]|[a-c]|a?b?)*$' } } })
    expect(validator.inspect({ a: text })).toMatchObject({
      violations: [],
      warnings: [{ pointer: '/a', keyword: 'pattern' }],
    })
    expect(validator.inspect({ a: text.slice(-1000) })).toMatchObject({
      violations: [{ keyword: 'pattern' }],
      warnings: [],
    })
  })

  test('an ordinary pattern is checked on a text of 100,000 characters', () => {
    const validator = validatorOf({ pattern: '^[A-Za-z0-9+/]*={0,2}$' })
    expect(validator.inspect('abcd'.repeat(25_000))).toEqual({ violations: [], warnings: [] })
    expect(validator.accepts(`${'abcd'.repeat(25_000)}!`)).toBe(false)
  })
})

test('a reference that leads nowhere may speak of every property and every item', () => {
  expect(accepts({ $ref: 'tree.json', unevaluatedProperties: false }, { data: 1 })).toBe(true)
  expect(accepts({ allOf: [{ $ref: '#/nowhere' }], unevaluatedItems: false }, [1])).toBe(true)
  expect(accepts({ not: { $ref: 'tree.json', unevaluatedProperties: false } }, { data: 1 })).toBe(true)
  expect(accepts({ $ref: 'tree.json', unevaluatedProperties: false, type: 'object' }, 1)).toBe(false)
})
