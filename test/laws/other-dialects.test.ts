import { describe, expect, test } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { holds } from './holds.ts'
import { findOtherMeaning, findUntouchedChanged } from './other-dialects.ts'

describe('openai', () => {
  test('passes every schema on as it came, also after it went to gemini', () => {
    holds('openai', findUntouchedChanged)
  })

  test('changes no value', () => {
    const compiled = compileSchema({ type: 'object', additionalProperties: { enum: [1] } }, { to: 'openai' })
    expect([compiled.encode({ a: 1 }), compiled.decode({ a: 1 }), compiled.changes]).toEqual([{ a: 1 }, { a: 1 }, []])
  })
})

describe('json-schema', () => {
  test('keeps the exact value set and changes no value', () => {
    holds('json-schema', findOtherMeaning)
  })

  test('takes a schema that nothing satisfies', () => {
    expect(compileOrRefuse(false, { to: 'json-schema' })?.schema).toMatchObject({ not: {} })
  })
})
