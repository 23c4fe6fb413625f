import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { nastyNames } from './arbitrary-name.ts'

/** A schema for, and a value with, one property of that name. `fromEntries` defines `__proto__` as data. */
const one = (name: string, value: Json): JsonObject => Object.fromEntries([[name, value]])
const object = (name: string, value: Json): JsonObject => ({
  type: 'object',
  properties: one(name, value),
  required: [name],
})

describe('Law 8, Names are names', () => {
  test.each(nastyNames.filter((name) => name !== ''))('a property called %j keeps its name, at any depth', (name) => {
    const source = object(name, { type: 'array', items: object(name, object(name, { type: 'string' })) })
    const compiled = compileSchema(source, { to: 'gemini' })
    const wire = (value: Json): JsonObject => ({ type: 'OBJECT', properties: one(name, value), required: [name] })
    expect(compiled.schema).toEqual(wire({ type: 'ARRAY', items: wire(wire({ type: 'STRING' })) }))
    expect(Object.keys(compiled.schema['properties'] as JsonObject)).toEqual([name])
    const value = one(name, [one(name, one(name, 'x'))])
    expect(JSON.stringify(compiled.encode(value))).toBe(JSON.stringify(value))
    expect(JSON.stringify(compiled.decode(value))).toBe(JSON.stringify(value))
    expect(compiled.check(value)).toEqual([])
    expect(compiled.receive(value)).toEqual({ value, issues: [] })
  })

  test.each(nastyNames)('a property called %j whose value is encoded comes back under its name', (name) => {
    const source: JsonObject = { ...object(name, { enum: [1, 2] }), additionalProperties: { type: 'integer' } }
    const compiled = compileSchema(source, { to: 'gemini' })
    const value = { ...one('other', 5), ...one(name, 2) }
    if (name === '__proto__')
      Object.defineProperty(value, name, { value: 2, enumerable: true, writable: true, configurable: true })
    expect(JSON.stringify(sorted(compiled.decode(compiled.encode(value))))).toBe(JSON.stringify(sorted(value)))
    expect(compiled.receive(compiled.encode(value)).issues).toEqual([])
  })

  test('only the empty name is renamed, and never onto a name that is taken', () => {
    const source: JsonObject = {
      type: 'object',
      properties: { '': { type: 'string' }, _: { type: 'string' }, empty: { type: 'string' } },
    }
    const compiled = compileSchema(source, { to: 'gemini' })
    const names = Object.keys(compiled.schema['properties'] as JsonObject)
    expect(new Set(names).size).toBe(3)
    expect(names).not.toContain('')
    const value = { '': 'a', _: 'b', empty: 'c' }
    expect(compiled.decode(compiled.encode(value))).toEqual(value)
    expect(compiled.changes).toContainEqual(expect.objectContaining({ code: 'property-renamed', effect: 'encoded' }))
  })

  test('no name reaches a prototype', () => {
    const compiled = compileSchema(
      { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
      { to: 'gemini' },
    )
    const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as Json
    compiled.receive(compiled.encode(value))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

function sorted(value: unknown): [string, unknown][] {
  return Object.entries(value as object).sort(([left], [right]) => (left < right ? -1 : 1))
}
