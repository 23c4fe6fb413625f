import { describe, expect, test } from 'vitest'
import { compileSchema, normaliseRequired } from '../../src/schema/index.ts'
import { fitted, reportedChanges } from './fitted.ts'

describe('flags (E1)', () => {
  test('required: true moves to the parent, required: false is removed (E1)', () => {
    const source = {
      type: 'object',
      properties: {
        a: { type: 'string', required: true },
        b: { type: 'number', required: false },
        c: { type: 'boolean' },
      },
    }
    expect(normaliseRequired(source)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' }, c: { type: 'boolean' } },
      required: ['a'],
    })
    const compiled = fitted(source)
    expect(compiled.schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' }, b: { type: 'NUMBER' }, c: { type: 'BOOLEAN' } },
      required: ['a'],
    })
    expect(reportedChanges(compiled)).toEqual([
      '/properties/a required: required-flag-moved, rewritten',
      '/properties/b required: required-flag-dropped, dropped',
    ])
    expect(compiled.check({ b: 1 })).toMatchObject([{ keyword: 'required' }])
    expect(compiled.check({ a: 'x' })).toEqual([])
  })

  test('the flag of a nested object gives way to its own array (E1)', () => {
    const source = {
      type: 'object',
      properties: {
        inner: { type: 'object', required: true, properties: { x: { type: 'string', required: true } } },
      },
    }
    expect(normaliseRequired(source)).toEqual({
      type: 'object',
      properties: { inner: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] } },
      required: ['inner'],
    })
    expect(fitted(source).schema).toEqual({
      type: 'OBJECT',
      properties: { inner: { type: 'OBJECT', properties: { x: { type: 'STRING' } }, required: ['x'] } },
      required: ['inner'],
    })
  })

  test('a property that is called required is data (E1)', () => {
    const source = { type: 'object', properties: { required: { type: 'boolean' } } }
    expect(normaliseRequired(source)).toEqual(source)
    expect(fitted(source).schema).toEqual({ type: 'OBJECT', properties: { required: { type: 'BOOLEAN' } } })
  })
})

describe('existing entries (E2)', () => {
  const source = {
    type: 'object',
    properties: { a: { type: 'string', required: true }, b: { type: 'string', required: true }, c: { type: 'string' } },
    required: ['c', 'a', 'ghost'],
  }
  test('they stay, in order, without duplicates (E2)', () => {
    expect(normaliseRequired(source)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      required: ['c', 'a', 'ghost', 'b'],
    })
  })

  test('a name that properties lacks is declared for Gemini with any value, reported (E2)', () => {
    const compiled = fitted(source)
    expect([...(compiled.schema['required'] as string[])].sort()).toEqual(['a', 'b', 'c', 'ghost'])
    expect(compiled.schema).toMatchObject({ properties: { ghost: { type: 'STRING' } } })
    expect(reportedChanges(compiled)).toContain(' required: required-name-undeclared, encoded')
  })
})

describe('recursive (E3)', () => {
  test('nested objects, items and branches (E3)', () => {
    const flagged = { type: 'object', properties: { x: { type: 'string', required: true } } }
    const clean = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] }
    const source = {
      type: 'object',
      properties: { o: flagged, l: { type: 'array', items: flagged }, u: { anyOf: [flagged, { type: 'null' }] } },
      $defs: { d: flagged },
      allOf: [flagged],
    }
    expect(normaliseRequired(source)).toEqual({
      type: 'object',
      properties: { o: clean, l: { type: 'array', items: clean }, u: { anyOf: [clean, { type: 'null' }] } },
      $defs: { d: clean },
      allOf: [clean],
    })
    const wire = { type: 'OBJECT', properties: { x: { type: 'STRING' } }, required: ['x'] }
    expect(fitted({ type: 'object', properties: { o: flagged, l: { type: 'array', items: flagged } } }).schema).toEqual(
      {
        type: 'OBJECT',
        properties: { o: wire, l: { type: 'ARRAY', items: wire } },
      },
    )
  })

  test('what is no schema is left alone (E3)', () => {
    const source = {
      type: 'object',
      properties: { a: { type: 'object', default: { required: true }, enum: [{ required: true }] } },
    }
    expect(normaliseRequired(source)).toEqual(source)
  })
})

describe('the openai target (E4)', () => {
  test('input is deep-equal and untouched, also after it went to Gemini (E4)', () => {
    const text = '{"type":"object","properties":{"a":{"type":"string","required":true}},"$schema":"x"}'
    const source = JSON.parse(text) as object
    compileSchema(source, { to: 'gemini', root: 'object' })
    const compiled = compileSchema(source, { to: 'openai', root: 'object' })
    expect(compiled.schema).toEqual(JSON.parse(text))
    expect(JSON.stringify(source)).toBe(text)
    expect(compiled.changes).toEqual([])
    normaliseRequired(source)
    expect(JSON.stringify(source)).toBe(text)
  })

  test('frozen input works (E4)', () => {
    const property = Object.freeze({ type: 'string', required: true })
    const source = Object.freeze({ type: 'object', properties: Object.freeze({ a: property }) })
    expect(normaliseRequired(source)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    })
    expect(fitted(source).schema).toMatchObject({ required: ['a'] })
  })
})

describe('normaliseRequired alone (E5)', () => {
  test.each([
    [{ type: 'string' }],
    [{ type: 'array', items: { type: 'string' } }],
    [{ enum: ['a'] }],
    [{ anyOf: [{ type: 'string' }] }],
  ])('%j passes untouched (E5)', (source) => {
    expect(normaliseRequired(source)).toEqual(source)
  })

  test.each([[null], [undefined], [5], ['a'], [true], [[1]]])(
    '%j, which is no schema object, passes as it is (E5)',
    (source) => {
      expect(normaliseRequired(source)).toBe(source)
    },
  )

  test('a root without a type becomes an object; nested schemas do not (E5)', () => {
    expect(normaliseRequired({ properties: { a: {} } })).toEqual({ type: 'object', properties: { a: {} } })
    expect(normaliseRequired({})).toEqual({ type: 'object' })
  })

  test('a property called __proto__ stays a property (E5)', () => {
    const source = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string","required":true}}}',
    ) as object
    const result = normaliseRequired(source)
    expect(JSON.stringify(result)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    )
  })
})

describe('the acceptance examples of the document (E6)', () => {
  test('a simple schema with two required properties (E6)', () => {
    const source = {
      type: 'object',
      properties: { a: { type: 'string', required: true }, b: { type: 'number', required: true } },
    }
    expect(normaliseRequired(source)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['a', 'b'],
    })
    expect(fitted(source, { root: 'object' }).schema).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING' }, b: { type: 'NUMBER' } },
      required: ['a', 'b'],
    })
  })

  test('a nested schema uses an array for the inner object (E6)', () => {
    const source = {
      type: 'object',
      properties: {
        options: {
          type: 'object',
          required: true,
          properties: { path: { type: 'string', required: true }, depth: { type: 'integer' } },
        },
      },
    }
    expect(normaliseRequired(source)).toEqual({
      type: 'object',
      properties: {
        options: {
          type: 'object',
          properties: { path: { type: 'string' }, depth: { type: 'integer' } },
          required: ['path'],
        },
      },
      required: ['options'],
    })
    expect(fitted(source, { root: 'object' }).schema).toEqual({
      type: 'OBJECT',
      properties: {
        options: {
          type: 'OBJECT',
          properties: { path: { type: 'STRING' }, depth: { type: 'INTEGER' } },
          required: ['path'],
        },
      },
      required: ['options'],
    })
  })

  test('a schema without flags is unchanged but for its type (E6)', () => {
    expect(normaliseRequired({ properties: { a: { type: 'string' } }, required: ['a'] })).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    })
    const typed = { type: 'object', properties: { a: { type: 'string' } } }
    expect(normaliseRequired(typed)).toBe(typed)
  })
})
