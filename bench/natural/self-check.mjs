/** Tests of the measurements themselves: `node --test self-check.mjs`. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { measureTool } from './measure.mjs'
import { copiesIn } from './output.mjs'
import { SourceReader } from './source.mjs'
import { countTags } from './tags.mjs'
import { measureWords } from './words.mjs'

const isFree = (schema) => new SourceReader(schema).isFree(schema)

test('a place is free where the source takes any value, any object or any list', () => {
  const free = [
    true,
    {},
    { description: 'Anything.' },
    { type: 'object' },
    { type: 'object', additionalProperties: true },
    { type: 'object', properties: {} },
    { type: 'array' },
    { type: 'array', items: {} },
    { type: ['string', 'object'] },
    { anyOf: [{ type: 'string' }, { type: 'object' }] },
    { $ref: 'https://example.com/elsewhere.json' },
    { not: { type: 'null' } },
  ]
  assert.deepEqual(
    free.filter((schema) => !isFree(schema)),
    [],
  )
})

test('a place is not free where the source says what it takes', () => {
  const shaped = [
    false,
    { type: 'string' },
    { format: 'date-time' },
    { enum: [1, 'a'] },
    { anyOf: [{ type: 'string', format: 'uri' }, { const: '' }] },
    { type: 'object', properties: { a: {} } },
    { type: 'object', additionalProperties: false },
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'array', items: { type: 'string' } },
    { allOf: [{}, { type: 'string' }] },
    { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } },
  ]
  assert.deepEqual(shaped.filter(isFree), [])
})

test('a change may speak of what is inside: additional properties of any value beside declared ones', () => {
  const reader = new SourceReader({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true })
  assert.equal(reader.isFreePlace('', 'additionalProperties'), true)
  assert.equal(reader.isFreePlace('', 'properties'), false)
})

test('recursion is found through references', () => {
  const reader = new SourceReader({
    properties: { tree: { $ref: '#/$defs/node' }, name: { type: 'string' } },
    $defs: { node: { properties: { children: { items: { $ref: '#/$defs/node' } } } } },
  })
  assert.equal(reader.isRecursive('/properties/tree'), true)
  assert.equal(reader.isRecursive('/$defs/node/properties/children'), true)
  assert.equal(reader.isRecursive('/properties/name'), false)
})

test('JSON text counts as avoidable unless the source is free there, or does not end', () => {
  const source = {
    type: 'object',
    properties: { any: {}, link: { anyOf: [{ format: 'uri' }, { const: '' }] }, tree: { $ref: '#' } },
  }
  const changes = [
    { at: '/properties/any', keyword: 'type', code: 'free-form-to-json-text' },
    { at: '/properties/link', keyword: 'anyOf', code: 'union-to-json-text' },
    { at: '/properties/tree', keyword: '$ref', code: 'recursion-to-json-text' },
  ]
  const { text } = measureTool(source, { schema: { type: 'OBJECT' }, changes })
  assert.deepEqual(
    text.map(({ kind }) => kind),
    ['free', 'avoidable', 'recursion'],
  )
})

test('a branch that is text because another branch takes anything is free', () => {
  const source = { type: 'object', properties: { to: { anyOf: [{ type: 'string' }, { type: 'object' }] } } }
  const changes = [{ at: '/properties/to/anyOf/0', keyword: 'type', code: 'union-to-json-text' }]
  const { text } = measureTool(source, { schema: { type: 'OBJECT' }, changes })
  assert.equal(text[0].kind, 'free')
})

test('a schema is too large where its references, written out, exceed four times its size', () => {
  const twice = (name) => ({ type: 'object', properties: { a: { $ref: name }, b: { $ref: name } } })
  const chain = (length) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`d${at}`, twice(`#/$defs/d${at + 1}`)]))
  const isTooLarge = (length) =>
    new SourceReader({ ...twice('#/$defs/d0'), $defs: { ...chain(length), [`d${length}`]: {} } }).isTooLarge()
  assert.deepEqual([isTooLarge(4), isTooLarge(14)], [false, true])
})

test('a root is wrapped for a condition where the source is an object with properties', () => {
  const form = (schema) => new SourceReader(schema).rootForm()
  assert.equal(form({ properties: { a: {} }, anyOf: [{ required: ['a'] }, {}] }), 'object')
  assert.equal(form({ anyOf: [{ properties: { a: {} } }, { type: 'object' }] }), 'union')
  assert.equal(form({ type: 'array' }), 'other')
  assert.equal(form({ type: 'object', additionalProperties: { type: 'string' } }), 'other')
  assert.equal(form({ type: 'object', nullable: true, properties: { a: {} } }), 'nullable')
})

const tagged = (...branches) => ({
  anyOf: branches.map((branch, index) => ({
    type: 'OBJECT',
    properties: { [`option_${index + 1}`]: branch },
    required: [`option_${index + 1}`],
  })),
})
const entries = (value) => ({
  type: 'ARRAY',
  items: { type: 'OBJECT', properties: { key: { type: 'STRING' }, value }, required: ['key', 'value'] },
})

test('a tag is needed where an empty list could be a record or a list', () => {
  const schema = tagged(entries({ type: 'STRING' }), { type: 'ARRAY', items: { type: 'STRING' } })
  assert.deepEqual(countTags(schema, false), { tagged: 1, needless: 0 })
})

test('a tag is needless where nothing is decoded, or shared properties decode alike', () => {
  const a = { type: 'OBJECT', properties: { labels: entries({ type: 'STRING' }), a: { type: 'STRING' } } }
  const b = { type: 'OBJECT', properties: { labels: entries({ type: 'STRING' }), b: { type: 'STRING' } } }
  assert.deepEqual(countTags(tagged(a, b), false), { tagged: 1, needless: 1 })
  const plain = { type: 'OBJECT', properties: { a: { type: 'STRING' } } }
  assert.deepEqual(countTags(tagged(plain, plain), false), { tagged: 1, needless: 1 })
})

test('a copy is a large part that stands twice, counted once from its outermost', () => {
  const large = { type: 'OBJECT', description: 'x'.repeat(200), properties: { a: { description: 'y'.repeat(200) } } }
  assert.equal(copiesIn({ properties: { a: large, b: large } }).count, 1)
  assert.equal(copiesIn({ properties: { a: { type: 'STRING' }, b: { type: 'STRING' } } }).count, 0)
})

test('sentences of ours count when they stand twice; the author may repeat what he likes', () => {
  const source = { anyOf: [{ description: 'A name. A name.' }, { description: 'A name. A name.' }] }
  const output = {
    anyOf: [{ description: 'A name. A name. Must be short.' }, { description: 'A name. A name. Must be short.' }],
  }
  const { repeated, atBranches } = measureWords(source, output)
  assert.deepEqual({ repeated, atBranches }, { repeated: 1, atBranches: 1 })
})
