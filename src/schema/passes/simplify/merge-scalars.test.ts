import { expect, test } from 'vitest'
import { compileSchema } from '../../compile.ts'

/** What Gemini is told about a property. */
function fitted(property: object): unknown {
  const { schema } = compileSchema({ type: 'object', properties: { value: property } }, { to: 'gemini' })
  return (schema['properties'] as Record<string, unknown>)['value']
}

function compiled(property: object) {
  return compileSchema({ type: 'object', properties: { value: property } }, { to: 'gemini' })
}

test('lets text be empty beside empty text', () => {
  const expected = { type: 'STRING', description: 'Format: uri, or empty.' }
  expect(fitted({ anyOf: [{ type: 'string', format: 'uri' }, { const: '' }] })).toEqual(expected)
  expect(
    fitted({
      anyOf: [
        { type: 'string', enum: [''] },
        { type: 'string', format: 'uri' },
      ],
    }),
  ).toEqual(expected)
  expect(
    fitted({
      anyOf: [
        { type: 'string', format: 'uri' },
        { type: 'string', maxLength: 0 },
      ],
    }),
  ).toEqual(expected)
})

test('keeps the pattern and the length of text that may be empty', () => {
  expect(fitted({ anyOf: [{ type: 'string', pattern: '^a', maxLength: 9 }, { const: '' }] })).toEqual({
    type: 'STRING',
    pattern: '^$|^a',
    maxLength: '9',
  })
  expect(fitted({ anyOf: [{ type: 'string', minLength: 3 }, { const: '' }] })).toEqual({
    type: 'STRING',
    description: 'Empty, or at least 3 characters.',
  })
})

test('forbids empty text that fits two branches of a oneOf', () => {
  const { schema, check } = compiled({ oneOf: [{ type: 'string', maxLength: 5 }, { const: '' }] })
  expect(schema['properties']).toEqual({ value: { type: 'STRING', minLength: '1', maxLength: '5' } })
  expect(check({ value: '' })).toHaveLength(1)
})

test('keeps a string beside a boolean or a number', () => {
  expect(fitted({ anyOf: [{ type: 'string' }, { const: false }] })).toEqual({
    anyOf: [{ type: 'STRING' }, { type: 'BOOLEAN', description: 'Must be false.' }],
  })
  expect(fitted({ anyOf: [{ const: 0 }, { type: 'string', pattern: '^[0-9]+s$' }] })).toEqual({
    anyOf: [
      { type: 'INTEGER', minimum: 0, maximum: 0 },
      { type: 'STRING', pattern: '^[0-9]+s$' },
    ],
  })
  expect(fitted({ anyOf: [{ type: 'string' }, { enum: ['auto', 1, 5] }] })).toEqual({
    anyOf: [
      { type: 'STRING' },
      { type: 'STRING', enum: ['auto'] },
      { type: 'INTEGER', minimum: 1, maximum: 5, description: 'Must be 1 or 5.' },
    ],
  })
})

test('lets a number be a value beside its range', () => {
  expect(fitted({ anyOf: [{ type: 'integer', minimum: 1, maximum: 100 }, { const: -1 }] })).toEqual({
    type: 'INTEGER',
    minimum: -1,
    maximum: 100,
    description: '1 to 100 and whole, or -1.',
  })
})

test('makes constants of one type one list that says what each means', () => {
  const levels = [
    { const: 'low', title: 'Low', description: 'Not urgent.' },
    { const: 'high', title: 'Top', description: 'Answer today.' },
  ]
  expect(fitted({ description: 'How urgent it is', oneOf: levels })).toEqual({
    type: 'STRING',
    enum: ['low', 'high'],
    description: 'How urgent it is. low: Not urgent; high (Top): Answer today.',
  })
  expect(
    fitted({
      oneOf: [
        { const: 1, title: 'Monday' },
        { const: 2, title: 'Tuesday' },
      ],
    }),
  ).toEqual({
    type: 'INTEGER',
    minimum: 1,
    maximum: 2,
    description: '1: Monday; 2: Tuesday.',
  })
})

test('makes no list of constants that exclude each other', () => {
  expect(fitted({ oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] })).toMatchObject({
    anyOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }],
  })
})

test('decodes a number that earlier encodings sent as text, where no text is meant', () => {
  const { decode } = compiled({ anyOf: [{ const: 0 }, { type: 'string', pattern: '^[0-9]+s$' }] })
  expect(decode({ value: '0' })).toEqual({ value: 0 })
  expect(decode({ value: '10s' })).toEqual({ value: '10s' })
  expect(compiled({ anyOf: [{ type: 'string' }, { const: 0 }] }).decode({ value: '0' })).toEqual({ value: '0' })
})

test('says formats that the dialect does not take in one sentence, and of one text', () => {
  const ips = [
    { type: 'string', format: 'ipv4' },
    { type: 'string', format: 'ipv6' },
  ]
  expect(fitted({ anyOf: ips })).toEqual({ type: 'STRING', description: 'Format: ipv4 or ipv6.' })
  expect(fitted({ anyOf: [...ips, { type: 'integer' }] })).toEqual({
    anyOf: [{ type: 'STRING', description: 'Format: ipv4 or ipv6.' }, { type: 'INTEGER' }],
  })
  expect(fitted({ anyOf: [ips[0]!, { ...ips[1]!, description: 'With zone.' }] })).toMatchObject({
    anyOf: [{ type: 'STRING' }, { type: 'STRING' }],
  })
})

test('reports a list whose values are listed by type', () => {
  const source = { anyOf: [{ enum: [true, false, 'auto'] }, { type: 'array', items: { type: 'string' } }] }
  const { schema, changes } = compileSchema(source, { to: 'openai-strict', root: 'any' })
  expect(JSON.stringify(schema)).toContain('{"type":"boolean","enum":[true,false]},{"type":"string","enum":["auto"]}')
  expect(changes).toContainEqual(expect.objectContaining({ at: '/anyOf/0', keyword: 'enum', effect: 'rewritten' }))
})
