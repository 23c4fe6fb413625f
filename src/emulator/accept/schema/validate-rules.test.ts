import { describe, expect, test } from 'vitest'
import { object, string, testSchemaRules } from '../../../../test/emulator/schema-cases.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { checkSchema } from '../check-schema.ts'
import { validateRules } from './validate-rules.ts'

const x = 'GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[x]'
const line = (field: string, text: string) => `* ${x}.${field}: ${text}\n`
const onlyObjects = 'only allowed for OBJECT type'
const onlyStrings = 'only allowed for STRING type'
const undefinedName = 'property is not defined'

testSchemaRules(validateRules, {
  'type-missing': [
    { schema: { description: 'any' }, said: line('type', 'must be specified'), accepted: string },
    {
      place: 'response',
      schema: object({ occupation: {} }),
      said: '* GenerateContentRequest.generation_config.response_schema.properties[occupation].type: must be specified\n',
      accepted: object({ occupation: { anyOf: [string] } }),
    },
  ],
  'string-format-unknown': [
    {
      schema: { type: 'STRING', format: 'uri' },
      said: line('format', "only 'enum' and 'date-time' are supported for STRING type"),
      accepted: { type: 'STRING', format: 'date-time' },
    },
  ],
  'number-format-unknown': [
    {
      schema: { type: 'NUMBER', format: 'int32' },
      said: line('format', "only 'float' and 'double' are supported for NUMBER type"),
      accepted: { type: 'NUMBER', format: 'double' },
    },
    {
      schema: { type: 'INTEGER', format: 'double' },
      said: line('format', "only 'int32' and 'int64' are supported for INTEGER type"),
      accepted: { type: 'INTEGER', format: 'int64' },
    },
  ],
  'enum-on-non-string': [
    {
      schema: { type: 'NUMBER', enum: ['1'] },
      said: line('enum', onlyStrings),
      accepted: { type: 'STRING', enum: ['1'] },
    },
    {
      schema: { anyOf: [{ enum: ['a'] }] },
      said: line('any_of[0].enum', onlyStrings),
      accepted: { anyOf: [{ type: 'STRING', enum: ['a'] }] },
    },
  ],
  'enum-on-integer': [
    {
      endpoint: 'cloud-code',
      schema: { type: 'INTEGER', enum: ['60'] },
      said: line('enum', onlyStrings),
      accepted: { type: 'STRING', enum: ['60'] },
    },
  ],
  'enum-member-empty': [
    {
      schema: { type: 'STRING', enum: ['', 'index', ''] },
      said: line('enum[0]', 'cannot be empty') + line('enum[2]', 'cannot be empty'),
      accepted: { type: 'STRING', enum: [' ', 'index'] },
    },
  ],
  'enum-format-without-enum': [
    {
      endpoint: 'vertex',
      schema: { type: 'STRING', format: 'enum', enum: [] },
      said: line('enum', 'should be non-empty for STRING type with enum format'),
      accepted: { type: 'STRING', format: 'enum', enum: ['a'] },
    },
  ],
  'items-missing': [
    { schema: { type: 'ARRAY' }, said: line('items', 'missing field.'), accepted: { type: 'ARRAY', items: string } },
    {
      endpoint: 'cloud-code',
      schema: { anyOf: [{ type: 'ARRAY' }] },
      said: line('any_of[0].items', 'missing field.'),
      accepted: { type: 'ARRAY', items: {} },
    },
  ],
  'items-on-non-array': [
    {
      schema: { items: string },
      said: line('items', 'field predicate failed: $type == Type.ARRAY'),
      accepted: { type: 'ARRAY', items: string },
    },
  ],
  'properties-on-non-object': [
    { schema: { properties: { a: string } }, said: line('properties', onlyObjects), accepted: object({ a: string }) },
  ],
  'properties-empty': [
    {
      model: 'gemini-2.0-flash',
      schema: object({}),
      said: line('properties', 'should be non-empty for OBJECT type'),
      accepted: object({ a: string }),
    },
  ],
  'property-key-empty': [
    {
      endpoint: 'cloud-code',
      schema: object({ '': string }),
      said: line('properties[]', 'key cannot be empty'),
      accepted: object({ ' ': string }),
    },
  ],
  'required-on-non-object': [
    {
      schema: { type: 'STRING', required: ['a'] },
      said: line('required', onlyObjects),
      accepted: { ...object({ a: string }), required: ['a'] },
    },
  ],
  'required-undefined': [
    {
      schema: { ...object({ b: string }), required: ['a', 'b', 'c'] },
      said: line('required[0]', undefinedName) + line('required[2]', undefinedName),
      accepted: { ...object({ b: string }), required: ['b'] },
    },
  ],
  'property-ordering-on-non-object': [
    {
      schema: { type: 'STRING', propertyOrdering: ['a'] },
      said: line('property_ordering', onlyObjects),
      accepted: { ...object({ a: string }), propertyOrdering: ['a'] },
    },
  ],
  'property-ordering-undefined': [
    {
      schema: { ...object({ a: string }), propertyOrdering: ['a', 'b'] },
      said: line('property_ordering[1]', undefinedName),
      accepted: { ...object({ a: string, b: string }), propertyOrdering: ['a'] },
    },
  ],
})

const root = 'GenerateContentRequest.tools[0].function_declarations[0].parameters'

/** What the validator says of a property `x`, without the path in front of it. */
function linesOf(schema: unknown, endpoint: Endpoint = 'ai-studio', strict = true): string[] {
  const parameters = { type: 'OBJECT', properties: { x: schema } }
  return checkSchema(parameters, { endpoint, place: 'parameters', strict })
    .filter(({ stage }) => stage === 'validate')
    .map(({ message }) => message.replace(`* ${root}.properties[x].`, ''))
}

const some = { a: { type: 'STRING' } }

describe('the validator', () => {
  test.each([
    [{ type: 'ARRAY' }, ['items: missing field.']],
    [
      { type: 'OBJECT', items: { type: 'STRING' }, properties: some },
      ['items: field predicate failed: $type == Type.ARRAY'],
    ],
    [{ items: { type: 'STRING' } }, ['items: field predicate failed: $type == Type.ARRAY']],
    [{ type: 'STRING', properties: some }, ['properties: only allowed for OBJECT type']],
    [
      { properties: some, required: ['a'], propertyOrdering: ['a'] },
      [
        'properties: only allowed for OBJECT type',
        'required: only allowed for OBJECT type',
        'property_ordering: only allowed for OBJECT type',
      ],
    ],
    [
      { type: 'OBJECT', properties: some, required: ['b', 'a', 'c'] },
      ['required[0]: property is not defined', 'required[2]: property is not defined'],
    ],
    [
      { type: 'OBJECT', properties: some, propertyOrdering: ['a', 'b'] },
      ['property_ordering[1]: property is not defined'],
    ],
    [{ type: 'OBJECT', properties: {} }, ['properties: should be non-empty for OBJECT type']],
    [{ type: 'OBJECT' }, ['properties: should be non-empty for OBJECT type']],
    [{ type: 'INTEGER', enum: ['1'] }, ['enum: only allowed for STRING type']],
    [{ type: 'BOOLEAN', enum: ['true'] }, ['enum: only allowed for STRING type']],
    [{ enum: ['a'] }, ['enum: only allowed for STRING type']],
    [{ type: 'STRING', enum: ['', 'a', ''] }, ['enum[0]: cannot be empty', 'enum[2]: cannot be empty']],
    [{ type: 'STRING', format: 'enum' }, ['enum: should be non-empty for STRING type with enum format']],
    [{ type: 'STRING', format: 'uri' }, ["format: only 'enum' and 'date-time' are supported for STRING type"]],
    [{ type: 'NUMBER', format: 'int32' }, ["format: only 'float' and 'double' are supported for NUMBER type"]],
    [{ type: 'INTEGER', format: 'float' }, ["format: only 'int32' and 'int64' are supported for INTEGER type"]],
    [{ description: 'no type' }, ['type: must be specified']],
    [{ type: 'TYPE_UNSPECIFIED' }, ['type: must be specified']],
    [{ type: 'OBJECT', properties: { '': { type: 'STRING' } } }, ['properties[]: key cannot be empty']],
    [
      { anyOf: [{ enum: ['a'] }, { type: 'ARRAY' }] },
      ['any_of[0].enum: only allowed for STRING type', 'any_of[1].items: missing field.'],
    ],
    [{ type: 'ARRAY', items: { type: 'ARRAY', items: { type: 'ARRAY' } } }, ['items.items.items: missing field.']],
  ])('says of %j what Google says', (schema, lines) => {
    expect(linesOf(schema)).toEqual(lines)
  })

  test.each([
    [{ type: 'STRING', format: 'date-time' }],
    [{ type: 'STRING', format: 'enum', enum: ['a'] }],
    [{ type: 'NUMBER', format: 'double' }],
    [{ type: 'INTEGER', format: 'int64', minimum: 0 }],
    [{ type: 'NULL', nullable: true }],
    [{ anyOf: [{ type: 'STRING' }, { type: 'NULL' }] }],
    [{ type: 'ARRAY', items: { type: 'STRING' }, minItems: '1' }],
    [{ type: 'STRING', enum: [], required: [] }],
  ])('accepts %j', (schema) => {
    for (const endpoint of ['ai-studio', 'vertex', 'cloud-code'] as const) expect(linesOf(schema, endpoint)).toEqual([])
  })

  test('prints a line for each violation, with the keys of maps unquoted in brackets', () => {
    const schema = {
      type: 'OBJECT',
      properties: { edits: { type: 'ARRAY', items: { type: 'OBJECT', properties: some, required: ['a', 'b'] } } },
      required: ['gone'],
    }
    const rejections = checkSchema(schema, { endpoint: 'ai-studio', place: 'parameters' })
    expect(rejections).toEqual([
      { stage: 'validate', rule: 'required-undefined', message: `* ${root}.required[0]: property is not defined` },
      {
        stage: 'validate',
        rule: 'required-undefined',
        message: `* ${root}.properties[edits].items.required[1]: property is not defined`,
      },
    ])
  })

  test('refuses an empty root like an empty nested object', () => {
    expect(checkSchema({ type: 'OBJECT', properties: {} }, { endpoint: 'ai-studio', place: 'response' })).toEqual([
      {
        stage: 'validate',
        rule: 'properties-empty',
        message:
          '* GenerateContentRequest.generation_config.response_schema.properties: should be non-empty for OBJECT type',
      },
    ])
  })

  test('looks into the definitions of Vertex', () => {
    const schema = { type: 'OBJECT', properties: { a: { ref: '#/defs/A' } }, defs: { A: { type: 'ARRAY' } } }
    expect(checkSchema(schema, { endpoint: 'vertex', place: 'parameters' }).map(({ message }) => message)).toEqual([
      `* ${root}.defs[A].items: missing field.`,
    ])
  })

  test('has nothing against an object of free properties where the field for it exists', () => {
    expect(linesOf({ type: 'OBJECT', additionalProperties: { type: 'STRING' } }, 'vertex')).toEqual([])
  })
})

describe('a lenient reading', () => {
  test.each([
    [{ type: 'STRING', format: 'uri' }],
    [{ type: 'NUMBER', format: 'int32' }],
    [{ type: 'OBJECT', properties: {} }],
    [{ description: 'no type' }],
    [{ type: 'INTEGER', enum: ['60'] }],
  ])('takes the doubtful %j on AI Studio', (schema) => {
    expect(linesOf(schema, 'ai-studio', false)).toEqual([])
  })
  test.each([
    [{ type: 'ARRAY' }],
    [{ type: 'STRING', properties: some }],
    [{ type: 'OBJECT', properties: some, required: ['b'] }],
    [{ type: 'BOOLEAN', enum: ['true'] }],
    [{ type: 'STRING', enum: [''] }],
  ])('still refuses the recorded %j on AI Studio and Cloud Code', (schema) => {
    expect(linesOf(schema, 'ai-studio', false)).toHaveLength(1)
    expect(linesOf(schema, 'cloud-code', false)).toHaveLength(1)
  })
})
