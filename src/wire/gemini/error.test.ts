import { describe, expect, test } from 'vitest'
import { decodeError } from './error.ts'

const quota = (quotaId: string) => ({
  error: {
    code: 429,
    message: 'You exceeded your current quota.',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '41.5s' },
    ],
  },
})

describe('an error of Google', () => {
  test('has a message whatever its details are: none is called (X59)', () => {
    const odd = { toString: 1, valueOf: null }
    const types = ['RetryInfo', 'QuotaFailure', 'BadRequest', 'ErrorInfo']
    const details = types.map((type) => ({
      '@type': `type.googleapis.com/google.rpc.${type}`,
      retryDelay: odd,
      violations: [{ quotaId: odd }],
      fieldViolations: [{ field: odd }],
      reason: odd,
    }))
    const decoded = decodeError({ error: { code: odd, message: 'No.', status: odd, details } }, 429)
    expect(decoded).toMatchObject({ message: 'No.', statusCode: 429 })
  })

  test('says how long to wait, and whether that helps', () => {
    expect(decodeError(quota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'), 429)).toEqual({
      message: 'You exceeded your current quota.',
      type: 'RESOURCE_EXHAUSTED',
      statusCode: 429,
      isRetryable: true,
      retryAfterMs: 41_500,
    })
    expect(decodeError(quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), 429)).toMatchObject({
      code: 'insufficient_quota',
      isRetryable: false,
    })
  })

  test('names the field that it is about', () => {
    const details = [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'tools[0]', description: 'x' }],
      },
    ]
    const error = { code: 400, message: 'Invalid JSON payload received.', status: 'INVALID_ARGUMENT', details }
    expect(decodeError({ error }, 400)).toMatchObject({ param: 'tools[0]', isRetryable: false })
  })

  test('is read from an array too, and the page of a proxy is not quoted', () => {
    const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
    expect(decodeError([{ error }], 200)).toMatchObject({ statusCode: 503, isRetryable: true })
    expect(decodeError('<html>key=secret</html>', 502)).toEqual({
      message: 'Gemini answered with status 502, and no explanation.',
      statusCode: 502,
      isRetryable: true,
    })
  })
})
