import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoint.ts'
import { type CheckSchemaOptions, checkJsonSchema } from './check-schema.ts'

function sentence(schema: unknown, options: Partial<CheckSchemaOptions> = {}) {
  const rejections = checkJsonSchema(schema, { endpoint: 'ai-studio', place: 'parameters', ...options })
  expect(rejections.length).toBeLessThan(2)
  return rejections[0]?.message
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

describe('a JSON Schema for Gemini', () => {
  // Accepted by gemini-3-flash-preview, 2026-10-04.
  test.each([
    { const: 'a' },
    { type: ['string', 'number', 'null'] },
    { allOf: [{ type: 'string' }, { minLength: 1 }] },
    { not: { type: 'null' } },
    { type: 'object', patternProperties: { '^a': { type: 'string' } } },
    { if: { type: 'string' }, then: { minLength: 1 } },
    { type: 'array', uniqueItems: true },
    { type: 'string', examples: ['a'], 'x-order': 1 },
    { description: 'no type' },
    { type: 'string', enum: [] },
    true,
    { type: 'string', format: 'nobody-knows-it' },
    { type: 'object', dependentRequired: { a: ['b'] } },
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', nullable: true },
    { enum: ['a', 1, null] },
    { type: 'string', pattern: '(' },
  ])('may contain %j', (property) => {
    expect(sentence(object({ a: property }))).toBeUndefined()
  })

  test('may come with a dialect, and with definitions in either place', () => {
    const text = { type: 'string' }
    expect(
      sentence(
        object(
          { a: { $ref: '#/definitions/A' } },
          { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { A: text } },
        ),
      ),
    ).toBeUndefined()
    expect(sentence(object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: text } }))).toBeUndefined()
  })

  test('describes an object when it is for a tool', () => {
    expect(sentence({ type: 'string' }, { functionName: 'F' })).toContain(
      '`F` functionDeclaration parameters schema should be of type OBJECT',
    )
    expect(sentence({ type: 'string' }, { place: 'response' })).toBeUndefined()
    expect(sentence({ type: 'string' }, { strict: false })).toBeUndefined()
    expect(sentence({ $ref: '#/$defs/A', $defs: { A: object({}) } })).toBeUndefined()
    expect(sentence({ $ref: '#/$defs/A', $defs: { A: { type: 'array' } } })).toContain('should be of type OBJECT')
    for (const root of [[], 'object', true]) expect(sentence(root)).toContain('should be of type OBJECT')
  })

  test('is an unset field when it is null', () => {
    expect(sentence(null)).toBeUndefined()
    expect(sentence(undefined)).toBeUndefined()
  })

  test('may not exist on Cloud Code', () => {
    expect(checkJsonSchema(object({}), { endpoint: 'cloud-code', place: 'parameters' })).toMatchObject([
      {
        stage: 'parse',
        field: 'request.tools[0].function_declarations[0]',
        message: expect.stringContaining('Unknown name "parametersJsonSchema"'),
      },
    ])
    expect(sentence(object({}), { endpoint: 'cloud-code', strict: false })).toBeUndefined()
  })
})

describe('a reference', () => {
  test.each([
    ['properties.a', object({ a: { $ref: '#/$defs/Missing' } })],
    ['properties.a', object({ a: { $ref: 'https://example.com/schema.json' } })],
    ['top-level', { $ref: '#/$defs/Missing' }],
    // https://github.com/google-gemini/gemini-cli/issues/13326
    ['properties.target.anyOf.1', object({ target: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Table' }] } })],
    ['$defs.R.properties.range', object({}, { $defs: { R: object({ range: { $ref: '#/$defs/Range' } }) } })],
    ['properties.a', object({ a: { $ref: '#nowhere' } })],
    ['properties.a', object({ a: { $ref: '#/$defs/%' } }, { $defs: { '%': {} } })],
    ['properties.a', object({ a: { $ref: '#/default' } }, { default: { type: 'string' } })],
    ['properties.a.items', object({ a: { type: 'array', items: { $ref: '#/required' } } }, { required: [] })],
  ])('to nothing is refused at %s', (place, schema) => {
    for (const endpoint of ['ai-studio', 'vertex'] as const) {
      expect(sentence(schema, { endpoint })).toBe(`reference to undefined schema at ${place}`)
    }
  })

  test.each([
    ['#', {}],
    ['#/$defs/A', { $defs: { A: { type: 'string' } } }],
    ['#/$defs/a%20b~1c', { $defs: { 'a b/c': { type: 'string' } } }],
    ['#here', { $defs: { A: { $anchor: 'here', type: 'string' } } }],
    ['node', { $defs: { A: { $id: 'node', type: 'string' } } }],
    ['#/properties/b', {}],
  ])('leads to %s', ($ref, more) => {
    expect(sentence(object({ a: { $ref }, b: { type: 'string' } }, more))).toBeUndefined()
  })

  test('is a property, not a reference, when a property is called so', () => {
    expect(sentence(object({ $ref: { type: 'string' } }))).toBeUndefined()
    expect(sentence(object({ a: { enum: [{ $ref: 'x' }], default: { $ref: 'x' } } }))).toBeUndefined()
  })

  test('into `definitions` is not trusted in a response', () => {
    const schema = object({ a: { $ref: '#/definitions/A' } }, { definitions: { A: { type: 'string' } } })
    expect(sentence(schema, { place: 'response' })).toBe('reference to undefined schema at properties.a')
    expect(sentence(schema, { place: 'response', strict: false })).toBeUndefined()
  })

  test('has no other keywords beside it', () => {
    const schema = object({ draft: { $ref: '#/$defs/A', description: 'd' } }, { $defs: { A: { type: 'string' } } })
    // https://github.com/google-gemini/gemini-cli/issues/4758
    expect(sentence(schema)).toBe(
      "schema at properties.draft can only contain properties starting with '$' when $ref is present",
    )
    expect(sentence(schema, { strict: false })).toBeUndefined()
  })
})

describe('a loop of references', () => {
  const tree = (children: object, required: string[]) => ({
    $ref: '#/$defs/Node',
    $defs: { Node: object({ children }, { required }) },
  })
  const node = { $ref: '#/$defs/Node' }
  const list = { type: 'array', items: node }
  const refused = (place: string) =>
    `ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at ${place}`

  // All measured on gemini-3.8-flash, 2026-09-27.
  test.each([
    ['a required list', tree(list, ['children'])],
    ['a required list or null', tree({ anyOf: [list, { type: 'null' }] }, ['children'])],
    ['an optional list', tree({ ...list, minItems: 1 }, [])],
    ['an optional object', tree(node, [])],
  ])('is accepted through %s', (_, schema) => {
    expect(sentence(schema)).toBeUndefined()
  })
  test.each([
    ['items', tree({ ...list, type: ['array', 'null'] }, ['children'])],
    ['items', tree({ ...list, minItems: 1 }, ['children'])],
    ['anyOf.0', tree({ anyOf: [node, { type: 'null' }] }, ['children'])],
  ])('of required fields is refused at %s', (step, schema) => {
    for (const endpoint of ['ai-studio', 'vertex'] as const)
      expect(sentence(schema, { endpoint })).toBe(refused(`$defs.Node.properties.children.${step}`))
  })

  test('is refused where one branch of many leads back', () => {
    // https://github.com/juspay/juspay-mcp/pull/132
    const left = { anyOf: [{ type: 'string' }, { $ref: '#/$defs/AndFilter' }] }
    const and = object({ left }, { required: ['left'] })
    const schema = object(
      { filter: { $ref: '#/$defs/AndFilter' } },
      { $defs: { AndFilter: object({ and }, { required: ['and'] }) } },
    )
    expect(sentence(schema)).toBe(refused('$defs.AndFilter.properties.and.properties.left.anyOf.1'))
  })

  test('is refused where nothing but references is in it', () => {
    expect(sentence({ $ref: '#' })).toBe(refused('top-level'))
    const $defs = { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } }
    expect(sentence(object({ a: { $ref: '#/$defs/A' } }, { $defs }))).toBe(refused('$defs.B'))
  })

  test('through a record or a tuple is not trusted', () => {
    for (const children of [
      { type: 'object', additionalProperties: node },
      { type: 'array', prefixItems: [node] },
    ]) {
      expect(sentence(tree(children, ['children']))).toContain('ref loops are only supported')
      expect(sentence(tree(children, ['children']), { strict: false })).toBeUndefined()
    }
  })

  test('is told apart from the same schema used twice', () => {
    const $defs = { A: object({ text: { type: 'string' } }, { required: ['text'] }) }
    const a = { $ref: '#/$defs/A' }
    expect(sentence(object({ one: a, two: a }, { required: ['one', 'two'], $defs }))).toBeUndefined()
  })
})

describe('any value at all', () => {
  const schemaLike = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(
          'type',
          'items',
          'properties',
          'required',
          'anyOf',
          '$ref',
          '$defs',
          '$id',
          '$anchor',
          '__proto__',
          'a',
        ),
        fc.oneof(
          tie('schema'),
          fc.array(tie('schema'), { maxLength: 3 }),
          fc.constantFrom('object', 'array', '#', '#/$defs/a', '#/properties/a', '#a', 'a', '%', undefined, Number.NaN),
        ),
        { maxKeys: 5 },
      ),
    ),
  })).schema

  test('gets the same result each time', () => {
    fc.assert(
      fc.property(
        fc.oneof(schemaLike, fc.anything({ withDate: true })),
        fc.constantFrom(...endpoints),
        fc.boolean(),
        (schema, endpoint, strict) => {
          const options = { endpoint, place: strict ? 'parameters' : 'response', strict } as const
          expect(checkJsonSchema(schema, options)).toEqual(checkJsonSchema(schema, options))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('that a lenient reading refuses, a strict one refuses too', () => {
    fc.assert(
      fc.property(schemaLike, (schema) => {
        const lenient = sentence(schema, { strict: false })
        expect(lenient !== undefined && sentence(schema) === undefined).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['properties', 'items', 'anyOf', '$defs', 'default'])(
    'may be nested 100,000 deep, or contain itself, under %s',
    (name) => {
      const below = (inner: unknown) => ({
        [name]: name === 'anyOf' ? [inner] : name === 'items' ? inner : { x: inner },
      })
      let deep: unknown = { type: 'string' }
      for (let level = 0; level < 100_000; level++) deep = below(deep)
      const cyclic: Record<string, unknown> = {}
      Object.assign(cyclic, below(cyclic))
      expect(sentence(deep)).toContain('Message too deep')
      expect(sentence(cyclic)).toContain('Message too deep')
    },
  )

  test('is not expanded: a bomb of references does not hang', () => {
    const $defs: Record<string, object> = { n0: { type: 'string' } }
    for (let level = 1; level <= 2_000; level++) {
      const next = { $ref: `#/$defs/n${level - 1}` }
      $defs[`n${level}`] = object({ a: next, b: next }, { required: ['a', 'b'] })
    }
    expect(sentence(object({ a: { $ref: '#/$defs/n2000' } }, { $defs }))).toBeUndefined()
  })
})
