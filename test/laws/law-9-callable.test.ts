import fc from 'fast-check'
import { test } from 'vitest'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { isPlainObject } from '../../src/core/json.ts'
import { everydaySchema } from './arbitrary-everyday-schema.ts'
import { findUncallable } from './callable.ts'
import { holds } from './holds.ts'

/** Everyday tools, some of whose objects require a name that they do not declare. */
const withGhosts: fc.Arbitrary<JsonObject> = fc
  .tuple(everydaySchema, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }))
  .map(([schema, dice]) => {
    let index = 0
    const haunt = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(haunt)
      if (!isPlainObject(value)) return value
      const copy = Object.fromEntries(Object.entries(value as JsonObject).map(([key, each]) => [key, haunt(each!)]))
      const { properties, additionalProperties } = copy
      const isObject = copy['type'] === 'object' && isPlainObject(properties) && additionalProperties !== false
      if (!isObject || dice[index++ % dice.length] !== true) return copy
      const required = Array.isArray(copy['required']) ? copy['required'] : []
      return { ...copy, required: [...required, 'ghost'] }
    }
    return haunt(schema) as JsonObject
  })

test.each(['gemini', 'gemini-json', 'openai-strict'] as const)(
  'Law 9, Callable: a model that obeys the output can make a call that check accepts (%s)',
  (to) => {
    holds('callable', (source, seed) => findUncallable(source, seed, { to }), withGhosts)
  },
)
