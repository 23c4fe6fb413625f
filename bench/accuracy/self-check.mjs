/** What the judge must get right before its numbers mean anything. Run by `npm test`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cases } from './cases/index.mjs'
import { loadAcceptance } from './judge/accept.mjs'
import { constraintsOf } from './judge/constraints.mjs'
import { isSilent, passesThrough } from './judge/judge.mjs'
import { occurrences } from './judge/occurrences.mjs'
import { restate } from './judge/restate.mjs'
import { createValidator } from './judge/validator.mjs'
import { wrongLabels } from './prepare-cases.mjs'

const same = (value) => value
const plain = { report: [], encode: same, decode: same, tells: () => false }
const native = (schema) => ({ ...plain, field: 'parameters', schema })
const json = (schema) => ({ ...plain, field: 'parametersJsonSchema', schema })
const parameter = (value) => ({ type: 'object', properties: { value }, required: ['value'] })

/** Which of the values pass, as the one parameter of a tool. */
function passing(output, values, isStrict = true) {
  const passes = passesThrough(output, isStrict)
  return values.filter((value) => passes({ value }))
}

test('ajv agrees with the labels of every case', () => {
  assert.ok(cases.length >= 150)
  assert.deepEqual(wrongLabels(cases), [])
  assert.equal(wrongLabels([{ id: 'a', schema: { type: 'string' }, valid: [1], invalid: ['x'] }]).length, 2)
})

test('a native schema holds bounds, counts as strings, enums and null', () => {
  const inner = { type: 'ARRAY', items: { type: 'INTEGER', minimum: 1 }, min_items: '1', maxItems: '2', nullable: true }
  const values = [null, [1], [1, 2], [], [0], [1, 2, 3], ['1'], 'x']
  assert.deepEqual(passing(native(parameter(inner)), values), [null, [1], [1, 2]])
  assert.deepEqual(passing(native(parameter({ type: 'STRING', enum: ['a'] })), ['a', 'b', 1]), ['a'])
})

test('a native object holds declared properties only; one that declares nothing is open only for the kind', () => {
  const declared = native(parameter({ type: 'OBJECT', properties: { a: { type: 'STRING' } } }))
  assert.deepEqual(passing(declared, [{}, { a: 'x' }, { a: 'x', b: 1 }]), [{}, { a: 'x' }])
  const bare = native(parameter({ type: 'OBJECT' }))
  assert.deepEqual(passing(bare, [{}, { a: 1 }]), [{}])
  assert.deepEqual(passing(bare, [{}, { a: 1 }], false), [{}, { a: 1 }])
})

test('in JSON Schema what Google does not list is ignored', () => {
  const inner = {
    type: 'string',
    pattern: '^a',
    maxLength: 1,
    const: 'a',
    not: { const: 'b' },
    allOf: [{ minLength: 9 }],
  }
  assert.deepEqual(passing(json(parameter(inner)), ['bb', 1]), ['bb'])
})

test('in JSON Schema the listed keywords hold, and oneOf is anyOf', () => {
  const union = { oneOf: [{ type: 'integer', minimum: 0 }, { type: 'integer', maximum: 9 }, { enum: ['a', 1.5] }] }
  assert.deepEqual(passing(json(parameter(union)), [5, -1, 'a', 1.5, 'b', 2.5]), [5, -1, 'a', 1.5])
  const tuple = { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' }, minItems: 1 }
  assert.deepEqual(passing(json(parameter(tuple)), [['a', 1], [], ['a', 'b']]), [['a', 1]])
})

test('in JSON Schema an object is closed once, with its branches and references', () => {
  const inner = {
    type: 'object',
    properties: { a: { type: 'string' } },
    anyOf: [{ properties: { b: { type: 'integer' } }, required: ['b'] }, { $ref: '#/$defs/c' }],
  }
  const schema = { ...parameter(inner), $defs: { c: { properties: { c: { type: 'boolean' } }, required: ['c'] } } }
  const values = [{ a: 'x', b: 1 }, { a: 'x', c: true }, { a: 'x' }, { a: 'x', b: 1, d: 1 }]
  assert.deepEqual(passing(json(schema), values), [
    { a: 'x', b: 1 },
    { a: 'x', c: true },
  ])
  const record = parameter({ type: 'object', additionalProperties: { type: 'integer' } })
  assert.deepEqual(passing(json(record), [{ a: 1 }, { a: 'x' }]), [{ a: 1 }])
})

test('recursion is followed', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: [] }
  const schema = { ...parameter({ $ref: '#/$defs/node' }), $defs: { node } }
  assert.deepEqual(passing(json(schema), [{ next: { next: {} } }, { next: { other: 1 } }]), [{ next: { next: {} } }])
})

test('a value that comes back as another one did not pass', () => {
  const output = {
    ...native(parameter({ type: 'STRING' })),
    encode: () => ({ value: 'x' }),
    decode: () => ({ value: 1 }),
  }
  assert.deepEqual(passing(output, ['x', 1]), [1])
})

test('schemas of other drafts are restated', () => {
  const accepts = createValidator(
    restate({
      properties: { n: { type: 'NUMBER', minimum: 0, exclusiveMinimum: true, nullable: true, required: true } },
    }),
  )
  assert.deepEqual(
    [{ n: 1 }, { n: null }, { n: 0 }, {}].map((value) => accepts(value)),
    [true, true, false, false],
  )
})

test('the innermost keyword that decides an instance is the constraint', () => {
  const found = constraintsOf({
    schema: parameter({ type: 'integer', maximum: 9 }),
    invalid: [{ value: 10 }, { value: 'a' }, {}],
  })
  assert.deepEqual(
    found.map(({ path, keyword, decides }) => [path.join('/'), keyword, decides]),
    [
      ['', 'required', [2]],
      ['properties/value', 'type', [1]],
      ['properties/value', 'maximum', [0]],
    ],
  )
})

test('definitions that nothing refers to say nothing', () => {
  const schema = { $ref: '#/$defs/a', $defs: { a: { const: 1 }, b: { const: 2 } } }
  assert.deepEqual(
    occurrences(schema).map(({ path, keyword }) => `${path.join('/')} ${keyword}`),
    [' $ref', '$defs/a const'],
  )
})

test('a keyword is lost in silence when nothing changes without it, and nobody says so', () => {
  const source = parameter({ type: 'integer', maximum: 9, description: 'At most nine.' })
  const maximum = { path: ['properties', 'value'], keyword: 'maximum' }
  const drops = { convertAgain: () => native(parameter({ type: 'INTEGER' })) }
  const keeps = { convertAgain: (schema) => native(structuredClone(schema)) }
  assert.equal(isSilent(drops, source, drops.convertAgain(source), maximum), true)
  assert.equal(isSilent(keeps, source, keeps.convertAgain(source), maximum), false)
  const reports = { ...drops.convertAgain(source), tells: () => true }
  assert.equal(isSilent(drops, source, reports, maximum), false)
  const passes = { convertAgain: (schema) => json(structuredClone(schema)) }
  const description = { ...maximum, keyword: 'description' }
  assert.equal(isSilent(passes, source, passes.convertAgain(source), description), false)
  const withPattern = parameter({ type: 'string', pattern: '^a' })
  assert.equal(isSilent(passes, withPattern, json(withPattern), { ...maximum, keyword: 'pattern' }), true)
})

test('endpoints refuse what they were seen to refuse', async () => {
  const accepts = await loadAcceptance()
  const rules = (output, isStrict = true) => [...new Set(accepts(output, isStrict).map(({ rule }) => rule))]
  assert.deepEqual(rules(native(parameter({ type: 'STRING' }))), [])
  assert.deepEqual(rules(native(parameter({ type: 'STRING', const: 'a' }))), ['unknown-field'])
  assert.deepEqual(rules(native(parameter({ type: 'STRING', format: 'email' }))), ['string-format-unknown'])
  assert.deepEqual(rules(native(parameter({ type: 'STRING', format: 'email' })), false), [])
  assert.deepEqual(rules(json(parameter({ const: 'a' }))), [])
  assert.deepEqual(rules(json(parameter({ $ref: '#/$defs/gone' }))), ['reference-undefined'])
})
