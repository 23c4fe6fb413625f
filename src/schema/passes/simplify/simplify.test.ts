import { expect, test } from 'vitest'
import { readForPass, show } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import { runSteps } from '../steps.ts'
import { mergeIntersections } from './merge-intersections.ts'
import { simplify } from './simplify.ts'

test('inlines references, merges, and removes null and impossible branches', () => {
  const { forest, context } = readForPass({
    type: 'object',
    properties: {
      id: { allOf: [{ $ref: '#/$defs/Id' }, { minLength: 2 }] },
      n: { anyOf: [{ $ref: '#/$defs/N' }, false] },
    },
    $defs: { Id: { type: 'string', maxLength: 9 }, N: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
  })
  const { root, definitions } = runSteps(simplify(forest, [mergeIntersections], context))
  expect(show(root)).toEqual({
    kind: 'object',
    annotations: ['$defs'],
    fields: {
      'id?': { kind: 'string', minLength: 2, maxLength: 9 },
      'n?': { kind: 'number', integer: false, nullable: true },
    },
  })
  expect(definitions.size).toBe(0)
})

test('keeps references where the dialect has them', () => {
  const { forest, context } = readForPass(
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/A' } },
      $defs: { A: { type: 'object', properties: { s: { type: 'string' } } } },
    },
    { supports: ['refs'] },
  )
  const { root, definitions } = runSteps(simplify(forest, [], context))
  expect(show(root)['fields']).toMatchObject({ 'a?': { kind: 'ref', target: '/$defs/A' } })
  expect([...definitions.keys()]).toEqual(['/$defs/A'])
})

test('replaces a root that is only a reference by its target', () => {
  const { forest, context } = readForPass(
    { $ref: '#/$defs/A', $defs: { A: { type: 'string' } } },
    { supports: ['refs'] },
  )
  expect(show(runSteps(simplify(forest, [], context)).root)).toMatchObject({ kind: 'string' })
})

test('leaves out an optional property behind a reference that no value fits', () => {
  const { schema } = compileSchema(
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/x' }, b: { type: 'string' } },
      $defs: { x: { type: 'integer', enum: ['a'] } },
    },
    { to: 'gemini' },
  )
  expect(schema).toEqual({ type: 'OBJECT', properties: { b: { type: 'STRING' } } })
})
