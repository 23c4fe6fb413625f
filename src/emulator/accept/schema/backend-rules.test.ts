import { describe, expect, test } from 'vitest'
import { object, string, testSchemaRules } from '../../../../test/emulator/schema-cases.ts'
import { checkSchema } from '../check-schema.ts'
import { backendRules } from './backend-rules.ts'

const docs = 'https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal'
const aboutFunctions = `Learn more: ${docs}/function-calling`
const refused = 'Unable to submit request because'
const advice = 'When using any_of, it must be the only field set.'
const notObject = `${refused} \`F\` functionDeclaration parameters schema should be of type OBJECT. ${aboutFunctions}`
const loop = (at: string) =>
  `ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at ${at}`
const vertex = { endpoint: 'vertex' } as const
const withDefs = (properties: object, defs: object) => ({ ...object(properties), defs })
const node = (required: readonly string[]) => ({ ...object({ next: { ref: '#/defs/Node' } }), required })

testSchemaRules(backendRules, {
  'parameters-not-object': [
    { ...vertex, place: 'parameters', schema: { type: 'STRING' }, said: notObject, accepted: object({ a: string }) },
  ],
  'ref-with-siblings': [
    {
      endpoint: 'cloud-code',
      place: 'parameters',
      schema: withDefs({ a: { ref: 'QuestionOption', ...object({ label: string }) } }, {}),
      said: "Schema.ref 'QuestionOption' was set alongside unsupported fields.  If a schema node has Schema.ref set, then only description and default can be set alongside it; other fields they would be replaced by the expanded reference.",
      accepted: withDefs({ a: { ref: '#/defs/A', description: 'd', default: 'a' } }, { A: string }),
    },
  ],
  'ref-undefined': [
    {
      ...vertex,
      place: 'parameters',
      schema: withDefs({ a: { ref: '#/defs/B' } }, { A: string }),
      said: "Schema.ref '#/defs/B' was not found in the defs of the root schema.",
      accepted: withDefs({ a: { ref: '#/defs/A' } }, { A: string }),
    },
  ],
  'ref-loop': [
    {
      ...vertex,
      place: 'parameters',
      schema: withDefs({ a: { ref: '#/defs/Node' } }, { Node: node(['next']) }),
      said: loop('parameters.defs.Node.next'),
      accepted: withDefs({ a: { ref: '#/defs/Node' } }, { Node: node([]) }),
    },
  ],
  'defs-below-root': [
    {
      ...vertex,
      schema: withDefs({ a: string }, { A: string }),
      said: 'Schema.defs is only allowed at the root of the schema, but was found at parameters.x.',
      accepted: object({ a: string }),
    },
  ],
  'additional-properties-invalid': [
    {
      ...vertex,
      schema: { ...object({ a: string }), additionalProperties: 'no' },
      said: 'Schema.additional_properties must be a boolean or a schema, but is neither at parameters.x.',
      accepted: { ...object({ a: string }), additionalProperties: false },
    },
  ],
  'any-of-with-siblings': [
    {
      ...vertex,
      schema: { anyOf: [string], description: 'd' },
      said: `${refused} \`F\` functionDeclaration \`parameters.x\` schema specified other fields alongside any_of. ${advice} ${aboutFunctions}`,
      accepted: { anyOf: [{ type: 'STRING', description: 'd' }] },
    },
    {
      ...vertex,
      place: 'response',
      schema: { anyOf: [string], nullable: true },
      said: `${refused} one or more response schemas specified other fields alongside any_of. ${advice}`,
      accepted: { anyOf: [{ type: 'STRING', nullable: true }] },
    },
    {
      schema: { anyOf: [string], title: 't' },
      said: `${refused} \`F\` functionDeclaration \`parameters.x\` schema specified other fields alongside any_of. ${advice} ${aboutFunctions}`,
      accepted: { anyOf: [string, { type: 'NULL' }], description: 'd', nullable: true },
    },
  ],
  'schema-type-missing': [
    {
      ...vertex,
      schema: object({ meta: object({ width: {} }) }),
      said: `${refused} \`F\` functionDeclaration \`parameters.x.meta.width\` schema didn't specify the schema type field. ${aboutFunctions}`,
      accepted: object({ meta: object({ width: { type: 'NUMBER' } }) }),
    },
    {
      ...vertex,
      place: 'response',
      schema: object({ a: {} }),
      said: `${refused} one or more response schemas didn't specify the schema type field. Learn more: ${docs}/control-generated-output`,
      accepted: object({ a: { anyOf: [string] } }),
    },
  ],
  'nesting-too-deep': [
    {
      place: 'parameters',
      nestingLimit: 1,
      schema: object({ a: object({ b: string }) }),
      said: "FunctionDeclaration 'F' in the request exceeds the maximum allowed nesting depth.",
      accepted: object({ a: string }),
    },
  ],
})

function sentence(schema: unknown, options: Partial<Parameters<typeof checkSchema>[1]> = {}) {
  const rejections = checkSchema(schema, { endpoint: 'vertex', place: 'parameters', functionName: 'F', ...options })
  expect(rejections.every(({ stage }) => stage === 'backend')).toBe(true)
  expect(rejections.length).toBeLessThan(2)
  return rejections[0]?.message
}

test.each([[null], [[null]]])('further properties of %j are not followed for loops', (additionalProperties) => {
  const schema = { type: 'OBJECT', properties: { a: { type: 'STRING' } }, defs: { A: { type: 'STRING' } } }
  expect(sentence({ ...schema, additionalProperties })).toContain('additional_properties must be')
})

const union = { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }], description: 'either' }

describe('anyOf beside other fields', () => {
  test('is refused in parameters', () => {
    expect(sentence({ type: 'OBJECT', properties: { x: union } })).toBe(
      `Unable to submit request because \`F\` functionDeclaration \`parameters.x\` schema specified other fields alongside any_of. When using any_of, it must be the only field set. Learn more: ${docs}/function-calling`,
    )
  })
  test('is refused in a response', () => {
    expect(sentence(union, { place: 'response' })).toBe(
      'Unable to submit request because one or more response schemas specified other fields alongside any_of. When using any_of, it must be the only field set.',
    )
  })
  test('is refused on AI Studio and Cloud Code by a strict reading only', () => {
    for (const endpoint of ['ai-studio', 'cloud-code'] as const) {
      const titled = { ...union, title: 't' }
      expect(sentence(titled, { endpoint, place: 'response' })).toBeDefined()
      expect(sentence(titled, { endpoint, place: 'response', strict: false })).toBeUndefined()
    }
  })
  test('is taken by AI Studio if it is a description or nullable, and by Cloud Code if it is read leniently', () => {
    const nullable = { ...union, nullable: true }
    expect(sentence(nullable, { endpoint: 'ai-studio', place: 'response' })).toBeUndefined()
    expect(sentence(nullable, { endpoint: 'cloud-code', place: 'response' })).toBeDefined()
    expect(sentence(nullable, { endpoint: 'cloud-code', place: 'response', strict: false })).toBeUndefined()
  })
  test.each([
    { type: 'STRING' },
    { nullable: true },
    { title: 't' },
    { default: null },
    { minimum: 0 },
    { enum: ['a'], type: 'STRING' },
  ])('counts %j', (sibling) => {
    expect(sentence({ anyOf: [{ type: 'STRING' }], ...sibling }, { place: 'response' })).toBeDefined()
  })
  test.each([{ nullable: false }, { title: '' }, { required: [] }, { type: null }, { min_items: 0 }])(
    'does not count %j, which proto3 does not tell from unset',
    (sibling) => {
      expect(sentence({ anyOf: [{ type: 'STRING' }], ...sibling }, { place: 'response' })).toBeUndefined()
    },
  )
})

describe('a missing type', () => {
  test('is refused with the dotted path of the property', () => {
    for (const endpoint of ['vertex', 'cloud-code'] as const) {
      expect(sentence(object({ data: object({ meta: object({ width: {} }) }) }), { endpoint })).toBe(
        `Unable to submit request because \`F\` functionDeclaration \`parameters.data.meta.width\` schema didn't specify the schema type field. Learn more: ${docs}/function-calling`,
      )
    }
  })
  test('is refused in a response', () => {
    expect(sentence(object({ a: { description: 'd' } }), { place: 'response' })).toBe(
      `Unable to submit request because one or more response schemas didn't specify the schema type field. Learn more: ${docs}/control-generated-output`,
    )
  })
  test('is fine where anyOf or ref stands for it', () => {
    const schema = object({ a: { anyOf: [{ type: 'STRING' }] }, b: { ref: '#/defs/A' } })
    expect(sentence({ ...schema, defs: { A: { type: 'STRING' } } })).toBeUndefined()
  })
  test('is fine as `items: {}` on Cloud Code, where it was probed', () => {
    const schema = object({ a: { type: 'ARRAY', items: {} } })
    expect(sentence(schema, { endpoint: 'cloud-code' })).toBeUndefined()
    expect(sentence(schema, { endpoint: 'vertex' })).toContain('`parameters.a.items`')
  })
})

describe('parameters that are no object', () => {
  test.each([[{ type: 'STRING' }], [{}], [{ anyOf: [{ type: 'OBJECT', properties: { a: { type: 'STRING' } } }] }]])(
    'are refused: %j',
    (schema) => {
      expect(sentence(schema)).toBe(
        `Unable to submit request because \`F\` functionDeclaration parameters schema should be of type OBJECT. Learn more: ${docs}/function-calling`,
      )
    },
  )
  test('are refused by every endpoint when read strictly; a response may be of any type', () => {
    for (const endpoint of ['ai-studio', 'vertex', 'cloud-code'] as const) {
      expect(sentence({ type: 'STRING' }, { endpoint })).toContain('should be of type OBJECT')
      expect(sentence({ type: 'STRING' }, { endpoint, place: 'response' })).toBeUndefined()
    }
  })
})

describe('ref beside other fields', () => {
  test('is refused, with two spaces between the sentences', () => {
    const items = { ref: 'QuestionOption', type: 'object', properties: {}, required: ['label'] }
    expect(sentence({ type: 'array', items }, { place: 'response', endpoint: 'cloud-code' })).toBe(
      "Schema.ref 'QuestionOption' was set alongside unsupported fields.  If a schema node has Schema.ref set, then only description and default can be set alongside it; other fields they would be replaced by the expanded reference.",
    )
  })
  test('takes description and default', () => {
    const items = { ref: '#/defs/A', description: 'd', default: {} }
    const defs = { A: { type: 'STRING' } }
    expect(sentence({ type: 'ARRAY', items, defs }, { place: 'response' })).toBeUndefined()
  })
  test('is no loop of required fields', () => {
    const tree = (required: string[], children: object) => ({
      type: 'OBJECT',
      properties: { node: { ref: '#/defs/Node' } },
      defs: { Node: { type: 'OBJECT', properties: { children }, required } },
    })
    const list = { type: 'ARRAY', items: { ref: '#/defs/Node' } }
    expect(sentence(tree(['children'], list))).toBeUndefined()
    expect(sentence(tree([], { ref: '#/defs/Node' }))).toBeUndefined()
    expect(sentence(tree(['children'], { ...list, minItems: '1' }))).toBe(
      'ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at parameters.defs.Node.children.items',
    )
    expect(sentence(tree(['children'], { ref: '#/defs/Node' }), { strict: false })).toBeUndefined()
  })
})

describe('definitions', () => {
  const text = { type: 'STRING' }
  const object = (properties: object, defs: object) => ({ type: 'OBJECT', properties, defs })
  test('are referred to by their full path', () => {
    expect(sentence(object({ a: { ref: '#/defs/A' } }, { A: text }))).toBeUndefined()
    for (const ref of ['A', '#/$defs/A', '#/defs/B', '#/defs/A/items']) {
      expect(sentence(object({ a: { ref } }, { A: text }))).toBe(
        `Schema.ref '${ref}' was not found in the defs of the root schema.`,
      )
    }
  })
  test('stand at the root only', () => {
    expect(sentence(object({ a: object({ b: text }, { A: text }) }, {}))).toBe(
      'Schema.defs is only allowed at the root of the schema, but was found at parameters.a.',
    )
  })
})

describe('additionalProperties', () => {
  const record = (additionalProperties: unknown) => ({
    type: 'OBJECT',
    properties: { a: { type: 'OBJECT', additionalProperties } },
  })
  test.each([[true], [false], [{ type: 'STRING' }], [{ type: 'OBJECT', additionalProperties: { type: 'NUMBER' } }]])(
    'may be %j',
    (value) => {
      expect(sentence(record(value))).toBeUndefined()
    },
  )
  test.each([['yes'], [1], [null], [[]], [{ type: 'string', const: 'a' }], [{ type: 'text' }]])(
    'may not be %j',
    (value) => {
      expect(sentence(record(value))).toBe(
        'Schema.additional_properties must be a boolean or a schema, but is neither at parameters.a.',
      )
    },
  )
  test('holds a schema that is checked like any other', () => {
    expect(sentence(record({ description: 'any' }))).toContain(
      "`parameters.a.additional_properties` schema didn't specify the schema type field",
    )
  })
})

describe('nesting', () => {
  const deep = {
    type: 'ARRAY',
    items: { type: 'OBJECT', properties: { a: { type: 'ARRAY', items: { type: 'STRING' } } } },
  }
  test('is checked only by a limit that the caller sets', () => {
    expect(sentence(deep, { place: 'response' })).toBeUndefined()
    expect(sentence(deep, { place: 'response', nestingLimit: 3 })).toBeUndefined()
    expect(sentence(deep, { place: 'response', nestingLimit: 2 })).toBe(
      'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.',
    )
  })
  test('names the function', () => {
    const parameters = { type: 'OBJECT', properties: { deep } }
    expect(sentence(parameters, { nestingLimit: 3, endpoint: 'ai-studio' })).toBe(
      "FunctionDeclaration 'F' in the request exceeds the maximum allowed nesting depth.",
    )
  })
})
