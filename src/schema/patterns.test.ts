import { describe, expect, test } from 'vitest'
import { compileSchema, type DialectId, dialects } from './index.ts'

const everyDialect = Object.keys(dialects) as DialectId[]
const unknown = '^(a+)+\\1$'
const many = (count: number, of: (index: number) => string, value: unknown = { type: 'string' }) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [of(index), value]))

describe.each(everyDialect)('a pattern that is not run, in %s', (to) => {
  test('is reported where it stands, with enforced: false (X153)', () => {
    const { changes } = compileSchema(
      {
        type: 'object',
        properties: { a: { type: 'string', pattern: unknown }, b: { $ref: '#/$defs/b' } },
        patternProperties: { '^x': {}, [unknown]: { type: 'number' } },
        propertyNames: { pattern: unknown },
        $defs: { b: { anyOf: [{ type: 'string', pattern: `${unknown}|x` }, { type: 'number' }] } },
      },
      { to },
    )
    const found = changes.filter(({ code }) => code === 'pattern-not-run')
    expect(found.map(({ at, keyword }) => `${at} ${keyword}`).sort()).toEqual([
      ' patternProperties',
      '/$defs/b/anyOf/0 pattern',
      '/properties/a pattern',
      '/propertyNames pattern',
    ])
    expect(found.every(({ enforced }) => !enforced)).toBe(true)
  })

  test('refuses no value (X153)', () => {
    const schema = {
      oneOf: [
        { type: 'string', pattern: unknown },
        { type: 'string', pattern: '^b$' },
      ],
    }
    const compiled = compileSchema({ type: 'object', properties: { a: schema } }, { to })
    expect(compiled.check({ a: 'b' })).toEqual([])
    expect(compiled.receive(compiled.encode({ a: 'b' }))).toEqual({ value: { a: 'b' }, issues: [] })
  })
})

test('a value is encoded by the branch that certainly accepts it', () => {
  const record = { type: 'object', additionalProperties: { type: 'number' } }
  const isUnknown = { ...record, propertyNames: { pattern: unknown } }
  const compiled = compileSchema(
    { anyOf: [isUnknown, { type: 'object', properties: { b: record } }] },
    { to: 'gemini' },
  )
  const value = { b: { c: 1 } }
  expect(compiled.decode(compiled.encode(value))).toEqual(value)
})

describe('steps', () => {
  test('1,000 patterns and 1,000 names: the names that were not compared are reported (X152)', () => {
    const properties = many(1000, (index) => `name${index}`)
    const patternProperties = many(1000, (index) => `^a*b*c*${index}$`, { minLength: 1 })
    for (const source of [
      { type: 'object', properties, patternProperties },
      {
        allOf: [
          { type: 'object', properties },
          { type: 'object', patternProperties },
        ],
      },
    ]) {
      const { changes } = compileSchema(source, { to: 'gemini' })
      expect(changes.find(({ note }) => note.startsWith('Not compared with all declared names'))).toMatchObject({
        keyword: 'patternProperties',
        code: 'pattern-not-run',
        enforced: false,
      })
    }
  })

  test('1,000 patterns and 1,000 keys of a value: check warns, receive accepts (X152)', () => {
    const patternProperties = many(1000, (index) => `^a*b*c*${index}$`, { type: 'object', additionalProperties: true })
    const compiled = compileSchema({ type: 'object', patternProperties }, { to: 'gemini' })
    const value = many(1000, (index) => `name${index}`, 'x')
    const warning = { level: 'warning', pointer: '', keyword: 'patternProperties' }
    expect(compiled.check(value)).toMatchObject([warning])
    const received = compiled.receive(compiled.encode(value))
    expect(received.issues).toMatchObject([warning])
    expect(received.value).toEqual(value)
    expect(compiled.parse(value)).toMatchObject({ value, warnings: [warning] })
  })

  test('10,000 members of an enum beside 100 patterns', () => {
    const source = {
      enum: Array.from({ length: 10_000 }, (_, index) => `${'a'.repeat(20)}${index}`),
      allOf: Array.from({ length: 100 }, (_, index) => ({ pattern: `^(a*)*${index % 2 ? '' : '.'}` })),
    }
    expect(compileSchema(source, { to: 'gemini' }).changes.length).toBeGreaterThan(0)
  })
})
