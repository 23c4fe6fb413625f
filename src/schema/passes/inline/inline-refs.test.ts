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

test('unrolls less often what would make the schema much larger', () => {
  const names = Array.from({ length: 8 }, (_, index) => `child_${index}`)
  const { forest, context } = readForPass({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
  })
  const { root } = inlineRefs(forest, context.limits)
  const [first] = Object.values(show(root)['fields'] as Record<string, { kind: string; cut?: string }>)
  expect(first).toMatchObject({ kind: 'any', cut: 'recursion' })
})

test('keeps a reference in an allOf whose other schemas only annotate it', () => {
  const { forest, context } = readForPass({
    type: 'object',
    properties: {
      a: { allOf: [{ description: 'Mine.' }, { $ref: '#/$defs/A' }] },
      b: { allOf: [{ $ref: '#/$defs/A' }, { minLength: 2 }] },
    },
    $defs: { A: { type: 'string' } },
  })
  const { root } = inlineRefs(forest, context.limits, () => true)
  const fields = show(root)['fields'] as Record<string, object>
  expect(fields['a?']).toMatchObject({ kind: 'ref', target: '/$defs/A', description: 'Mine.' })
  expect(fields['b?']).toMatchObject({ kind: 'all' })
})

test('keeps references below a rule that only says which properties there are', () => {
  const source = { type: 'object', properties: { a: { $ref: '#' }, b: { type: 'string' } } }
  const kindOf = (rule: object) => {
    const { forest, context } = readForPass({ ...source, ...rule })
    return (show(inlineRefs(forest, context.limits, () => true).root)['fields'] as Record<string, { kind: string }>)[
      'a?'
    ]?.kind
  }
  expect(kindOf({ dependentRequired: { a: ['b'] } })).toBe('ref')
  expect(kindOf({ if: { properties: { b: { const: 'x' } } }, then: { required: ['a'] } })).toBe('object')
})
