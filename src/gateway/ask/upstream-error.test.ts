import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../core/errors.ts'
import { createApiCallError } from '../../models/http/api-call-error.ts'
import { RefusedRequest } from '../refused-request.ts'
import { isEmptyAnswer, keyFailure, refusalInStream, refusalOf } from './upstream-error.ts'

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

describe('what a client is told', () => {
  test.each([
    [400, 400, undefined],
    [401, 401, 'invalid_api_key'],
    [403, 403, undefined],
    [404, 404, 'model_not_found'],
    [429, 429, 'rate_limit_exceeded'],
    [500, 502, 'bad_gateway'],
    [503, 503, 'model_overloaded'],
    [504, 504, 'upstream_timeout'],
    [529, 502, 'bad_gateway'],
    [302, 502, 'bad_gateway'],
  ])('a %i is a %i (%s)', (given, statusCode, code) => {
    const { wire } = refusalOf(httpError(given, {}))
    expect([wire.statusCode, wire.code, wire.message]).toEqual([statusCode, code, 'Said.'])
  })

  test('how long to wait is told in seconds, and exactly', () => {
    expect(refusalOf(httpError(429, {}, { 'retry-after-ms': '1500' })).headers).toEqual({
      'retry-after': '2',
      'retry-after-ms': '1500',
    })
  })

  test('a fault of ours has no text of ours', () => {
    const { wire } = refusalOf(new TypeError('undefined is not a function at secret.ts'))
    expect(wire).toMatchObject({ statusCode: 500, code: 'internal_error' })
    expect(wire.message).not.toContain('secret')
    expect(refusalOf(call('model-unreachable')).wire.message).not.toContain('Secret')
  })

  test('a schema that cannot be is the client’s', () => {
    const { wire } = refusalOf(new ToolfitError('schema-impossible', 'Nothing fits.'))
    expect(wire).toMatchObject({ statusCode: 400, param: 'response_format' })
  })

  test('a refusal stays what it is', () => {
    const refusal = new RefusedRequest({ message: 'No.' })
    expect(refusalOf(refusal)).toBe(refusal)
  })

  test('in a stream, what breaks off is truncated, and what is late is late', () => {
    expect(refusalInStream(call('model-unreachable')).wire.code).toBe('upstream_truncated')
    expect(refusalInStream(call('model-response-invalid')).wire.code).toBe('upstream_truncated')
    expect(refusalInStream(call('model-timeout')).wire.code).toBe('upstream_timeout')
  })
})

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
