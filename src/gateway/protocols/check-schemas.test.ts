import { describe, expect, test } from 'vitest'
import { checkSchemas } from './check-schemas.ts'

const check = (schema: object) =>
  checkSchemas([{ param: 'tools[0].function.parameters', owner: "function 'x'", schema }])
const refused = (code: string) => expect.objectContaining({ wire: expect.objectContaining({ code }) })

/** Definitions of which each names the next one twice. */
function bomb(levels: number, make: (next: object) => object): object {
  const $defs: Record<string, object> = { [`d${levels}`]: { type: 'string' } }
  for (let level = 0; level < levels; level++) $defs[`d${level}`] = make({ $ref: `#/$defs/d${level + 1}` })
  return { type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs }
}

describe('a schema that grows when its references are followed (J1)', () => {
  test.each([20, 30, 1_000])('beyond every measure is refused: %i levels (J1)', (levels) => {
    expect(() => check(bomb(levels, (next) => ({ properties: { a: next, b: next } })))).toThrow(
      refused('schema_too_complex'),
    )
    expect(() => check(bomb(levels, (next) => ({ anyOf: [next, { items: next }] })))).toThrow(
      refused('schema_too_complex'),
    )
  })

  test('a little is taken (J1)', () => {
    expect(() => check(bomb(8, (next) => ({ properties: { a: next, b: next } })))).not.toThrow()
  })

  test('a large one without references is as large as it is (J1)', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    )
    expect(() => check({ type: 'object', properties })).not.toThrow()
  })

  test('all schemas of a request count (J1)', () => {
    const one = { param: 'p', owner: 'o', schema: bomb(13, (next) => ({ properties: { a: next, b: next } })) }
    const many = Array.from({ length: 50 }, () => one)
    expect(() => checkSchemas([one])).not.toThrow()
    expect(() => checkSchemas(many)).toThrow(refused('schema_too_complex'))
  })
})

describe('references (J2)', () => {
  test.each([
    ['to the root', { $ref: '#' }],
    ['round and round', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['to an anchor', { $ref: '#here', $defs: { a: { $anchor: 'here' } } }],
    ['to another place', { $ref: 'https://example.com/a.json' }],
    ['with escapes', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
    ['with a stray percent sign', { $ref: '#/$defs/100%', $defs: { '100%': {} } }],
    ['from data', { default: { $ref: '#/nowhere' }, enum: [{ $ref: '#/nowhere' }] }],
    ['that are names', { properties: { $ref: { type: 'string' } } }],
    ['from a schema with an address of its own', { $defs: {}, items: { $id: 'https://x/y', $ref: '#/nowhere' } }],
  ])('%s are taken (J2)', (_, schema) => {
    expect(() => check(schema)).not.toThrow()
  })

  test('a chain of 10,000 is followed without overflow (J2)', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, level) => [
        `d${level}`,
        level === 9_999 ? {} : { $ref: `#/$defs/d${level + 1}` },
      ]),
    )
    expect(() => check({ $ref: '#/$defs/d0', $defs })).not.toThrow()
  })

  test.each(['#/$defs/nowhere', '#/definitions/x', '#/properties/__proto__', '#/$defs/constructor'])(
    'to nothing are refused: %s (J2)',
    ($ref) => {
      const schema = { type: 'object', properties: { a: { type: 'array', items: { $ref } } }, $defs: {} }
      expect(() => check(schema)).toThrow(refused('invalid_function_parameters'))
    },
  )

  test('a number that no double holds is refused (J10)', () => {
    expect(() => check({ type: 'number', maximum: Number.POSITIVE_INFINITY })).toThrow(
      refused('invalid_function_parameters'),
    )
  })
})
