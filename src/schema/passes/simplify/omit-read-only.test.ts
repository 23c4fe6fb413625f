import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import { type CompileOptions, compileSchema } from '../../index.ts'

const text = { type: 'string' }
const id = { type: 'string', description: 'The key.', readOnly: true }
const options: CompileOptions = { to: 'gemini', root: 'object' }

function sent(schema: JsonObject, others: Partial<CompileOptions> = {}) {
  const compiled = compileSchema({ type: 'object', ...schema }, { ...options, ...others })
  const changes = compiled.changes
    .filter(({ keyword }) => keyword.endsWith('Only'))
    .map(({ at, keyword, code, effect }) => `${at} ${keyword}: ${code}, ${effect}`)
  return { properties: compiled.schema['properties'], changes, compiled }
}

describe('an optional property that the server sets', () => {
  test('is left out of the parameters of a tool, with one change for all that it says', () => {
    const { compiled } = sent({ properties: { id, name: text } })
    expect(compiled.schema).toEqual({ type: 'OBJECT', properties: { name: { type: 'STRING' } } })
    expect(compiled.changes.filter(({ implicit }) => implicit !== true)).toEqual([
      {
        at: '/properties/id',
        keyword: 'readOnly',
        code: 'field-omitted',
        effect: 'narrowed',
        enforced: false,
        note: '"id" is set by the server: the model is not asked for it.',
      },
    ])
  })

  test('is left out where a reference says so, and nothing else is simplified', () => {
    const { properties, changes } = sent({ properties: { id: { $ref: '#/$defs/id' }, name: text }, $defs: { id } })
    expect(properties).toEqual({ name: { type: 'STRING' } })
    expect(changes).toEqual(['/$defs/id readOnly: field-omitted, narrowed'])
  })

  test('is still accepted, and read as it was, where a model or a history has it', () => {
    const { compiled } = sent({ properties: { id, name: text }, additionalProperties: false })
    expect(compiled.check({ id: 'a', name: 'b' })).toEqual([])
    expect(compiled.check({ id: 1 })).toHaveLength(1)
    expect(compiled.encode({ id: 'a', name: 'b' })).toEqual({ id: 'a', name: 'b' })
    expect(compiled.receive({ id: 'a', name: 'b' })).toEqual({ value: { id: 'a', name: 'b' }, issues: [] })
  })

  test('is left out where the mark stands in a definition, or in a part of allOf', () => {
    const definitions = { $defs: { id: { type: 'string', readOnly: true } } }
    const parts = { allOf: [{ $ref: '#/$defs/id' }, { maxLength: 9 }] }
    expect(sent({ properties: { id: { $ref: '#/$defs/id' }, parts, name: text }, ...definitions }).properties).toEqual({
      name: { type: 'STRING' },
    })
  })

  test('is left out below the root, and in every branch of a union', () => {
    const branch = (kind: string) => ({ type: 'object', properties: { id, kind: { const: kind } }, required: ['kind'] })
    const { properties } = sent({ properties: { pet: { anyOf: [branch('cat'), branch('dog')] } } })
    expect(JSON.stringify(properties)).not.toContain('"id"')
  })

  test.each(['gemini', 'gemini-json', 'gemini-openai', 'vertex'] as const)('is left out for %s', (to) => {
    expect(Object.keys(sent({ properties: { id, name: text } }, { to }).properties as object)).toEqual(['name'])
  })

  test.each(['anthropic', 'openai', 'json-schema'] as const)('is sent with its mark to %s, which takes it', (to) => {
    expect(sent({ properties: { id, name: text } }, { to })).toMatchObject({ properties: { id }, changes: [] })
  })
})

describe('a property that the server sets, and that has to stay', () => {
  const described = { type: 'STRING', description: 'The key. Set by the server.' }
  const change = ['/properties/id readOnly: constraint-described, described']

  test.each([
    ['is required', { required: ['id'] }],
    ['is required by a part of allOf', { allOf: [{ required: ['id'] }] }],
    ['is named by a condition', { dependentRequired: { name: ['id'] } }],
    ['could be written as a further property', { additionalProperties: { type: 'number' } }],
    ['is needed for the least number of properties', { minProperties: 2 }],
    [
      'is named by a condition with a reference',
      { not: { $ref: '#/$defs/a' }, $defs: { a: { required: ['id', 'b'] } } },
    ],
  ] as const)('is described where it %s', (_, others: JsonObject) => {
    const { properties, changes } = sent({ properties: { id, name: text }, ...others })
    expect((properties as JsonObject)['id']).toEqual(described)
    expect(changes).toEqual(change)
  })

  test('is described where it has another shape on the wire, in which stored calls may have it', () => {
    const scores = { type: 'object', additionalProperties: { type: 'number' }, readOnly: true }
    const { compiled, changes } = sent({ properties: { scores, name: text } })
    expect(changes).toEqual(['/properties/scores readOnly: constraint-described, described'])
    expect(compiled.decode({ scores: [{ key: 'a', value: 1 }] })).toEqual({ scores: { a: 1 } })
  })

  test('is described where the dialect asks for every property', () => {
    const { compiled } = sent({ properties: { id, name: text } }, { to: 'openai-strict' })
    expect(compiled.schema['properties']).toMatchObject({ id: { description: 'The key. Set by the server.' } })
    expect(compiled.decode({ id: null, name: 'a' })).toEqual({ name: 'a' })
  })

  test.each(['gemini', 'gemini-json', 'vertex'] as const)(
    'is left out of %s by the mark of a shared definition',
    (to) => {
      const schema = {
        properties: { id: { $ref: '#/$defs/key' }, ids: { type: 'array', items: { $ref: '#/$defs/key' } } },
        $defs: { key: { ...id, enum: ['a', 'b'] } },
      }
      expect(Object.keys(sent(schema, { to }).properties as object)).toEqual(['ids'])
      expect(sent(schema, { to }).changes).toContain('/$defs/key readOnly: field-omitted, narrowed')
      const { properties } = sent({ ...schema, required: ['id'] }, { to })
      expect(JSON.stringify((properties as JsonObject)['id'])).toContain('Set by the server.')
    },
  )

  test('is left out where it is a union of objects', () => {
    const link = (rel: string) => ({
      type: 'object',
      properties: { rel: { const: rel }, href: text },
      required: ['rel'],
    })
    const links = { type: 'array', readOnly: true, items: { anyOf: [link('self'), link('next')] } }
    expect(sent({ properties: { links, name: text } }).properties).toEqual({ name: { type: 'STRING' } })
  })

  test('is described where nothing else would be left', () => {
    expect(sent({ properties: { id } })).toMatchObject({ properties: { id: described }, changes: change })
  })
})

describe('access', () => {
  const both = { properties: { id, secret: { type: 'string', writeOnly: true }, name: text } }
  const names = (others: Partial<CompileOptions>) => Object.keys(sent(both, others).properties as object)

  test('a request has no readOnly properties, a response no writeOnly ones', () => {
    expect(names({})).toEqual(['secret', 'name'])
    expect(names({ root: 'any', access: 'request' })).toEqual(['secret', 'name'])
    expect(names({ access: 'response' })).toEqual(['id', 'name'])
    expect(sent({ ...both, required: ['secret'] }, { access: 'response' }).properties).toMatchObject({
      secret: { type: 'STRING', description: 'Set by the client.' },
    })
  })

  test('keep sends all, and so does a schema that is not said to be one of the two', () => {
    expect(names({ access: 'keep' })).toEqual(['id', 'secret', 'name'])
    expect(names({ root: 'any' })).toEqual(['id', 'secret', 'name'])
  })

  test('any other value is refused', () => {
    expect(() => sent(both, { access: 'write' as 'keep' })).toThrow(
      'access must be "request" or "response" or "keep", got "write".',
    )
  })

  test('one source that is compiled in two ways is cached as two', () => {
    const source = { type: 'object', ...both }
    const [request, response] = (['request', 'response'] as const).map((access) =>
      compileSchema(source, { to: 'gemini', access }),
    )
    expect(request!.schema).not.toEqual(response!.schema)
    expect(compileSchema(source, { to: 'gemini', access: 'request' })).toBe(request)
  })

  test('readOnly: false marks nothing', () => {
    expect(sent({ properties: { id: { type: 'string', readOnly: false }, name: text } })).toMatchObject({
      properties: { id: { type: 'STRING' } },
      changes: ['/properties/id readOnly: annotation-dropped, dropped'],
    })
  })
})
