import { expect, test } from 'vitest'
import { readForPass, show } from '../../../../test/schema/run-pass.ts'
import { inlineRefs } from './inline-refs.ts'

const list = {
  $ref: '#/$defs/List',
  $defs: { List: { type: 'object', properties: { value: { type: 'number' }, next: { $ref: '#/$defs/List' } } } },
}

test('replaces a reference by its target', () => {
  const { forest, context } = readForPass({
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' } },
    $defs: { A: { type: 'string' } },
  })
  expect(show(inlineRefs(forest, context.limits).root)['fields']).toEqual({ 'a?': { kind: 'string' } })
})

test('unrolls a recursive reference as often as the limit says, and cuts the rest', () => {
  const { forest, context } = readForPass(list)
  const rest = { kind: 'any', cut: 'recursion', shape: 'object', name: '/$defs/List', head: '$ref' }
  const node = (next: object) => ({
    kind: 'object',
    fields: { 'value?': { kind: 'number', integer: false }, 'next?': next },
  })
  expect(show(inlineRefs(forest, { ...context.limits, unroll: 1 }).root)).toMatchObject(node(node(rest)))
  expect(show(inlineRefs(forest, { ...context.limits, unroll: 0 }).root)).toMatchObject(node(rest))
})

test('keeps the references that may stay', () => {
  const { forest, context } = readForPass({
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' } },
    $defs: { A: { type: 'string' } },
  })
  const { root, definitions } = inlineRefs(forest, context.limits, () => true)
  expect(show(root)['fields']).toEqual({ 'a?': { kind: 'ref', target: '/$defs/A', keyword: '$ref' } })
  expect(show(definitions.get('/$defs/A')!)).toEqual({ kind: 'string' })
})

test('replaces the references of a condition that stands beside a reference', () => {
  const { forest, context } = readForPass({
    $ref: '#/$defs/A',
    if: { required: ['x'] },
    then: { $ref: '#/$defs/B' },
    $defs: { A: { type: 'object' }, B: { properties: { a: { $ref: '#/$defs/A' } } } },
  })
  const { root, definitions } = inlineRefs(forest, context.limits, () => true)
  const then = root.rules?.[0]?.nodes.get('then')
  expect(show(then!)).toMatchObject({ kind: 'object', fields: { 'a?': { kind: 'object' } } })
  expect([...definitions.keys()]).toEqual([])
})
