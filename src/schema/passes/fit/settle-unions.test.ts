import { expect, test } from 'vitest'
import { changesOf, readForPass, show } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import type { Schema } from '../../document/schema.ts'
import { describeRules } from '../describe/describe-rules.ts'
import { encodeObjects } from '../lower/encode-objects.ts'
import { labelEnums } from '../lower/label-enums.ts'
import { runPasses } from '../run-passes.ts'
import { settleUnions } from './settle-unions.ts'

function settled(schema: Schema) {
  const { forest, context } = readForPass(schema, { supports: ['anyOf'] })
  return settleUnions(runPasses(forest, [labelEnums, encodeObjects], context), new Map(), false).root
}

const record = (value: string) => ({ type: 'object', additionalProperties: { type: value } })

test('names the branches that look the same on the wire', () => {
  const root = settled({
    anyOf: [
      record('number'),
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { key: { type: 'string' }, value: { type: 'number' } },
          required: ['key', 'value'],
        },
      },
    ],
  })
  expect(show(root)).toMatchObject({
    kind: 'union',
    encoding: 'tag',
    options: [
      { fields: { option_1: { kind: 'array', encoding: 'entries' } } },
      { fields: { option_2: { kind: 'array' } } },
    ],
  })
  expect(changesOf(root)).toContain(' anyOf: union-tagged, encoded')
})

test('sends a union as JSON text where a text could be read in two ways', () => {
  const root = settled({ anyOf: [{ type: 'string' }, { enum: [1, 2] }] })
  expect(show(root)).toMatchObject({ kind: 'string', encoding: 'json-text' })
  expect(changesOf(root)).toContain(' anyOf: union-to-json-text, encoded')
})

test('makes one JSON text of the branches that are text, and leaves the others', () => {
  const point = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] }
  const x = { anyOf: [point, { type: 'string', description: 'A name.' }, { type: 'object' }, { type: 'integer' }] }
  const { schema, encode, decode } = compileSchema({ type: 'object', properties: { x } }, { to: 'gemini' })
  expect(schema['properties']).toEqual({
    x: {
      anyOf: [
        { type: 'OBJECT', properties: { x: { type: 'NUMBER' } }, required: ['x'] },
        { type: 'STRING', description: 'A name. A string, or JSON text of type object.' },
        { type: 'INTEGER' },
      ],
    },
  })
  for (const value of [{ x: 1 }, { y: 1 }, 'hello', '{"y":1}', 5]) {
    expect(decode(encode({ x: value }))).toEqual({ x: value })
  }
  expect(encode({ x: { y: 1 } })).toEqual({ x: '{"y":1}' })
})

test('lets another branch take null where a branch that becomes JSON text took it', () => {
  const x = { anyOf: [{ type: ['string', 'null'] }, { type: 'object' }, { type: 'integer' }] }
  const { schema } = compileSchema({ type: 'object', properties: { x } }, { to: 'gemini' })
  expect(schema['properties']).toEqual({
    x: {
      anyOf: [
        { type: 'STRING', description: 'A string, or JSON text of type object.' },
        { type: 'INTEGER', nullable: true },
      ],
    },
  })
})

test('leaves branches that differ on the wire', () => {
  const root = settled({ anyOf: [record('number'), { type: 'boolean' }] })
  expect(show(root)).toMatchObject({ kind: 'union', options: [{ encoding: 'entries' }, { kind: 'boolean' }] })
})

test('leaves listed words beside JSON text, unless one of them is JSON text itself', () => {
  const beside = (words: string[]) => show(settled({ anyOf: [{ enum: words }, { type: 'object' }] }))
  expect(beside(['monday', 'tuesday'])).toMatchObject({
    kind: 'union',
    options: [{ kind: 'enum' }, { kind: 'string' }],
  })
  expect(beside(['monday', 'true'])).toMatchObject({ kind: 'string', encoding: 'json-text' })
})

test('says oneOf as anyOf where words say what a branch asks for: a value that fits one may fit two on the wire', () => {
  const { forest, context } = readForPass(
    { oneOf: [{ required: ['a'] }, { required: ['b'], if: { required: ['c'] }, then: false }] },
    { supports: ['anyOf', 'oneOf', 'openObjects', 'untyped'] },
  )
  const { root } = settleUnions(runPasses(forest, [describeRules], context), new Map(), false)
  expect(show(root)).toMatchObject({ kind: 'union', keyword: 'anyOf' })
  expect(changesOf(root)).toContain(' oneOf: one-of-widened, described')
})

test('a schema without a type whose cases need tags reports that other types are lost', () => {
  const source = { properties: { 'a b': { type: 'string' } }, items: { type: 'string' } }
  const { schema, changes, encode, decode } = compileSchema(source, { to: 'anthropic', root: 'object' })
  expect(schema['properties']).toMatchObject({
    value: {
      anyOf: [{ properties: { option_1: { type: 'object' } } }, { properties: { option_2: { type: 'array' } } }],
    },
  })
  expect(changes).toContainEqual(expect.objectContaining({ at: '', code: 'type-inferred', effect: 'narrowed' }))
  expect(decode(encode({ 'a b': 'x' }))).toEqual({ 'a b': 'x' })
})
