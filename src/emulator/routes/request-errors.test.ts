import { describe, expect, test } from 'vitest'
import { errorObject } from '../api/envelope.ts'
import { refusal } from './request-errors.ts'

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
    [
      'the validator',
      { stage: 'validate', rule: 'items-missing', message: '* a: missing field.' },
      '* a: missing field.\n',
    ],
    ['the backend', { stage: 'backend', rule: 'nesting-too-deep', message: 'Too deep.' }, 'Too deep.'],
  ] as const)('has no details for %s', (_what, rejection, message) => {
    expect(refusal([rejection])).toEqual({ code: 400, status: 'INVALID_ARGUMENT', message })
  })

  test('gives the reason "invalid" for transcoding errors in the older format', () => {
    const parsed = refusal([{ stage: 'parse', rule: 'unknown-field', message: 'No.' }])
    expect(errorObject(parsed, { endpoint: 'cloud-code' })).toMatchObject({
      error: { errors: [{ reason: 'invalid' }] },
    })
  })
})
