import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { compileSchema, ToolfitError } from '../../src/schema/index.ts'
import { fitted } from './fitted.ts'

const string = { type: 'string' }
const number = { type: 'number' }
const fetched = vi.fn()

beforeAll(() => {
  vi.stubGlobal('fetch', fetched)
})

afterAll(() => {
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
  expect(Object.keys(Object.prototype)).toEqual([])
})

/** The ToolfitError that compiling throws. */
function refusal(source: unknown, options: object = {}): ToolfitError {
  try {
    compileSchema(source, { to: 'gemini', ...options })
  } catch (error) {
    expect(ToolfitError.isInstance(error), `${error}`).toBe(true)
    return error as ToolfitError
  }
  throw new Error('It compiled.')
}

describe('what is no schema', () => {
  class Model {
    type = 'string'
  }
  const nonsense: readonly (readonly [string, unknown, string])[] = [
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['a number', 5, 'The number 5'],
    ['NaN', Number.NaN, 'The number NaN'],
    ['a string', 'string', 'The string "string"'],
    ['a symbol', Symbol('x'), 'The symbol Symbol(x)'],
    ['a BigInt', 10n, 'The bigint 10'],
    ['a function that takes arguments', (x: unknown) => x, 'The function'],
    [
      'a function that throws',
      () => {
        throw new Error('boom')
      },
      'The function',
    ],
    ['a function that returns nonsense', () => 5, 'The number 5'],
    ['a class', Model, 'The function Model'],
    ['an instance of a class', new Model(), 'An object of class Model'],
    ['a Date', new Date(0), 'An object of class Date'],
    ['a Map', new Map(), 'An object of class Map'],
    ['an array', [string], 'An array'],
  ]
  test.each(nonsense)('%s is refused, for every dialect', (_, source, named) => {
    for (const to of ['gemini', 'openai', 'json-schema'] as const) {
      const error = refusal(source, { to })
      expect(error.code).toBe('schema-unreadable')
      expect(error.message).toContain(named)
      expect(error.message).toContain('Pass a Zod schema')
    }
  })

  test('a promise asks for the async function', () => {
    expect(refusal(Promise.resolve(string)).code).toBe('schema-async')
  })

  test('an object without a prototype is an object', () => {
    expect(fitted(Object.assign(Object.create(null), string)).schema).toEqual({ type: 'STRING' })
  })

  test('keywords that are undefined are not there', () => {
    const source = { type: 'string', minLength: undefined, enum: undefined, const: undefined, properties: undefined }
    expect(fitted(source).schema).toEqual({ type: 'STRING' })
  })

  test('keywords that are not what they must be have no effect, and are reported', () => {
    const malformed = {
      type: 'object',
      properties: [1],
      required: 'a',
      minProperties: {},
      anyOf: {},
      $ref: 5,
      enum: 'abc',
    }
    const compiled = fitted(malformed)
    for (const keyword of ['properties', 'required', 'minProperties', 'anyOf', '$ref', 'enum']) {
      expect(compiled.changes).toContainEqual(
        expect.objectContaining({ at: '', keyword, code: 'keyword-malformed', effect: 'dropped' }),
      )
    }
  })

  test('values that are no JSON inside a schema end in a ToolfitError or are left out', () => {
    for (const source of [
      { type: 'string', default: () => 1 },
      { type: 'string', description: Symbol('x') },
      { type: 'integer', default: 5n },
      { enum: [1n] },
      { type: 'object', properties: { a: () => string, b: Symbol('b'), c: null, d: 5 } },
    ]) {
      try {
        fitted(source)
      } catch (error) {
        expect(ToolfitError.isInstance(error), `${error}`).toBe(true)
      }
    }
  })
})

describe('options', () => {
  test.each([[undefined], [null], ['claude'], ['__proto__'], ['constructor'], [5], [{}]])(
    'no dialect is called %j',
    (to) => {
      const error = refusal(string, { to })
      expect(error.code).toBe('dialect-unknown')
      expect(error.message).toContain(
        'gemini, gemini-json, gemini-openai, vertex, openai, openai-strict, anthropic, json-schema',
      )
    },
  )

  test.each([[undefined], [null]])('%s instead of options is a ToolfitError', (options) => {
    const compile = compileSchema as (source: unknown, options: unknown) => unknown
    expect(() => compile({ type: 'string' }, options)).toThrow(ToolfitError)
  })

  const invalid: readonly (readonly [string, object])[] = [
    ['root', { root: 'list' }],
    ['formats', { formats: 'maybe' }],
    ['composition', { composition: 'drop' }],
    ['draft', { draft: '5' }],
    ['strictRefs', { strictRefs: 'yes' }],
    ['onChange', { onChange: 'warn' }],
    ['limits.depth', { limits: { depth: 0 } }],
    ['limits.depth', { limits: { depth: '3' } }],
    ['limits.nodes', { limits: { nodes: Number.NaN } }],
    ['limits.unroll', { limits: { unroll: -1 } }],
    ['limits.levels', { limits: { levels: 3 } }],
  ]
  test.each(invalid)('%s cannot be %j', (name, options) => {
    const error = refusal({ type: 'string' }, options)
    expect(error.code).toBe('option-invalid')
    expect(error.message).toContain(name)
  })
})

describe('impossible schemas', () => {
  const impossible: readonly (readonly [unknown, string])[] = [
    [false, ''],
    [{ enum: [] }, ''],
    [{ type: 'string', enum: [1] }, ''],
    [{ not: {} }, ''],
    [{ type: 'string', minLength: 3, maxLength: 1 }, ''],
    [{ type: 'string', maxLength: -1 }, ''],
    [{ type: 'array', items: string, minItems: 3, maxItems: 1 }, ''],
    [{ type: 'object', properties: { a: string }, minProperties: 3, maxProperties: 1 }, ''],
    [{ type: 'number', minimum: 3, maximum: 1 }, ''],
    [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 1 }, ''],
    [{ type: 'integer', minimum: 1.2, maximum: 1.8 }, ''],
    [{ allOf: [string, number] }, ''],
    [{ type: 'object', properties: { a: false }, required: ['a'] }, '/properties/a'],
    [{ type: 'object', properties: { a: { enum: [] } }, required: ['a'] }, '/properties/a'],
    [
      { type: 'object', properties: { a: { type: 'string', minLength: 3, maxLength: 1 } }, required: ['a'] },
      '/properties/a',
    ],
  ]
  test.each(impossible)('%j: no value satisfies it', (source, at) => {
    const error = refusal(source)
    expect(error.code).toBe('schema-impossible')
    expect(String(error.evidence['at'])).toMatch(new RegExp(`^${at}`))
    expect(error.message).toContain('Look for')
  })

  test('an impossible optional property is left out', () => {
    const compiled = fitted({
      type: 'object',
      properties: { a: string, b: { type: 'number', minimum: 3, maximum: 1 } },
    })
    expect(compiled.schema).toEqual({ type: 'OBJECT', properties: { a: { type: 'STRING' } } })
    expect(compiled.check({ a: 'x', b: 2 })).not.toEqual([])
  })

  test('an impossible branch is left out', () => {
    expect(fitted({ anyOf: [string, { enum: [] }] }).schema).toEqual({ type: 'STRING' })
  })

  test('impossible items leave the empty list', () => {
    const compiled = fitted({ type: 'object', properties: { l: { type: 'array', items: { not: {} } } } })
    expect(compiled.schema).toMatchObject({ properties: { l: { type: 'ARRAY', maxItems: '0' } } })
    expect(compiled.receive({ l: [] })).toEqual({ value: { l: [] }, issues: [] })
  })

  test('contradicting counts of contains are held by check', () => {
    const compiled = fitted({ type: 'array', items: string, contains: string, minContains: 3, maxContains: 1 })
    expect(compiled.check(['a', 'b'])).not.toEqual([])
  })
})

describe('references', () => {
  const anything = { type: 'STRING', description: 'Any JSON value, as JSON text.' }
  test.each([
    ['#/$defs/Nothing'],
    ['http://example.com/s.json'],
    ['https://example.com/s.json#/a'],
    ['other.json'],
    ['#nowhere'],
    ['file:///etc/passwd'],
    ['#/%zz'],
  ])('a $ref to %j: any value, nothing fetched', ($ref) => {
    const compiled = fitted({ type: 'object', properties: { a: { $ref } } })
    expect(compiled.schema).toEqual({ type: 'OBJECT', properties: { a: anything } })
    expect(compiled.changes).toContainEqual(
      expect.objectContaining({ at: '/properties/a', keyword: '$ref', code: 'ref-unresolved', enforced: false }),
    )
    expect(compiled.check({ a: [1] })).toEqual([])
    expect(compiled.receive({ a: '[1]' })).toEqual({ value: { a: [1] }, issues: [] })
  })

  test.each([
    [{ $ref: '#' }],
    [{ $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } }],
    [{ $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } }],
    [{ allOf: [{ $ref: '#' }] }],
    [{ anyOf: [{ $ref: '#' }] }],
  ])('%j leads back to itself: any value', (source) => {
    const compiled = fitted(source)
    expect(compiled.schema).toEqual(anything)
    expect(compiled.changes.map((change) => change.code)).toContain('ref-to-itself')
    expect(() => compiled.receive('1')).not.toThrow()
  })

  test('a $ref to what is no schema leads nowhere', () => {
    expect(fitted({ type: 'object', title: 'T', properties: { a: { $ref: '#/title' } } }).schema).toMatchObject({
      properties: { a: anything },
    })
  })
})

describe('names from the prototype', () => {
  const parse = (text: string) => JSON.parse(text) as unknown

  test('__proto__ and constructor are properties like others', () => {
    const compiled = fitted(
      parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"},"toString":{"type":"boolean"}},"required":["__proto__"]}',
      ),
    )
    expect(JSON.stringify(compiled.schema)).toBe(
      '{"type":"OBJECT","properties":{"__proto__":{"type":"STRING"},"constructor":{"type":"NUMBER"},"toString":{"type":"BOOLEAN"}},"required":["__proto__"]}',
    )
    const text = '{"__proto__":"x","constructor":1}'
    expect(JSON.stringify(compiled.decode(compiled.encode(parse(text))))).toBe(text)
    expect(JSON.stringify(compiled.receive(parse(text)).value)).toBe(text)
    expect(compiled.check({})).toMatchObject([
      { keyword: 'required', message: 'Missing required property "__proto__".' },
    ])
    expect(compiled.check(parse('{"__proto__":5}'))).toMatchObject([{ pointer: '/__proto__', keyword: 'type' }])
  })

  test('they are keys of records, of further properties and of JSON text', () => {
    const text =
      '{"r":{"__proto__":1,"constructor":2},"e":{"a":"x","__proto__":{"__proto__":1}},"f":{"__proto__":{"polluted":true}}}'
    const compiled = fitted({
      type: 'object',
      properties: {
        r: { type: 'object', additionalProperties: number },
        e: {
          type: 'object',
          properties: { a: string },
          additionalProperties: { type: 'object', additionalProperties: number },
        },
        f: {},
      },
    })
    const wire = compiled.encode(parse(text))
    expect(JSON.stringify(wire)).toBe(
      '{"r":[{"key":"__proto__","value":1},{"key":"constructor","value":2}],"e":{"a":"x","extra_properties":[{"key":"__proto__","value":[{"key":"__proto__","value":1}]}]},"f":"{\\"__proto__\\":{\\"polluted\\":true}}"}',
    )
    expect(JSON.stringify(compiled.decode(wire))).toBe(text)
    expect(JSON.stringify(compiled.receive(wire).value)).toBe(text)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('they are names of definitions and defaults', () => {
    expect(fitted(parse('{"$ref":"#/$defs/__proto__","$defs":{"__proto__":{"type":"string"}}}')).schema).toEqual({
      type: 'STRING',
    })
    const compiled = fitted(
      parse(
        '{"type":"object","properties":{"a":{"type":"object","additionalProperties":{"type":"number"},"default":{"__proto__":1}}}}',
      ),
    )
    expect(JSON.stringify(compiled.parse({}).value)).toBe('{"a":{"__proto__":1}}')
  })

  test('as keywords they say nothing', () => {
    expect(
      fitted(parse('{"type":"string","__proto__":{"type":"number"},"constructor":5,"toString":1}')).schema,
    ).toEqual({
      type: 'STRING',
    })
  })

  test('repairing does not pollute', () => {
    const compiled = fitted({ type: 'object', properties: { n: { type: 'integer' } } })
    const received = compiled.receive(parse('{"n":"5","__proto__":{"polluted":true}}'))
    expect(JSON.stringify(received.value)).toBe('{"n":5,"__proto__":{"polluted":true}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('patterns', () => {
  test.each([
    ['^(a+)+$'],
    ['(a|a)*b'],
    ['(x+x+)+y'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$'],
    ['(a{1,1000}){1,1000}'],
    ['.*.*.*.*='],
  ])('%s does not run away', { timeout: 30_000 }, (pattern) => {
    const compiled = fitted({
      type: 'object',
      properties: { s: { type: 'string', pattern } },
      patternProperties: { [pattern]: string },
    })
    for (const text of ['a'.repeat(5000), `${'a'.repeat(5000)}!`, 'x'.repeat(5000)]) {
      compiled.check({ s: text, [text]: 'v' })
      compiled.receive(compiled.encode({ s: text, [text]: 'v' }))
    }
  })

  test.each([['['], ['(?<n'], ['*a'], ['\\'], ['a{2,1}']])('%s is no pattern, and refuses nothing', (pattern) => {
    const compiled = fitted({ type: 'string', pattern })
    expect(compiled.check('anything')).toEqual([])
  })
})

describe('size', () => {
  test.each([
    ['strings', (i: number) => `v${i}`, 'v99999'],
    ['integers in a row', (i: number) => i, 99_999],
    ['numbers', (i: number) => i * 2, '199998'],
    ['objects', (i: number) => ({ i }), '{"i":99999}'],
    ['mixed', (i: number) => (i % 2 === 0 ? `v${i}` : i), '99999'],
  ])('an enum of 100,000 %s', { timeout: 30_000 }, (_, member, wire) => {
    const members = Array.from({ length: 100_000 }, (_each, i) => member(i))
    const compiled = compileSchema({ type: 'object', properties: { e: { enum: members } } }, { to: 'gemini' })
    expect(compiled.encode({ e: members[99_999] })).toEqual({ e: wire })
    expect(compiled.decode({ e: wire })).toEqual({ e: members[99_999] })
    expect(compiled.check({ e: members[99_999] })).toEqual([])
    const issues = compiled.receive({ e: 'nope' }).issues
    expect(issues).toHaveLength(1)
    expect(issues[0]!.message.length).toBeLessThan(1000)
  })

  test('frozen input works, and is not changed', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const source = freeze({
      type: 'object',
      properties: {
        a: { type: 'string', required: true },
        r: { type: 'object', additionalProperties: number, default: { z: 1 } },
        t: { type: 'array', prefixItems: [string], items: false },
        x: { $ref: '#/$defs/A' },
      },
      $defs: { A: { allOf: [{ type: 'object', properties: { q: { enum: [1, 2] } } }, { minProperties: 1 }] } },
    })
    const value = freeze({ a: 'x', r: { b: 1 }, t: ['y'], x: { q: 1 } })
    for (const to of ['gemini', 'openai', 'json-schema'] as const) {
      const compiled = compileSchema(source, { to })
      expect(compiled.decode(freeze(compiled.encode(value)))).toEqual(value)
      expect(compiled.parse(freeze({ a: 'x' }))).toMatchObject({ value: { a: 'x', r: { z: 1 } } })
    }
    expect(fitted(source).receive(freeze({ a: 1, r: { b: '1' } }))).toMatchObject({ value: { a: '1', r: { b: 1 } } })
  })
})

describe('hostile values', () => {
  let deepObject: object = {}
  let deepArray: unknown[] = []
  for (let level = 0; level < 100_000; level++) {
    deepObject = { n: deepObject }
    deepArray = [deepArray]
  }
  const cyclic: Record<string, unknown> = {}
  cyclic['n'] = cyclic

  const schemas: Readonly<Record<string, unknown>> = {
    'a plain object': { type: 'object', properties: { n: string } },
    recursion: { type: 'object', properties: { n: { $ref: '#' } } },
    'free-form': { type: 'object', properties: { n: {} } },
    'a record': { type: 'object', additionalProperties: string },
    anything: true,
    'a union': { anyOf: [{ type: 'object', additionalProperties: number }, string] },
  }
  const hostile = [
    ['100,000 deep objects', deepObject, 'value-too-deep'],
    ['100,000 deep lists', deepArray, 'value-too-deep'],
    ['a value that contains itself', cyclic, 'value-circular'],
  ] as const

  describe.each(Object.keys(schemas))('%s', (name) => {
    test.each(hostile)('%s', (_, value, code) => {
      const compiled = fitted(schemas[name])
      for (const door of ['encode', 'check', 'parse', 'decode'] as const) {
        try {
          compiled[door](value)
        } catch (error) {
          expect(error).toMatchObject({ name: 'ToolfitError', code })
        }
      }
      // Too deep for the reporter, too: nothing that could fail may hold the value.
      const { issues } = compiled.receive(value)
      expect(issues).toMatchObject([{ level: 'error', pointer: '' }])
    })
  })

  test('100,000 deep JSON text is an issue, not an exception', () => {
    const { issues } = fitted({ type: 'object', properties: { f: {} } }).receive({
      f: '['.repeat(100_000) + ']'.repeat(100_000),
    })
    expect(issues).toMatchObject([{ level: 'error' }])
  })
})
