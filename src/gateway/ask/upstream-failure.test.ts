import { describe, expect, test } from 'vitest'
import { createApiCallError } from '../../models/http/api-call-error.ts'
import { isEmptyAnswer, keyFailure } from './upstream-failure.ts'

function httpError(statusCode: number, error: object, headers: Record<string, string> = {}) {
  const data = { error: { code: statusCode, message: 'Said.', ...error } }
  return createApiCallError('model-http-error', 'Said.', {
    provider: 'google',
    url: 'https://host/',
    statusCode,
    responseHeaders: headers,
    data,
    isRetryable: false,
  })
}

const call = (code: 'model-unreachable' | 'model-response-invalid' | 'model-timeout', data?: unknown) =>
  createApiCallError(code, 'Secret details.', { provider: 'google', url: 'https://host/', isRetryable: true, data })

const daily = [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'XPerDay' }] }]

describe('what an error says about the key', () => {
  test('quotas and refusals do, faults do not', () => {
    expect(keyFailure(httpError(429, {}, { 'retry-after': '3' }))).toEqual({ statusCode: 429, retryAfterMs: 3_000 })
    expect(keyFailure(httpError(429, { details: daily }))).toEqual({ statusCode: 429, isDaily: true })
    expect(keyFailure(httpError(403, {}))).toEqual({ statusCode: 403, isRejected: true })
    expect(keyFailure(httpError(400, { details: [{ reason: 'API_KEY_INVALID' }] }))).toMatchObject({ isRejected: true })
    for (const error of [httpError(400, {}), httpError(503, {}), call('model-timeout'), new Error('x')]) {
      expect(keyFailure(error)).toBeUndefined()
    }
  })
})

test('an answer with nothing in it is told from one that cannot be read', () => {
  expect(isEmptyAnswer(call('model-response-invalid', {}))).toBe(true)
  expect(isEmptyAnswer(call('model-response-invalid'))).toBe(false)
  expect(isEmptyAnswer(call('model-timeout', {}))).toBe(false)
})
