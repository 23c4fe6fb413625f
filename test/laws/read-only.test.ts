import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { isPlainObject } from '../../src/core/json.ts'
import type { CompileOptions, DialectId } from '../../src/schema/index.ts'
import { everydaySchema } from './arbitrary-everyday-schema.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import type { Breach } from './breach.ts'
import { findUncallable } from './callable.ts'
import { findUnreportedViolation } from './enforced.ts'
import { holds } from './holds.ts'
import { findUnreported } from './reported.ts'
import { findUnsoundness } from './sound.ts'

/** Schemas, some of whose properties say that the server sets them. */
function withReadOnly(schemas: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc.tuple(schemas, fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })).map(([schema, dice]) => {
    let index = 0
    const markAll = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(markAll)
      if (!isPlainObject(value)) return value
      const copy = Object.entries(value as JsonObject).map(([key, each]) => [key, markAll(each!)] as const)
      return Object.fromEntries(
        copy.map(([key, each]) => [key, key === 'properties' && isPlainObject(each) ? mark(each as JsonObject) : each]),
      )
    }
    const mark = (properties: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(properties).map(([name, each]) => {
          const isMarked = isPlainObject(each) && dice[index++ % dice.length] === true
          return [name, isMarked ? { ...each, readOnly: true } : each!]
        }),
      )
    return markAll(schema) as JsonObject
  })
}

/** A law, where properties are left out; what it finds with them too is for the tests of the law itself. */
function onlyByOmission(
  find: (source: JsonObject, seed: number, options: CompileOptions) => Breach | undefined,
  to: DialectId,
) {
  return (source: JsonObject, seed: number) => {
    const breach = find(source, seed, { to, access: 'request' })
    return breach === undefined || find(source, seed, { to, access: 'keep' }) !== undefined ? undefined : breach
  }
}

const anySchema = withReadOnly(arbitrarySchema)
const everyday = withReadOnly(everydaySchema)

describe.each(['gemini', 'gemini-json', 'openai-strict'] as const)('properties that the server sets, for %s', (to) => {
  test('Law 2: a value without them is valid on the wire and comes back as it was', () => {
    holds('sound', onlyByOmission(findUnsoundness, to), anySchema, 0.5)
  })

  test('Law 3: what fits the wire breaks, once decoded, only what changes lists', () => {
    holds('enforced', onlyByOmission(findUnreportedViolation, to), anySchema, 0.5)
  })

  test('Law 4: everything that is left out with them is reported', () => {
    holds('reported', (source) => findUnreported(source, { to, access: 'request' }), anySchema, 0.5)
  })

  test('Law 9: a call without them is accepted', () => {
    holds('callable', onlyByOmission(findUncallable, to), everyday, 0.5)
  })
})
