import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import type { DialectId } from '../../src/schema/index.ts'
import { compileSchema, dialects } from '../../src/schema/index.ts'
import { arbitraryConditions } from './arbitrary-conditions.ts'
import type { Breach } from './breach.ts'
import { findUncallable } from './callable.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { findUnreportedViolation } from './enforced.ts'
import { holds } from './holds.ts'
import { findUnreported } from './reported.ts'
import { findUnsoundness } from './sound.ts'

const n = { $ref: '#/definitions/n' }
/** A public schema, reduced: the branches of a condition cannot be combined with those of the types beside it. */
const reduced = {
  definitions: {
    n: {
      properties: { type: { enum: ['u', 's'] } },
      allOf: [
        { if: { properties: { type: { const: 'u' } } }, then: { properties: { min: n, max: n } } },
        { if: { properties: { type: { const: 's' } } }, then: {} },
      ],
    },
  },
  items: {
    allOf: [
      {
        if: {},
        then: { properties: { limit: { ...n, type: ['integer', 'object'], properties: { min: n, max: n } } } },
      },
    ],
  },
}

const values = [{}, { kind: 'u', min: { kind: 's' } }, [{ kind: 'u' }], 'u', 5, null]

function findFailure(source: JsonObject, to: DialectId): Breach | undefined {
  const compiled = compileOrRefuse(source, { to })
  if (compiled === undefined) return undefined
  const { schema, changes } = compiled
  for (const value of values) compiled.receive(compiled.encode(value))
  const missing = referencesOf(schema).find((name) => !Object.hasOwn((schema['$defs'] ?? {}) as object, name))
  return missing === undefined ? undefined : { what: `nothing is called ${missing}`, schema, changes }
}

function referencesOf(schema: JsonObject): string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name!)
}

const all = Object.keys(dialects) as DialectId[]
/** The others hand the source on. */
const rewriting = all.filter((id) => id !== 'openai' && id !== 'json-schema')

describe.each(all)('conditions that meet in one place, in %s', (to) => {
  test('are compiled and checked where their branches cannot be combined', () => {
    const compiled = compileSchema(reduced, { to })
    expect(compiled.check([{ limit: 5 }])).toEqual([])
    expect(compiled.check([{ limit: { type: 'x' } }])).toMatchObject([{ level: 'error', keyword: 'enum' }])
  })
})

describe.each(rewriting)('conditions that meet in one place, in %s', (to) => {
  test('are compiled, or refused with a code, and no reference leads nowhere', () => {
    holds('accepted', (source) => findFailure(source, to), arbitraryConditions, 0.5)
  })

  test('keep the laws of values, of changes and of calls', () => {
    holds(
      'sound',
      (source, seed) => {
        const options = { to, root: seed % 2 === 0 ? 'any' : 'object' } as const
        return (
          findUnsoundness(source, seed, options) ??
          findUnreportedViolation(source, seed, options) ??
          findUnreported(source, options) ??
          findUncallable(source, seed, options)
        )
      },
      arbitraryConditions,
      0.3,
    )
  })
})
