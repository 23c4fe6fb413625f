import { expect, test } from 'vitest'
import { readForPass, show } from '../../../../test/schema/run-pass.ts'
import { inlineRefs } from './inline-refs.ts'
import { NameCounter } from './merged-names.ts'

const part = { type: 'object', properties: { x: { type: 'string' } } }

/** The kind of each property of the first part of `allOf`, where references may stay. */
function kindsIn(schema: object) {
  const { forest, context } = readForPass({ ...schema, $defs: { Part: part, Text: { type: 'string' } } })
  const { root } = inlineRefs(forest, context.limits, () => true)
  const [first] = (show(root)['parts'] ?? [show(root)]) as { fields: Record<string, { kind: string }> }[]
  return Object.fromEntries(Object.entries(first!.fields).map(([name, { kind }]) => [name, kind]))
}

const refers = { type: 'object', properties: { a: { $ref: '#/$defs/Part' }, b: { type: 'string' } } }

test('a reference stays in a schema that is merged, if nothing else speaks of its property', () => {
  expect(kindsIn({ allOf: [refers, { properties: { b: { minLength: 1 }, c: { type: 'string' } } }] })).toEqual({
    'a?': 'ref',
    'b?': 'string',
  })
})

test('what a reference names is there, if another schema declares or requires its property', () => {
  const kindBeside = (other: object) => kindsIn({ allOf: [refers, other] })['a?']
  expect(kindBeside({ properties: { a: { required: ['x'] } } })).toBe('object')
  expect(kindBeside({ required: ['a'] })).toBe('object')
  expect(kindBeside({ additionalProperties: { type: 'object' } })).toBe('object')
  expect(kindBeside({ patternProperties: { '^a': { required: ['x'] } } })).toBe('object')
  expect(kindBeside({ anyOf: [{ required: ['b'] }, { properties: { a: { required: ['x'] } } }] })).toBe('object')
  expect(kindBeside({ $ref: '#/$defs/Text' })).toBe('ref')
})

test('words that a reference names are there: they may decide how the object is merged', () => {
  const source = { type: 'object', properties: { kind: { $ref: '#/$defs/Text' } } }
  expect(kindsIn({ allOf: [source, { properties: { b: {} } }] })).toEqual({ 'kind?': 'string' })
})

test('what needs too many steps to compare is merged as a whole', () => {
  const { forest } = readForPass({ allOf: [refers, { properties: { c: {} } }], $defs: { Part: part } })
  expect(new NameCounter(forest.definitions, 100).mergingOf(forest.root).isMerged('a')).toBe(false)
  expect(new NameCounter(forest.definitions, 2).mergingOf(forest.root).isMerged('a')).toBe(true)
})
