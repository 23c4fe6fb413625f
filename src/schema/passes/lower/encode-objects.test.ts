import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import { encodeFreeForm } from './encode-free-form.ts'
import { declareRequiredNames, encodeObjects, offerNothingLast } from './encode-objects.ts'

test('sends a record as entries', () => {
  const { tree, changes } = runPass(encodeObjects, { type: 'object', additionalProperties: { type: 'number' } })
  expect(tree).toEqual({
    kind: 'array',
    encoding: 'entries',
    items: { kind: 'object', fields: { key: { kind: 'string' }, value: { kind: 'number', integer: false } } },
  })
  expect(changes).toEqual([' additionalProperties: record-to-entries, encoded'])
})

test('sends undeclared properties as entries beside the declared ones', () => {
  const { tree, changes } = runPass(encodeObjects, {
    type: 'object',
    properties: { id: { type: 'string' } },
    additionalProperties: { type: 'number' },
  })
  expect(tree).toEqual({
    kind: 'object',
    encoding: 'extras',
    fields: {
      'id?': { kind: 'string' },
      'extra_properties?': {
        kind: 'array',
        description: 'Further properties, as a list of { key, value }.',
        items: { kind: 'object', fields: { key: { kind: 'string' }, value: { kind: 'number', integer: false } } },
      },
    },
  })
  expect(changes).toEqual([' additionalProperties: extras-to-entries, encoded'])
})

test('sends an open object as JSON text', () => {
  const { tree, changes } = runPass(encodeObjects, { type: 'object' })
  expect(tree).toEqual({ kind: 'string', says: ['JSON text of type object.'], encoding: 'json-text' })
  expect(changes).toEqual([' type: free-form-to-json-text, encoded'])
})

test('gives an empty object a placeholder', () => {
  const { tree, changes } = runPass(encodeObjects, { type: 'object', properties: {}, additionalProperties: false })
  expect(tree).toEqual({
    kind: 'object',
    encoding: 'nothing',
    fields: { 'value?': { kind: 'boolean', description: 'Not used. Leave it out.' } },
  })
  expect(changes).toEqual([' additionalProperties: empty-object-placeholder, encoded'])
})

const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true }

test('keeps a place for undeclared properties of any value, where the object is written open', () => {
  const { tree, changes } = runPass(encodeObjects, open, { after: [encodeFreeForm] })
  expect(tree).toMatchObject({
    fields: {
      'a?': { kind: 'string' },
      'extra_properties?': { kind: 'string', description: 'Further properties.', says: ['JSON text of type object.'] },
    },
  })
  expect(changes).toEqual([' additionalProperties: extras-to-text, encoded'])
})

test('calls the place for undeclared properties what the source calls them', () => {
  const source = { ...open, additionalProperties: { description: 'Custom fields.' } }
  const { tree } = runPass(encodeObjects, source, { after: [encodeFreeForm] })
  expect(tree).toMatchObject({ fields: { 'extra_properties?': { description: 'Custom fields.' } } })
})

test('closes every object where there are several and all are written open, as generators do', () => {
  const source = { type: 'object', properties: { inner: open }, additionalProperties: true }
  const { changes } = runPass(encodeObjects, source, { after: [encodeFreeForm] })
  expect(changes).toEqual([
    ' additionalProperties: open-object-closed, narrowed',
    '/properties/inner additionalProperties: open-object-closed, narrowed',
  ])
})

test('keeps a place that the source describes, also where every object is written open', () => {
  const inner = { ...open, additionalProperties: { description: 'Custom fields.' } }
  const source = { type: 'object', properties: { inner }, additionalProperties: true }
  const { changes } = runPass(encodeObjects, source, { after: [encodeFreeForm] })
  expect(changes).toEqual([
    ' additionalProperties: open-object-closed, narrowed',
    '/properties/inner additionalProperties: extras-to-text, encoded',
  ])
})

test('keeps a place in every object that is written open, where another is not', () => {
  const source = { type: 'object', properties: { first: open, second: { properties: { third: open } } } }
  const { changes } = runPass(encodeObjects, source, { after: [encodeFreeForm] })
  expect(changes).toEqual([
    '/properties/first additionalProperties: extras-to-text, encoded',
    '/properties/second/properties/third additionalProperties: extras-to-text, encoded',
  ])
})

test('leaves an object that declares its properties', () => {
  expect(runPass(encodeObjects, { type: 'object', properties: { a: { type: 'string' } } }).isSame).toBe(true)
})

const ghost = { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'ghost'] }

test('declares a required name that no property has, with any value', () => {
  const { tree, changes } = runPass(declareRequiredNames, ghost, { supports: ['freeForm'] })
  expect(tree).toEqual({ kind: 'object', fields: { a: { kind: 'string' }, ghost: { kind: 'any' } } })
  expect(new Set(changes)).toEqual(new Set([' required: required-name-undeclared, rewritten']))
})

test('leaves objects whose other properties are forbidden', () => {
  expect(runPass(declareRequiredNames, { ...ghost, additionalProperties: false }).isSame).toBe(true)
})

test.each(['gemini', 'gemini-json', 'openai-strict', 'gemini-openai', 'vertex'] as const)(
  'a model can make a call that check accepts (%s)',
  (to) => {
    const compiled = compileSchema(ghost, { to })
    expect(compiled.schema['required']).toContain('ghost')
    for (const value of [
      { a: 'x', ghost: 'text' },
      { a: 'x', ghost: { deep: [1] } },
      { a: 'x', ghost: null },
    ]) {
      expect(compiled.decode(compiled.encode(value))).toEqual(value)
      expect(compiled.receive(compiled.encode(value))).toEqual({ value, issues: [] })
    }
  },
)

test('declares a required name also where nothing else is declared, and leaves the object open, if the dialect takes any value', () => {
  const source = { type: 'object', required: ['ghost'] }
  const { tree } = runPass(declareRequiredNames, source, { supports: ['freeForm'] })
  expect(tree).toEqual({ kind: 'object', fields: { ghost: { kind: 'any' } }, extras: { kind: 'any' } })
  expect(runPass(declareRequiredNames, source).isSame).toBe(true)
  expect(compileSchema(source, { to: 'vertex' }).schema).toEqual({
    type: 'OBJECT',
    properties: { ghost: { type: 'STRING', description: 'Any JSON value, as JSON text.' } },
    required: ['ghost'],
    additionalProperties: true,
  })
})

const nothing = { type: 'object', additionalProperties: false }
const named = { type: 'object', properties: { name: { type: 'string' } } }

test('offers an object that holds nothing last', () => {
  const { tree } = runPass(
    offerNothingLast,
    { anyOf: [nothing, { ...named, required: ['name'] }] },
    { after: [encodeObjects] },
  )
  expect(tree).toMatchObject({ options: [{ kind: 'object', fields: { name: {} } }, { encoding: 'nothing' }] })
})

test('does not offer an object that holds nothing beside one that may be empty', () => {
  const { tree, changes } = runPass(offerNothingLast, { anyOf: [nothing, named] }, { after: [encodeObjects] })
  expect(tree).toEqual({ kind: 'object', untagged: true, fields: { 'name?': { kind: 'string' } } })
  expect(changes).toContain(' anyOf: any-of-simplified, rewritten')
})

test('declares a required name with what the object says of such a name', () => {
  const { tree, changes } = runPass(declareRequiredNames, {
    type: 'object',
    properties: { b: { type: 'string' } },
    patternProperties: { '^x': { type: 'number' } },
    additionalProperties: { type: 'boolean' },
    required: ['x1', 'y'],
  })
  expect(tree).toMatchObject({
    fields: { 'b?': { kind: 'string' }, x1: { kind: 'number' }, y: { kind: 'boolean' } },
  })
  expect(new Set(changes)).toEqual(new Set([' required: required-name-undeclared, rewritten']))
})

test('says no pattern of keys that every key matches', () => {
  const keyOf = (pattern: string) => {
    const source = { type: 'object', patternProperties: { [pattern]: { type: 'string' } } }
    const { tree } = runPass(encodeObjects, source, { supports: ['patterns'] })
    return (tree['items'] as { fields: Record<string, unknown> }).fields['key']
  }
  for (const pattern of ['.*', '^.*$', '^(.*)$', '^(?:.*)$']) expect(keyOf(pattern)).toEqual({ kind: 'string' })
  expect(keyOf('^[a-z]+$')).toEqual({ kind: 'string', pattern: '^[a-z]+$' })
})

test('other properties of which a rule speaks are entries, each with the rule', () => {
  const source = {
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: { not: { type: 'null' } },
  }
  const { schema, changes } = compileSchema(source, { to: 'gemini' })
  const value = { type: 'STRING', description: 'Any JSON value, as JSON text. Must not be null.' }
  expect(schema['properties']).toMatchObject({ extra_properties: { items: { properties: { value } } } })
  expect(changes).toContainEqual(expect.objectContaining({ keyword: 'not', effect: 'described' }))
})

test('the wrapper of a root is no object of the source: what it requires is reported', () => {
  const source = { required: ['b'], oneOf: [{ type: ['array', 'null'] }, { type: 'string' }] }
  const { changes } = compileSchema(source, { to: 'openai-strict', root: 'object' })
  expect(changes).toContainEqual(expect.objectContaining({ at: '', keyword: 'required' }))
})

test('says that no key comes twice where a record needs several properties', () => {
  const record = { type: 'object', additionalProperties: { type: 'string' } }
  const { tree, changes } = runPass(encodeObjects, { ...record, minProperties: 2 })
  expect(tree).toMatchObject({ kind: 'array', minItems: 2, says: ['No key twice.'] })
  expect(changes).toContain(' minProperties: constraint-described, described')
  expect(runPass(encodeObjects, { ...record, minProperties: 1 }).tree).not.toHaveProperty('says')
})

test('does not declare a required name that unevaluatedProperties forbids', () => {
  const { schema, changes } = compileSchema(
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      dependentRequired: { a: ['b'] },
      unevaluatedProperties: false,
      required: ['z'],
    },
    { to: 'gemini' },
  )
  expect(Object.keys(schema['properties'] as object)).toEqual(['a', 'b'])
  expect(changes).toContainEqual(expect.objectContaining({ code: 'required-name-undeclared', effect: 'dropped' }))
})

test('asks for further properties where more are needed than are declared', () => {
  const { tree, changes } = runPass(encodeObjects, {
    type: 'object',
    properties: { id: { type: 'string' } },
    minProperties: 2,
  })
  expect(tree).toEqual({
    kind: 'object',
    encoding: 'extras',
    says: ['Must have at least 2 properties.'],
    fields: {
      'id?': { kind: 'string' },
      extra_properties: {
        kind: 'string',
        description: 'Further properties.',
        says: ['JSON text of type object.'],
        encoding: 'json-text',
      },
    },
  })
  expect(changes).toEqual([
    ' minProperties: extras-to-text, encoded',
    ' minProperties: constraint-described, described',
  ])
})

test('opens such an object where the dialect has additionalProperties', () => {
  const source = { type: 'object', properties: { id: { type: 'string' } }, minProperties: 2 }
  expect(compileSchema(source, { to: 'gemini-json' }).schema).toMatchObject({ additionalProperties: true })
})

test('declares a required key that matches no pattern, because the entries cannot hold it', () => {
  const { schema, decode, check } = compileSchema(
    { type: 'object', patternProperties: { '^x_': { type: 'string' } }, required: ['id', 'x_1'] },
    { to: 'gemini' },
  )
  expect(schema).toMatchObject({
    properties: { id: {}, extra_properties: { type: 'ARRAY' } },
    required: ['id'],
    description: 'extra_properties needs the keys x_1.',
  })
  const value = decode({ id: '7', extra_properties: [{ key: 'x_1', value: 'a' }] })
  expect(value).toEqual({ id: 7, x_1: 'a' })
  expect(check(value)).toEqual([])
})
