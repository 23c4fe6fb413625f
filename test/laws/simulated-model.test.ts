import { describe, expect, test } from 'vitest'
import { obedientSchema } from '../oracle/obedient-schema.ts'
import { everydaySchema } from './arbitrary-everyday-schema.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { holds } from './holds.ts'
import { simulateModel } from './simulated-model.ts'

const dialects = ['gemini', 'gemini-json', 'openai-strict'] as const

describe('a simulated model', () => {
  test.each(dialects)('breaks only what is said in words, with everyday tools (%s)', (to) => {
    holds('simulated', (source, seed) => simulateModel(source, seed, { to }).breach, everydaySchema)
  })

  test.each(dialects)('breaks only what is said in words, with any schema (%s)', (to) => {
    holds('simulated', (source, seed) => simulateModel(source, seed, { to }).breach, arbitrarySchema)
  })

  test('heeds what a program can read: multiples, unique items, and what is to be left out', () => {
    const source = {
      type: 'object',
      properties: {
        step: { type: 'number', multipleOf: 5 },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        any: {},
        empty: { type: 'object', additionalProperties: false },
      },
      required: ['step', 'tags'],
      additionalProperties: false,
    }
    const { calls, accepted, breach } = simulateModel(source, 7, { to: 'gemini' })
    expect(breach).toBeUndefined()
    expect(calls).toBeGreaterThan(0)
    expect(accepted).toBe(calls)
  })
})

test('sentences become the keywords that they say', () => {
  expect(
    obedientSchema({
      type: 'object',
      properties: {
        a: { type: 'number', description: 'A step. Must be a multiple of 0.5.' },
        b: { type: 'string', description: 'JSON text of type object.' },
        value: { type: 'boolean', description: 'Not used. Leave it out.' },
      },
    }),
  ).toEqual({
    type: 'object',
    properties: {
      a: { type: 'number', description: 'A step. Must be a multiple of 0.5.', multipleOf: 0.5 },
      b: { type: 'string', description: 'JSON text of type object.', enum: ['{}', '{"a":1}'] },
    },
  })
})
