import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { compileSchema } from '../../compile.ts'
import { pruneImpossible } from './prune-impossible.ts'

test('omits an optional property that no value can fill', () => {
  const { tree, changes } = runPass(pruneImpossible, {
    type: 'object',
    properties: { a: { type: 'string' }, b: false },
  })
  expect(tree).toEqual({ kind: 'object', fields: { 'a?': { kind: 'string' } } })
  expect(changes).toEqual([' properties: impossible-part-removed, rewritten'])
})

test('finds an object impossible whose required property is', () => {
  const { tree, changes } = runPass(pruneImpossible, { type: 'object', properties: { b: false }, required: ['b'] })
  expect(tree).toEqual({ kind: 'never' })
  expect(changes).toEqual([
    '/properties/b type: impossible-part-removed, rewritten',
    ' properties: impossible-part-removed, rewritten',
  ])
})

test('finds bounds impossible that contradict each other', () => {
  const { tree, changes } = runPass(pruneImpossible, {
    type: 'object',
    properties: {
      n: { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 },
      s: { type: 'string', minLength: 2, maxLength: 1 },
    },
    required: ['n'],
  })
  expect(tree).toEqual({ kind: 'never' })
  expect(changes).toEqual([
    '/properties/n exclusiveMinimum: impossible-part-removed, rewritten',
    '/properties/n exclusiveMinimum: impossible-part-removed, rewritten',
    ' properties: impossible-part-removed, rewritten',
  ])
})

test('ends a tuple before a position that no value can fill', () => {
  const { tree, changes } = runPass(
    pruneImpossible,
    { type: 'array', prefixItems: [{ type: 'string' }, false] },
    { supports: ['tuples'] },
  )
  expect(tree).toEqual({ kind: 'array', prefix: [{ kind: 'string' }], maxItems: 1 })
  expect(changes).toEqual([])
})

test('leaves what some value satisfies', () => {
  expect(
    runPass(pruneImpossible, { type: 'object', properties: { n: { type: 'integer', minimum: 1, maximum: 1 } } }).isSame,
  ).toBe(true)
})

test('reports a property that two schemas make impossible together at both places', () => {
  const source = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    allOf: [{ properties: { a: { type: 'integer' } } }],
  }
  const { changes } = compileSchema(source, { to: 'gemini' })
  expect(changes.filter(({ code }) => code === 'impossible-part-removed').map(({ at, note }) => [at, note])).toEqual([
    ['', 'No value is possible at /properties/a: the property is left out.'],
    ['/allOf/0', 'No value satisfies /allOf/0/properties/a and /properties/a: the property is left out.'],
  ])
})

test('says once that a value is no array, at every place that makes arrays impossible', () => {
  const source = {
    allOf: [
      { minItems: 3, contains: { type: 'string' } },
      { maxItems: 1, minItems: 0 },
    ],
  }
  const { schema, changes } = compileSchema(source, { to: 'gemini' })
  expect(schema).toEqual({ type: 'STRING', description: 'Must be no array. Any JSON value, as JSON text.' })
  const removed = changes.filter(({ code, effect }) => code === 'impossible-part-removed' && effect === 'described')
  expect(removed.map(({ at, keyword }) => `${at} ${keyword}`).sort()).toEqual([
    '/allOf/0 contains',
    '/allOf/0 minItems',
    '/allOf/1 maxItems',
    '/allOf/1 minItems',
  ])
})

test('finds an object impossible that requires more properties than it may have', () => {
  const { tree, changes } = runPass(pruneImpossible, {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a', 'b'],
    maxProperties: 1,
  })
  expect(tree).toEqual({ kind: 'never' })
  expect(changes).toEqual([' maxProperties: impossible-part-removed, rewritten'])
})

test('leaves null and values of other types where an object requires a name that it forbids', () => {
  const closed = { properties: { a: { type: 'string' } }, required: ['b'], additionalProperties: false }
  expect(compileSchema({ type: 'object', nullable: true, ...closed }, { to: 'gemini' }).schema).toEqual({
    type: 'NULL',
  })
  expect(compileSchema(closed, { to: 'gemini' }).schema).toEqual({
    type: 'STRING',
    description: 'Must be no object. Any JSON value, as JSON text.',
  })
})

test('forbids in words a name that is impossible where an object needs more properties than it declares', () => {
  const source = { type: 'object', properties: { a: { type: 'string' }, b: false }, minProperties: 2 }
  const { description, changes } = described(source)
  expect(description).toBe('Leave out b. Must have at least 2 properties.')
  expect(changes).toContain('impossible-part-removed described')
  expect(described({ ...source, minProperties: 1 }).changes).toContain('impossible-part-removed rewritten')
})

function described(source: object) {
  const { schema, changes } = compileSchema(source, { to: 'gemini-json' })
  return { description: schema['description'], changes: changes.map(({ code, effect }) => `${code} ${effect}`) }
}
