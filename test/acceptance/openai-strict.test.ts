import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { checkOpenaiStrict } from './openai-strict.ts'

const object = (properties: Record<string, unknown>, more: object = {}): JsonObject =>
  ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  }) as JsonObject

/** What is said of one property. */
const about = (property: unknown, more: object = {}) => checkOpenaiStrict(object({ a: property }, more))

describe('OpenAI takes a strict schema', () => {
  test('of its guide: a nullable enum', () => {
    // https://platform.openai.com/docs/guides/structured-outputs, "All fields must be required"
    const unit = { type: ['string', 'null'], description: 'The unit to return the temperature in', enum: ['F', 'C'] }
    const location = { type: 'string', description: 'The location to get the weather for' }
    expect(checkOpenaiStrict(object({ location, unit }))).toEqual([])
  })

  test('of its guide: a union, definitions and recursion', () => {
    const user = object({ name: { type: 'string', description: 'The name of the user' }, age: { type: 'number' } })
    const address = object({ number: { type: 'string' }, street: { type: 'string' } }, { description: 'An address' })
    expect(about({ anyOf: [user, address] })).toEqual([])
    const $defs = { step: object({ explanation: { type: 'string' }, output: { type: 'string' } }) }
    expect(checkOpenaiStrict(object({ steps: { type: 'array', items: { $ref: '#/$defs/step' } } }, { $defs }))).toEqual(
      [],
    )
    const label = { type: 'string', enum: ['div', 'button'] }
    expect(checkOpenaiStrict(object({ label, children: { type: 'array', items: { $ref: '#' } } }))).toEqual([])
    const next = { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] }
    const node = object({ value: { type: 'number' }, next })
    expect(checkOpenaiStrict(object({ list: { $ref: '#/$defs/node' } }, { $defs: { node } }))).toEqual([])
  })

  test.each([
    { type: 'string', pattern: '^@[a-zA-Z0-9_]+$' },
    { type: 'string', format: 'email' },
    { type: 'number', minimum: -130, maximum: 130, multipleOf: 0.5 },
    { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
    { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 3 },
    { type: 'string', const: 'a', title: 'T' },
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'integer', enum: [1, 2] },
    object({}),
  ])('with a property %j', (property) => {
    expect(about(property)).toEqual([])
  })
})

describe('OpenAI refuses', () => {
  test.each([
    [{ type: 'array', items: { type: 'string' } }, ': schema must be a JSON Schema of \'type: "object"\''],
    [{ anyOf: [object({})] }, ": schema must not have 'anyOf' at the top level"],
    [object({}, { oneOf: [] }), ": schema must not have 'oneOf' at the top level"],
    [{ $ref: '#/$defs/A', $defs: { A: object({}) } }, ": schema must not have '$ref' at the top level"],
  ])('a root like %j', (schema, text) => {
    expect(checkOpenaiStrict(schema as JsonObject)).toContain(text)
  })

  test.each([
    // https://github.com/can1357/oh-my-pi/issues/920
    [{ oneOf: [{ type: 'string' }] }, "'oneOf' is not permitted"],
    [{ type: 'string', allOf: [] }, "'allOf' is not permitted"],
    [{ type: 'string', not: { type: 'null' } }, "'not' is not permitted"],
    // https://zenn.dev/nicopin/scraps/a8d8f53f5faebb
    [{ type: 'string', default: 'a' }, "'default' is not permitted"],
    // https://github.com/jina-ai/node-DeepResearch/issues/79
    [{ type: 'string', maxLength: 5 }, "'maxLength' is not permitted"],
    // https://github.com/mastra-ai/mastra/issues/23321
    [{ type: 'array', items: { type: 'string' }, uniqueItems: true }, "'uniqueItems' is not permitted"],
    [{ type: 'array', items: { type: 'string' }, prefixItems: [{ type: 'string' }] }, "'prefixItems' is not permitted"],
    [{ ...object({}), minProperties: 1 }, "'minProperties' is not permitted"],
    [{ type: 'string', minimum: 1 }, "'minimum' is not permitted"],
    [{ anyOf: [{ type: 'string' }], type: 'string' }, "'type' is not permitted"],
    [{ type: 'string', $comment: 'c' }, "'$comment' is not permitted"],
    // https://github.com/cyanheads/git-mcp-server/issues/47
    [{ type: 'string', format: 'uri' }, "'uri' is not a valid format"],
    [{ type: 'string', pattern: '^(?!a)' }, "'^(?!a)' is not a valid pattern"],
    [{ type: 'string', pattern: '(' }, "'(' is not a valid pattern"],
    // https://github.com/can1357/oh-my-pi/issues/211
    [{}, "schema must have a 'type' key"],
    [{ enum: ['a'] }, "schema must have a 'type' key"],
    [true, 'a boolean is no schema here'],
    [{ type: 'any' }, "'any' is not a type"],
    [{ type: 'array' }, 'array schema missing items'],
    [{ type: 'object', required: [], additionalProperties: false }, 'object schema missing properties'],
    [{ anyOf: [] }, "'anyOf' must be a list that is not empty"],
    [{ type: 'string', enum: [] }, "'enum' must be a list that is not empty"],
    [{ type: 'integer', minimum: '1' }, "'minimum' must be a number"],
    // https://github.com/can1357/oh-my-pi/issues/1835
    [{ type: 'null', enum: ['javascript'] }, 'enum value "javascript" does not validate against ["null"]'],
    [{ type: 'integer', const: 1.5 }, 'enum value 1.5 does not validate against ["integer"]'],
    [{ type: ['string', 'number'], enum: ['red', 1] }, 'enum values must be of the same type'],
    [
      { type: 'array', items: { type: 'string' }, enum: [['a']] },
      'enum values must be strings, numbers, booleans or null',
    ],
  ])('%j', (property, text) => {
    expect(about(property)).toContain(`/properties/a: ${text}`)
  })

  test('a boolean for a property that has the name of a keyword', () => {
    expect(checkOpenaiStrict(object({ additionalProperties: false }))).toEqual([
      '/properties/additionalProperties: a boolean is no schema here',
    ])
  })

  test('objects that are open, or have properties that are not required', () => {
    // https://github.com/lastmile-ai/openai-agents-mcp/issues/2
    const open = { type: 'object', properties: {}, required: [] }
    expect(about(open)).toEqual(["/properties/a: 'additionalProperties' is required to be supplied and to be false"])
    expect(about({ ...open, additionalProperties: { type: 'string' } })).toHaveLength(1)
    expect(about({ ...open, type: ['object', 'null'] })).toHaveLength(1)
    // https://github.com/anomalyco/opencode/issues/13737
    expect(checkOpenaiStrict(object({ multiple: { type: 'boolean' } }, { required: [] }))).toEqual([
      ": 'required' is required to be supplied and to be an array including every key in properties. Missing 'multiple'",
    ])
    expect(checkOpenaiStrict(object({}, { required: ['ghost'] }))).toEqual([": Extra required key 'ghost' supplied"])
  })

  test('a reference with company, to nothing, or out of the document', () => {
    const $defs = { A: { type: 'string' } }
    // https://github.com/camel-ai/camel/issues/3001
    expect(about({ $ref: '#/$defs/A', description: 'd' }, { $defs })).toEqual([
      "/properties/a: $ref cannot have keywords {'description'}",
    ])
    for (const $ref of ['#/$defs/B', 'https://example.com/a.json', 'A'])
      expect(about({ $ref }, { $defs })).toEqual([
        '/properties/a: reference can only point to definitions of this schema',
      ])
    expect(about({ type: 'string', $defs }, {})).toEqual(["/properties/a: '$defs' is not permitted"])
  })

  test('the same in definitions, items and branches, but not in names', () => {
    const bad = { type: 'string', minLength: 1 }
    expect(checkOpenaiStrict(object({ list: { type: 'array', items: bad } }))).toEqual([
      "/properties/list/items: 'minLength' is not permitted",
    ])
    expect(checkOpenaiStrict(object({}, { $defs: { 'a/b': bad } }))).toEqual([
      "/$defs/a~1b: 'minLength' is not permitted",
    ])
    expect(about({ anyOf: [{ type: 'null' }, bad] })).toEqual(["/properties/a/anyOf/1: 'minLength' is not permitted"])
    expect(
      checkOpenaiStrict(
        object({
          oneOf: { type: 'string' },
          default: { type: 'null' },
          required: { type: 'null' },
          $ref: { type: 'null' },
        }),
      ),
    ).toEqual([])
  })
})

describe('the limits of OpenAI', () => {
  const deep = (levels: number): JsonObject =>
    levels === 1 ? object({ leaf: { type: 'string' } }) : object({ a: deep(levels - 1) })

  test('are ten levels', () => {
    expect(checkOpenaiStrict(deep(10))).toEqual([])
    expect(checkOpenaiStrict(deep(11))).toEqual([': 11 levels of nesting exceeds limit of 10'])
    // Unions are no level, lists are.
    expect(checkOpenaiStrict(object({ a: { anyOf: [{ type: 'null' }, deep(9)] } }))).toEqual([])
    expect(checkOpenaiStrict(object({ a: { type: 'array', items: deep(9) } }))).toHaveLength(1)
  })

  test('count what a reference leads to, but no loop', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [
        `d${i}`,
        object({ a: i === 0 ? { type: 'string' } : { $ref: `#/$defs/d${i - 1}` } }),
      ]),
    )
    expect(checkOpenaiStrict(object({ a: { $ref: '#/$defs/d8' } }, { $defs: chain }))).toEqual([])
    expect(checkOpenaiStrict(object({ a: { $ref: '#/$defs/d9' } }, { $defs: chain }))).toHaveLength(1)
    expect(checkOpenaiStrict(object({ self: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }))).toEqual([])
  })

  test('are 5,000 properties', () => {
    const wide = (count: number) =>
      object(Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'null' }])))
    expect(checkOpenaiStrict(wide(5_000))).toEqual([])
    expect(checkOpenaiStrict(wide(5_001))).toEqual([': 5001 parameters exceeds limit of 5000'])
  })

  test('are 1,000 values of enums, and 15,000 characters of a long one', () => {
    const members = (count: number, length: number) =>
      Array.from({ length: count }, (_, i) => String(i).padStart(length, 'x'))
    const choice = (count: number, length: number) => about({ type: 'string', enum: members(count, length) })
    expect(choice(1_000, 5)).toEqual([])
    expect(choice(1_001, 5)).toEqual([': 1001 enum values exceeds limit of 1000'])
    expect(choice(250, 100)).toEqual([])
    expect(choice(251, 100)).toEqual(['/properties/a: an enum of 251 strings has 25100 characters'])
  })

  test('are 120,000 characters of names and values', () => {
    const name = 'n'.repeat(60_000)
    expect(checkOpenaiStrict(object({ [name]: { type: 'string', const: 'c'.repeat(60_000) } }))).toEqual([])
    expect(checkOpenaiStrict(object({ [name]: { type: 'string', const: 'c'.repeat(60_001) } }))).toEqual([
      ': 120001 characters of names and values exceeds limit of 120000',
    ])
  })
})
