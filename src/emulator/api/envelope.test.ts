import { describe, expect, test } from 'vitest'
import { errorObject, failure, printJson, refusal } from './envelope.ts'

describe('refusal', () => {
  test('repeats transcoding errors as field violations, in order, and leaves out a field that is not there', () => {
    const problem = refusal([
      { stage: 'parse', rule: 'unknown-field', message: 'First.', field: 'tools[0]' },
      { stage: 'parse', rule: 'unknown-field', message: 'Second.' },
    ])
    expect(problem).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT', message: 'First.\nSecond.' })
    expect(problem.details).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'tools[0]', description: 'First.' }, { description: 'Second.' }],
      },
    ])
  })

  test.each([
    ['a syntax error', { stage: 'parse', rule: 'json-syntax', message: 'Text.' }, 'Text.'],
    ['a body that is nested too deep', { stage: 'parse', rule: 'json-too-deep', message: 'Text.' }, 'Text.'],
    ['a body that is too large', { stage: 'parse', rule: 'json-too-large', message: 'Text.' }, 'Text.'],
    [
      'the validator',
      { stage: 'validate', rule: 'items-missing', message: '* a: missing field.' },
      '* a: missing field.\n',
    ],
    ['the backend', { stage: 'backend', rule: 'nesting-too-deep', message: 'Too deep.' }, 'Too deep.'],
  ] as const)('has no details for %s', (_what, rejection, message) => {
    expect(refusal([rejection])).toEqual({ code: 400, status: 'INVALID_ARGUMENT', message })
  })
})

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

  test('gives the reason "invalid" for transcoding errors in the older format', () => {
    const parsed = refusal([{ stage: 'parse', rule: 'unknown-field', message: 'No.' }])
    expect(errorObject(parsed, { endpoint: 'cloud-code' })).toMatchObject({
      error: { errors: [{ reason: 'invalid' }] },
    })
  })
})

test('printJson indents by two and ends in a newline, unless one line is asked for', () => {
  expect(printJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n')
  expect(printJson({ a: [1] }, { compact: true })).toBe('{"a":[1]}')
})
