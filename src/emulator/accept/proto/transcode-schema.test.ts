import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../api/endpoint.ts'
import { checkSchema } from '../check-schema.ts'
import { parseRequest } from '../parse-request.ts'
import type { SchemaPlace } from '../schema/backend-rules.ts'

const at = 'tools[0].function_declarations[0].parameters'

function errorsOf(schema: unknown, endpoint: Endpoint = 'ai-studio', place: SchemaPlace = 'parameters', strict = true) {
  return checkSchema(schema, { endpoint, place, strict }).filter(({ stage }) => stage === 'parse')
}

function messagesOf(schema: unknown, endpoint?: Endpoint, place?: SchemaPlace, strict?: boolean) {
  return errorsOf(schema, endpoint, place, strict).map(({ message }) => message)
}

function withFourth(schema: unknown) {
  return { type: 'OBJECT', properties: { a: {}, b: {}, c: {}, d: schema } }
}

describe('unknown names', () => {
  test('are refused with the location of the schema that holds them', () => {
    expect(errorsOf(withFourth({ const: 'x' }))).toEqual([
      {
        stage: 'parse',
        rule: 'unknown-field',
        message: `Invalid JSON payload received. Unknown name "const" at '${at}.properties[3].value': Cannot find field.`,
        field: `${at}.properties[3].value`,
      },
    ])
  })
  test.each(
    '$schema $id $ref $defs $anchor definitions const examples exclusiveMinimum exclusiveMaximum multipleOf uniqueItems patternProperties propertyNames dependentRequired contains not if then else prefixItems deprecated readOnly writeOnly contentEncoding x-foo MINIMUM min_Length __proto__ constructor'.split(
      ' ',
    ),
  )('refuse %s on every endpoint', (name) => {
    const schema = JSON.parse(`{"type":"STRING",${JSON.stringify(name)}:{"type":["a"],"zzz":1}}`)
    for (const endpoint of ['ai-studio', 'vertex'] as const) {
      expect(messagesOf(schema, endpoint)).toEqual([
        `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`,
      ])
    }
  })
  test('are echoed as the client spells them', () => {
    expect(messagesOf({ additional_properties: false, additionalProperties: false })).toEqual([
      `Invalid JSON payload received. Unknown name "additional_properties" at '${at}': Cannot find field.`,
      `Invalid JSON payload received. Unknown name "additionalProperties" at '${at}': Cannot find field.`,
    ])
  })
  test.each(['additionalProperties', 'additional_properties', 'ref', 'defs', 'allOf', 'one_of'])(
    'include %s on AI Studio, not on Vertex and Cloud Code',
    (name) => {
      const value = name === 'ref' ? '#/defs/A' : name === 'defs' ? { A: { type: 'STRING' } } : []
      expect(messagesOf({ [name]: value })).toEqual([
        `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`,
      ])
      expect(messagesOf({ [name]: value }, 'vertex')).toEqual([])
      expect(messagesOf({ [name]: value }, 'cloud-code')).toEqual([])
    },
  )
  test('allOf and oneOf are doubtful on AI Studio: a lenient reading takes them', () => {
    expect(messagesOf({ allOf: [{}], one_of: [{}] }, 'ai-studio', 'parameters', false)).toEqual([])
  })
  test('a field without a name has a text of its own', () => {
    expect(messagesOf({ '': 1 })).toEqual([
      `Invalid JSON payload received. Unknown name "" at '${at}': Proto fields must have a name.`,
    ])
  })
})

test('every field is taken under its JSON name and its proto name', () => {
  const schema = {
    type: 'object',
    format: 'x',
    title: 't',
    description: 'd',
    nullable: true,
    enum: ['a'],
    items: {},
    maxItems: '1',
    max_items: 1,
    minItems: '1',
    min_items: 1,
    properties: { a: {} },
    required: ['a'],
    minProperties: 1,
    min_properties: 1,
    maxProperties: 1,
    max_properties: 1,
    minimum: 1.5,
    maximum: '2.5',
    minLength: 1,
    min_length: 1,
    maxLength: 1,
    max_length: 1,
    pattern: '.',
    example: [{ anything: [null] }],
    anyOf: [{}],
    any_of: [{}],
    propertyOrdering: ['a'],
    property_ordering: ['a'],
    default: null,
  }
  for (const endpoint of ['ai-studio', 'vertex', 'cloud-code'] as const)
    expect(messagesOf(schema, endpoint)).toEqual([])
})

describe('a list for a singular field', () => {
  test.each(['type', 'items', 'description', 'nullable', 'minLength', 'minimum'])('is refused: %s', (name) => {
    expect(errorsOf({ [name]: [{ bad: 1 }] })).toEqual([
      {
        stage: 'parse',
        rule: 'list-for-singular',
        message: `Invalid JSON payload received. Unknown name "${name}" at '${at}': Proto field is not repeating, cannot start list.`,
        field: at,
      },
    ])
  })
  test('is refused for the schema itself', () => {
    expect(messagesOf([{}])).toEqual([
      `Invalid JSON payload received. Unknown name "parameters" at 'tools[0].function_declarations[0]': Proto field is not repeating, cannot start list.`,
    ])
    expect(messagesOf([{}], 'cloud-code', 'response')).toEqual([
      `Invalid JSON payload received. Unknown name "responseSchema" at 'request.generation_config': Proto field is not repeating, cannot start list.`,
    ])
  })
})

describe('a wrong scalar', () => {
  test.each([
    [{ pattern: 5 }, 'pattern', 'TYPE_STRING', '5'],
    [{ description: true }, 'description', 'TYPE_STRING', 'true'],
    [{ minLength: 1.5 }, 'min_length', 'TYPE_INT64', '1.5'],
    [{ max_items: '1e3' }, 'max_items', 'TYPE_INT64', '"1e3"'],
    [{ minItems: 2 ** 63 }, 'min_items', 'TYPE_INT64', '9223372036854776000'],
    [{ minimum: 'abc' }, 'minimum', 'TYPE_DOUBLE', '"abc"'],
    [{ nullable: 1 }, 'nullable', 'TYPE_BOOL', '1'],
    [{ required: true }, 'required', 'TYPE_STRING', 'true'],
    [{ required: ['a', 5] }, 'required[1]', 'TYPE_STRING', '5'],
    [{ enum: 5 }, 'enum', 'TYPE_STRING', '5'],
    [{ propertyOrdering: [5] }, 'property_ordering[0]', 'TYPE_STRING', '5'],
  ])('%j is refused', (schema, field, type, shown) => {
    expect(errorsOf(schema)).toEqual([
      {
        stage: 'parse',
        rule: 'scalar-invalid',
        message: `Invalid value at '${at}.${field}' (${type}), ${shown}`,
        field: `${at}.${field}`,
      },
    ])
  })
  test('null in a list is refused by a strict reading only', () => {
    expect(messagesOf({ enum: ['a', null] })).toEqual([`Invalid value at '${at}.enum[1]' (TYPE_STRING), null`])
    expect(messagesOf({ enum: ['a', null], anyOf: [null] }, 'ai-studio', 'parameters', false)).toEqual([])
  })
})

describe('a type that the enum does not have', () => {
  test.each([
    [
      'ai-studio',
      `Invalid value at '${at}.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), "enum"`,
    ],
    ['vertex', `Invalid value at '${at}.type' (type.googleapis.com/google.cloud.aiplatform.v1.Type), "enum"`],
    [
      'cloud-code',
      `Invalid value at 'request.${at}.type' (type.googleapis.com/google.cloud.aiplatform.master.Type), "enum"`,
    ],
  ] as const)('is named with the package of %s', (endpoint, message) => {
    expect(messagesOf({ type: 'enum' }, endpoint)).toEqual([message])
  })
})

describe('a scalar for a message', () => {
  const name = 'type.googleapis.com/google.ai.generativelanguage.v1beta.Schema'
  test.each([
    [{ properties: { a: true } }, `${at}.properties[0].value`, name, 'true'],
    [{ items: true }, `${at}.items`, name, 'true'],
    [{ anyOf: 'x' }, `${at}.any_of`, name, '"x"'],
    [{ anyOf: [{}, false] }, `${at}.any_of[1]`, name, 'false'],
    [{ properties: 'x' }, `${at}.properties`, `${name}.PropertiesEntry`, '"x"'],
    ['x', at, name, '"x"'],
    [false, at, name, 'false'],
  ])('%j is refused', (schema, field, type, shown) => {
    const message = `Invalid value at '${field}' (${type}), ${shown}`
    expect(errorsOf(schema)).toEqual([{ stage: 'parse', rule: 'scalar-for-message', message, field }])
  })
})

describe('an object for a scalar', () => {
  test('is refused with the holding schema as location and the proto name of the field', () => {
    expect(errorsOf({ properties: { a: {}, b: { description: { en: 'x' } } } })).toEqual([
      {
        stage: 'parse',
        rule: 'object-for-scalar',
        message: `Invalid value at '${at}.properties[1].value' (description), Starting an object on a scalar field`,
        field: `${at}.properties[1].value`,
      },
    ])
  })
  test.each([
    [{ minLength: {} }, 'min_length'],
    [{ type: {} }, 'type'],
    [{ enum: {} }, 'enum'],
    [{ required: ['a', {}] }, 'required'],
  ])('%j is refused', (schema, field) => {
    expect(messagesOf(schema)).toEqual([`Invalid value at '${at}' (${field}), Starting an object on a scalar field`])
  })
})

describe('lists and maps', () => {
  test('a list is no map', () => {
    expect(messagesOf({ type: 'object', properties: [] })).toEqual([
      `Invalid value at '${at}' (Map), Cannot bind a list to map for field 'properties'.`,
    ])
  })
  test('a list is no value of a map', () => {
    expect(messagesOf({ properties: { a: [{ zzz: 1 }] } })).toEqual([
      `Invalid value at '${at}.properties[0].value' (Map), Cannot have repeated items ('a') within a map.`,
    ])
  })
  test('a list in a list has no name', () => {
    expect(messagesOf({ anyOf: [[{}]], enum: [['a']] })).toEqual([
      `Invalid JSON payload received. Unknown name "" at '${at}.any_of[0]': Proto fields must have a name.`,
      `Invalid JSON payload received. Unknown name "" at '${at}.enum[0]': Proto fields must have a name.`,
    ])
  })
  test('a lone value stands for a list of one, and locations below it have no index', () => {
    expect(messagesOf({ enum: 'x', required: 'x', anyOf: { const: 1 } })).toEqual([
      `Invalid JSON payload received. Unknown name "const" at '${at}.any_of': Cannot find field.`,
    ])
  })
})

describe('null', () => {
  test('unsets any field but a Value', () => {
    const schema = { type: null, properties: null, items: null, enum: null, minLength: null, default: null }
    const declaration = { name: 'f', parameters: schema }
    const text = JSON.stringify({ tools: [{ functionDeclarations: [declaration] }] })
    const { message } = parseRequest(text, 'GenerateContentRequest', { endpoint: 'ai-studio' })
    expect(message?.tools?.[0]?.functionDeclarations?.[0]?.parameters).toEqual({ default: null })
  })
  test('is an empty schema as the value of a property', () => {
    expect(messagesOf({ type: 'OBJECT', properties: { a: null } })).toEqual([])
  })
  test('and undefined mean that there is no schema', () => {
    expect(messagesOf(null)).toEqual([])
    expect(messagesOf(undefined)).toEqual([])
  })
})

test('values are read as JSON.stringify writes them', () => {
  expect(
    messagesOf({ minimum: Number.NaN, minLength: Number.POSITIVE_INFINITY, const: undefined, title: () => 1 }),
  ).toEqual([])
  expect(messagesOf({ enum: [undefined] })).toEqual([`Invalid value at '${at}.enum[0]' (TYPE_STRING), null`])
  expect(messagesOf({ properties: { gone: undefined, a: { const: 1 } } })).toEqual([
    `Invalid JSON payload received. Unknown name "const" at '${at}.properties[0].value': Cannot find field.`,
  ])
})

test('all errors are reported, in document order, and positions count the keys of the document', () => {
  const schema = {
    zzz: 1,
    properties: { b: { const: 1 }, a: { type: ['string', 'null'] }, c: { enum: [1, 2] } },
    type: 'obj',
  }
  expect(messagesOf(schema, 'cloud-code')).toEqual([
    `Invalid JSON payload received. Unknown name "zzz" at 'request.${at}': Cannot find field.`,
    `Invalid JSON payload received. Unknown name "const" at 'request.${at}.properties[0].value': Cannot find field.`,
    `Invalid JSON payload received. Unknown name "type" at 'request.${at}.properties[1].value': Proto field is not repeating, cannot start list.`,
    `Invalid value at 'request.${at}.properties[2].value.enum[0]' (TYPE_STRING), 1`,
    `Invalid value at 'request.${at}.properties[2].value.enum[1]' (TYPE_STRING), 2`,
    `Invalid value at 'request.${at}.type' (type.googleapis.com/google.cloud.aiplatform.master.Type), "obj"`,
  ])
})

test('properties may have any name, also that of a keyword or of the prototype', () => {
  const schema = JSON.parse(
    '{"type":"OBJECT","properties":{"const":{},"$ref":{},"type":{},"__proto__":{},"constructor":{},"a b":{}}}',
  )
  expect(messagesOf(schema)).toEqual([])
})

describe('nesting', () => {
  function nested(levels: number, wrap: (inner: object) => object, leaf: object = { type: 'STRING' }): object {
    let schema = leaf
    for (let level = 0; level < levels; level++) schema = wrap(schema)
    return schema
  }
  const inProperty = (inner: object) => ({ type: 'OBJECT', properties: { x: inner } })
  const inItems = (inner: object) => ({ type: 'ARRAY', items: inner })
  const inBranch = (inner: object) => ({ anyOf: [inner] })
  const tooDeep = (key: string) =>
    `Invalid JSON payload received. Message too deep. Max recursion depth reached for key '${key}'`

  test.each(['ai-studio', 'vertex', 'cloud-code'] as const)(
    'of 30 properties passes and of 31 does not: %s',
    (endpoint) => {
      for (const strict of [true, false]) {
        for (const place of ['parameters', 'response'] as const) {
          expect(messagesOf(nested(30, inProperty), endpoint, place, strict)).toEqual([])
          expect(messagesOf(nested(31, inProperty), endpoint, place, strict)).toEqual([tooDeep('x')])
        }
      }
    },
  )
  test('costs less through items, and a lenient reading leaves more room', () => {
    expect(messagesOf(nested(61, inItems))).toEqual([])
    expect(messagesOf(nested(62, inItems))).toEqual([tooDeep('items')])
    expect(messagesOf(nested(92, inItems), 'ai-studio', 'parameters', false)).toEqual([])
    expect(messagesOf(nested(30, inBranch))).toEqual([])
    expect(messagesOf(nested(31, inBranch))).toEqual([tooDeep('')])
  })
  test('counts inside free values and unknown fields too', () => {
    const deep = nested(70, (inner) => ({ y: inner }))
    expect(messagesOf({ default: deep })).toEqual([tooDeep('y')])
    expect(messagesOf({ $defs: deep })).toEqual([tooDeep('y')])
    expect(messagesOf({ example: nested(70, (inner) => [inner] as object) })).toEqual([tooDeep('')])
  })
  test('beyond the limit hides all other parse errors, because it stops the JSON parser', () => {
    expect(messagesOf({ const: 1, ...nested(31, inProperty) })).toEqual([tooDeep('x')])
  })
})
