import { expect, test } from 'vitest'
import { changesOf, type PassOptions, readForPass, show } from '../../../../test/schema/run-pass.ts'
import type { Schema } from '../../document/schema.ts'
import { runPasses } from '../run-passes.ts'
import { fitToLimits } from './fit-to-limits.ts'

function fitted(schema: Schema, options: PassOptions = {}, objectRoot = false) {
  const { forest, context } = readForPass(schema, { supports: ['anyOf', 'optionalProperties'], ...options })
  const { dialect, limits } = context
  return fitToLimits(runPasses(forest, [], context), { dialect, limits, objectRoot, schema, hasNatives: false }).root
}

const nested = {
  type: 'object',
  properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { c: { type: 'string' } } } } } },
}

test('leaves a schema within the limits', () => {
  expect(show(fitted(nested))).toEqual({
    kind: 'object',
    fields: { 'a?': { kind: 'object', fields: { 'b?': { kind: 'object', fields: { 'c?': { kind: 'string' } } } } } },
  })
})

test('sends what is nested too deep as JSON text', () => {
  const root = fitted(nested, { limits: { depth: 2 } })
  expect(show(root)).toMatchObject({
    fields: { 'a?': { fields: { 'b?': { kind: 'string', encoding: 'json-text' } } } },
  })
  expect(changesOf(root)).toEqual(['/properties/a/properties/b properties: depth-to-json-text, encoded'])
})

test('wraps a root that is not an object where one is needed', () => {
  const root = fitted({ type: 'string' }, {}, true)
  expect(show(root)).toEqual({ kind: 'object', encoding: 'wrap', fields: { value: { kind: 'string' } } })
  expect(changesOf(root)).toEqual([' type: root-wrapped, encoded'])
})

test('requires every property where the dialect has no optional ones', () => {
  const root = fitted({ type: 'object', properties: { a: { type: 'string' } } }, { supports: ['anyOf'] })
  expect(show(root)).toMatchObject({ fields: { a: { kind: 'string', nullable: true } } })
})
