import { describe, expect, test } from 'vitest'
import { errorObject, failure, printJson } from './envelope.ts'

describe('errorObject', () => {
  const problem = failure('NOT_FOUND', 'Gone.')

  test('is the newer format on AI Studio and Vertex', () => {
    const newer = { error: { code: 404, message: 'Gone.', status: 'NOT_FOUND' } }
    expect(errorObject(problem, { endpoint: 'ai-studio' })).toEqual(newer)
    expect(errorObject(problem, { endpoint: 'vertex' })).toEqual(newer)
  })

  test('is the older format on Cloud Code, and where $.xgafv asks for it', () => {
    const errors = [{ message: 'Gone.', domain: 'global', reason: 'notFound' }]
    const older = { error: { code: 404, message: 'Gone.', errors, status: 'NOT_FOUND' } }
    expect(errorObject(problem, { endpoint: 'cloud-code' })).toEqual(older)
    expect(errorObject(problem, { endpoint: 'vertex', olderErrors: true })).toEqual(older)
  })
})

test('printJson indents by two and ends in a newline, unless one line is asked for', () => {
  expect(printJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n')
  expect(printJson({ a: [1] }, { compact: true })).toBe('{"a":[1]}')
})
