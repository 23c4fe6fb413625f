import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { outputAsJsonSchema, readOutput } from './read-output.ts'

/** Which of the values are valid under an output. */
const valid = (dialect: string, output: object, ...values: unknown[]) => {
  const fits = readOutput(dialect, output as JsonObject)
  return values.filter((value) => fits(value))
}

describe('the output of a dialect is read in its own notation', () => {
  test('a Schema message holds declared properties only, in upper and in lower case', () => {
    for (const [dialect, type] of [
      ['gemini', 'OBJECT'],
      ['vertex', 'OBJECT'],
      ['gemini-openai', 'object'],
    ] as const) {
      const output = { type, properties: { a: { type: 'string', minLength: '2' } }, nullable: true }
      expect(valid(dialect, output, {}, { a: 'xy' }, { a: 'x' }, { b: 1 }, null, 1)).toEqual([{}, { a: 'xy' }, null])
    }
  })

  test('Vertex says what other properties hold', () => {
    const record = { type: 'OBJECT', properties: { a: { type: 'STRING' } }, additionalProperties: { type: 'NUMBER' } }
    expect(valid('vertex', record, { b: 1 }, { b: 'x' }, { a: 'x' }, { a: 1 })).toEqual([{ b: 1 }, { a: 'x' }])
    expect(valid('vertex', { type: 'OBJECT', additionalProperties: true }, { b: 'x' }, 1)).toEqual([{ b: 'x' }])
    expect(valid('vertex', { ...record, additionalProperties: false }, { b: 1 }, {})).toEqual([{}])
  })

  test('Vertex refers to definitions of the root, also where the root is nullable', () => {
    const output = {
      type: 'OBJECT',
      nullable: true,
      properties: { next: { ref: '#/defs/Node', description: 'd' } },
      defs: { Node: { type: 'OBJECT', properties: { next: { ref: '#/defs/Node' }, id: { type: 'INTEGER' } } } },
    }
    expect(
      valid('vertex', output, null, { next: { next: { id: 1 } } }, { next: { next: { id: 'x' } } }, { id: 1 }),
    ).toEqual([null, { next: { next: { id: 1 } } }])
  })

  test('plain JSON Schema means what it says', () => {
    for (const dialect of ['openai-strict', 'anthropic', 'json-schema']) {
      const output = {
        type: 'object',
        properties: { a: { type: 'string', pattern: '^x' } },
        additionalProperties: false,
      }
      expect(valid(dialect, output, { a: 'x' }, { a: 'y' }, { b: 1 })).toEqual([{ a: 'x' }])
    }
    expect(valid('anthropic', { type: 'object' }, { b: 1 })).toEqual([{ b: 1 }])
  })

  test('and can be had as a plain schema, to draw values from', () => {
    expect(outputAsJsonSchema('gemini-openai', { type: 'array', items: { type: 'string' }, minItems: '1' })).toEqual({
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
    })
  })

  test('a dialect that nobody explained is an error', () => {
    expect(() => readOutput('other', {})).toThrow('Nobody has said how to read the dialect other.')
  })
})

describe('Gemini with JSON Schema', () => {
  test('does not heed every keyword', () => {
    const output = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^x', maxLength: 1 }, n: { const: 1 } },
    }
    expect(valid('gemini-json', output, { a: 'yyy', n: 'any' }, { a: 1 })).toEqual([{ a: 'yyy', n: 'any' }])
    expect(valid('gemini-json', { enum: ['a', 1] }, 'a', 1, 'b')).toEqual(['a', 1])
  })

  test('writes declared properties only, unless the schema says more', () => {
    const a = { type: 'string' }
    expect(valid('gemini-json', { type: 'object', properties: { a } }, { a: 'x' }, { b: 1 })).toEqual([{ a: 'x' }])
    expect(valid('gemini-json', { properties: { a } }, { b: 1 }, 5)).toEqual([5])
    expect(valid('gemini-json', { type: 'object' }, {}, { b: 1 })).toEqual([{}])
    expect(valid('gemini-json', { type: 'object', additionalProperties: true }, { b: 1 })).toEqual([{ b: 1 }])
    expect(
      valid('gemini-json', { type: 'object', properties: { a }, additionalProperties: a }, { b: 1 }, { b: 'x' }),
    ).toEqual([{ b: 'x' }])
    expect(valid('gemini-json', {}, { b: 1 }, 5)).toEqual([{ b: 1 }, 5])
    expect(valid('gemini-json', { items: { type: 'object' } }, [{}], [{ b: 1 }])).toEqual([[{}]])
  })

  test('closes branches, and properties beside a union together with it', () => {
    const branch = (name: string) => ({ properties: { [name]: { type: 'string' } } })
    expect(
      valid('gemini-json', { anyOf: [branch('a'), branch('b')] }, { a: 'x' }, { b: 'x' }, { a: 'x', b: 'x' }),
    ).toEqual([{ a: 'x' }, { b: 'x' }])
    const both = { type: 'object', ...branch('c'), anyOf: [branch('a'), branch('b')] }
    expect(valid('gemini-json', both, { c: 'x', a: 'x' }, { c: 'x', d: 'x' }, { c: 1 })).toEqual([{ c: 'x', a: 'x' }])
  })

  test('reads oneOf as anyOf, and follows references', () => {
    expect(valid('gemini-json', { oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1, 1.5, 'x')).toEqual([1, 1.5])
    const both = { anyOf: [{ minimum: 1 }], oneOf: [{ type: 'number' }, { type: 'integer' }] }
    expect(valid('gemini-json', both, 1, 0)).toEqual([1])
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } }
    const output = { $ref: '#/$defs/Node', $defs: { Node: node } }
    expect(valid('gemini-json', output, { next: { next: {} } }, { next: { other: {} } })).toEqual([
      { next: { next: {} } },
    ])
    const any = { type: 'object', properties: { a: { $ref: '#/$defs/Any' } }, $defs: { Any: {} } }
    expect(valid('gemini-json', any, { a: { b: 1 } })).toEqual([{ a: { b: 1 } }])
  })

  test('takes names of properties for data', () => {
    const properties = JSON.parse('{"oneOf":{"type":"string"},"__proto__":{"type":"object","properties":{}}}')
    const output = { type: 'object', properties }
    expect(valid('gemini-json', output, { oneOf: 'x' }, { oneOf: 1 }, JSON.parse('{"__proto__":{"a":1}}'))).toEqual([
      { oneOf: 'x' },
    ])
  })
})
