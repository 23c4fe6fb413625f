import { expect, test } from 'vitest'
import { changesOf, readForPass, show } from '../../../../test/schema/run-pass.ts'
import { requireAll } from './require-all.ts'

test('requires every property, and makes the optional ones nullable', () => {
  const { forest } = readForPass({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'number' } },
    required: ['a'],
  })
  const { root } = requireAll(forest)
  expect(show(root)).toMatchObject({
    kind: 'object',
    fields: { a: { kind: 'string' }, b: { kind: 'number', nullable: true } },
  })
  expect(changesOf(root)).toEqual([' properties: optional-to-null, encoded'])
})

test('reports that an optional property loses its own null', () => {
  const { forest } = readForPass({ type: 'object', properties: { a: { type: ['string', 'null'] } } })
  const { root } = requireAll(forest)
  expect(changesOf(root)).toEqual([
    ' properties: optional-to-null, encoded',
    ' properties: optional-to-null, narrowed',
    '/properties/a type: null-to-nullable, rewritten',
  ])
})

test('leaves an object whose properties are all required', () => {
  const { forest } = readForPass({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
  expect(requireAll(forest).root).toBe(forest.root)
})
