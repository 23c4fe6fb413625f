import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { compileSchema } from '../../compile.ts'

const open = { type: 'object' }
const text = { type: 'string' }
const scores = { type: 'object', additionalProperties: { type: 'number' } }
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })

/** Whether the branches of a union are tagged, or the union is text. */
function isEncoded(...anyOf: readonly JsonObject[]): boolean {
  const { changes } = compileSchema({ anyOf }, { to: 'gemini' })
  return changes.some(({ code }) => code === 'union-tagged' || code === 'union-to-json-text')
}

describe('a plain union', () => {
  test.each<[string, readonly JsonObject[]]>([
    ['branches share a property of any shape', [object({ m: open, k: text }), object({ m: open, z: text })]],
    ['branches share a record', [object({ m: scores, k: text }), object({ m: scores, z: text })]],
    ['only one branch has the encoded property', [object({ m: scores, k: text }), object({ k: text })]],
    [
      'branches share a list of encoded values',
      [object({ l: { type: 'array', items: scores } }), object({ l: { type: 'array', items: scores }, z: text })],
    ],
    [
      'branches share numbers that are sent as strings',
      [object({ n: { enum: [1, 3] } }), object({ n: { enum: [3, 7] }, z: text })],
    ],
    [
      'one branch has further properties, and the other none',
      [object({ k: text }, { additionalProperties: { type: 'number' } }), object({ k: text, z: text })],
    ],
    [
      'branches share a recursive value',
      [object({ n: { $ref: '#/anyOf/0' }, k: text }), object({ n: { $ref: '#/anyOf/0' }, z: text })],
    ],
  ])('stays where %s', (_, options) => {
    expect(isEncoded(...options)).toBe(false)
  })
})

describe('a tag', () => {
  test.each<[string, readonly JsonObject[]]>([
    [
      'a property is text in one, and JSON text in the other',
      [object({ m: open, k: text }), object({ m: text, z: text })],
    ],
    [
      'a property is a record in one, and a list of entries in the other',
      [
        object({ m: scores }),
        object({ m: { type: 'array', items: object({ key: text, value: { type: 'number' } }) }, z: text }),
      ],
    ],
    [
      'a string stands for different numbers',
      [object({ n: { enum: [1, 3] } }), object({ n: { enum: ['1', '3', 3] }, z: text })],
    ],
    [
      'a list of further properties is a property in the other',
      [
        object({ k: text }, { additionalProperties: { type: 'number' } }),
        object({
          k: text,
          extra_properties: { type: 'array', items: object({ key: text, value: { type: 'number' } }) },
        }),
      ],
    ],
    ['a tuple looks like an object', [{ type: 'array', prefixItems: [text], items: false }, object({ item_0: text })]],
  ])('is there where %s', (_, options) => {
    expect(isEncoded(...options)).toBe(true)
  })
})

test('a value comes back as it was from every branch of a plain union', () => {
  const compiled = compileSchema(
    { anyOf: [object({ m: open, k: text }), object({ m: open, z: text })] },
    { to: 'gemini' },
  )
  for (const value of [{ m: { a: 1 }, k: 'x' }, { m: { a: [1] }, z: 'y' }, { m: {} }, {}]) {
    expect(compiled.decode(compiled.encode(value))).toEqual(value)
  }
})
