import { describe, expect, test } from 'vitest'
import { hostileSize } from '../test-level.ts'
import { runHostile } from './hostile.ts'

/** Compiles, reads the changes, and uses every door: whatever happens has to end, in a value or in a ToolfitError. */
const use = `
  const results = []
  for (const to of ['gemini', 'json-schema']) {
    const compiled = compileSchema(source, { to })
    compiled.changes.length
    const value = { a: { a: 'x' } }
    compiled.decode(compiled.encode(value))
    compiled.check(value)
    compiled.receive(value)
    results.push(to)
  }
  return results`

const everything = { returned: ['gemini', 'json-schema'] }

describe('schemas that contain themselves', () => {
  const places: Readonly<Record<string, string>> = {
    properties: "source.properties = { a: source }; at = '/properties/a'",
    items: "source.type = 'array'; source.items = source; at = '/items'",
    additionalProperties: "source.additionalProperties = source; at = '/additionalProperties'",
    allOf: "source.allOf = [source]; at = '/allOf/0'",
    anyOf: "source.anyOf = [source]; at = '/anyOf/0'",
    not: "source.not = source; at = '/not'",
    if: "source.if = source; source.then = true; at = '/if'",
    default: "source.default = source; at = '/default'",
    enum: "source.enum = [source]; at = '/enum'",
    const: "source.const = source; at = '/const'",
    examples: "source.examples = [source]; at = '/examples'",
  }
  test.each(Object.keys(places))('in %s: schema-circular, with a short pointer (X69)', (place) => {
    const outcome = runHostile(`const source = { type: 'object' }; let at; ${places[place]}; ${use}`)
    expect(outcome).toMatchObject({ code: 'schema-circular', message: expect.stringContaining('$ref') })
    const at = 'code' in outcome ? String(outcome.evidence['at']) : ''
    expect(at.length).toBeLessThan(60)
    expect(at).toMatch(new RegExp(`^/${place}`))
  })

  test.each([['description'], ['x-vendor'], ['title']])('in %s, where no schema stands: ends', (keyword) => {
    const outcome = runHostile(`const source = { type: 'object' }; source['${keyword}'] = source; ${use}`)
    expect(outcome).not.toHaveProperty('died')
    expect(outcome).not.toHaveProperty('threw')
  })
})

describe(`${hostileSize.toLocaleString('en')} levels`, () => {
  const wraps: Readonly<Record<string, string>> = {
    properties: "{ type: 'object', properties: { a: source } }",
    items: "{ type: 'array', items: source }",
    prefixItems: "{ type: 'array', prefixItems: [source] }",
    additionalProperties: "{ type: 'object', additionalProperties: source }",
    allOf: '{ allOf: [source] }',
    anyOf: "{ anyOf: [source, { type: 'null' }] }",
    oneOf: '{ oneOf: [source] }',
    not: '{ not: source }',
    if: '{ if: source, then: true }',
    contains: '{ contains: source }',
    propertyNames: '{ propertyNames: source }',
    dependentSchemas: '{ dependentSchemas: { a: source } }',
    $defs: "{ type: 'string', $defs: { a: source } }",
    'x-vendor': "{ type: 'string', 'x-vendor': source }",
    default: "{ type: 'object', default: source }",
  }
  test.each(Object.keys(wraps))('of %s: compiled, or a ToolfitError', (keyword) => {
    const outcome = runHostile(
      `let source = { type: 'string' }; for (let i = 0; i < ${hostileSize}; i++) source = ${wraps[keyword]}; ${use}`,
    )
    expect(outcome).not.toHaveProperty('died')
    expect(outcome).not.toHaveProperty('threw')
    if ('code' in outcome) expect(['schema-too-deep', 'value-too-deep']).toContain(outcome.code)
  })

  test('of not do not make a schema impossible', () => {
    const outcome = runHostile(`
      let source = { type: 'string' }
      for (let i = 0; i < 200; i++) source = { not: source }
      const compiled = compileSchema(source, { to: 'gemini' })
      return [compiled.check('x').length, compiled.check(5).length > 0]`)
    expect(outcome).toEqual({ returned: [0, true] })
  })

  test.each([
    ['references to references', "{ $ref: '#/$defs/d' + (i + 1) }"],
    ['references in properties', "{ type: 'object', properties: { a: { $ref: '#/$defs/d' + (i + 1) } } }"],
    ['references in allOf', "{ allOf: [{ $ref: '#/$defs/d' + (i + 1) }] }"],
  ])('of %s', (_, definition) => {
    const outcome = runHostile(
      `const $defs = { d${hostileSize}: { type: 'string' } }
       for (let i = 0; i < ${hostileSize}; i++) $defs['d' + i] = ${definition}
       const source = { $ref: '#/$defs/d0', $defs }; ${use}`,
    )
    expect(outcome).not.toHaveProperty('died')
    expect(outcome).not.toHaveProperty('threw')
  })

  test('of JSON go through normaliseRequired or end in a ToolfitError', () => {
    const outcome = runHostile(`
      let source = { type: 'string', required: true }
      for (let i = 0; i < ${hostileSize}; i++) source = { type: 'object', properties: { a: source } }
      normaliseRequired(source)
      return 'done'`)
    expect(outcome).toMatchObject({ code: 'schema-too-deep' })
  })
})

describe('a $ref bomb of 2^30 nodes in 5 kB', () => {
  const bombs: Readonly<Record<string, string>> = {
    properties: "{ type: 'object', properties: { a: { $ref }, b: { $ref } } }",
    allOf: '{ allOf: [{ $ref }, { $ref }] }',
    anyOf: '{ anyOf: [{ $ref }, { $ref }] }',
    oneOf: '{ oneOf: [{ $ref }, { $ref }] }',
    'anyOf of properties': '{ anyOf: [{ properties: { a: { $ref } } }, { properties: { b: { $ref } } }] }',
    'allOf of properties': '{ allOf: [{ properties: { a: { $ref } } }, { properties: { a: { $ref } } }] }',
    tuples: "{ type: 'array', prefixItems: [{ $ref }, { $ref }] }",
    'properties and others': "{ type: 'object', properties: { a: { $ref } }, additionalProperties: { $ref } }",
    patternProperties: '{ patternProperties: { a: { $ref }, b: { $ref } } }',
    'not and if': '{ not: { $ref }, if: { $ref }, then: { $ref } }',
    dependentSchemas: '{ dependentSchemas: { a: { $ref }, b: { $ref } } }',
    'a reference beside anyOf': '{ $ref, anyOf: [{ $ref }, { $ref }] }',
  }
  const build = (definition: string) => `
    const $defs = { d30: { type: 'string' } }
    for (let i = 0; i < 30; i++) { const $ref = '#/$defs/d' + (i + 1); $defs['d' + i] = ${definition} }
    const source = { $ref: '#/$defs/d0', $defs };`

  test.each(Object.keys(bombs))('of %s is compiled', (shape) => {
    expect(runHostile(`${build(bombs[shape]!)} ${use}`)).toEqual(everything)
  })

  test.each(Object.keys(bombs))('of %s stays within the limit of its output (X70)', (shape) => {
    const outcome = runHostile(`${build(bombs[shape]!)}
      const size = (value) => 1 + (typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, each) => sum + size(each), 0) : 0)
      return [{}, { composition: 'strip' }, { root: 'object' }].map((options) => size(compileSchema(source, { to: 'gemini', ...options }).schema) <= 10000)`)
    expect(outcome).toEqual({ returned: [true, true, true] })
  })

  test('nothing is fetched', () => {
    expect(
      runHostile(`
        compileSchema({ $ref: 'http://example.com/a.json', $schema: 'http://example.com/meta' }, { to: 'gemini' }).check({})
        return 'done'`),
    ).toEqual({ returned: 'done' })
  })
})
