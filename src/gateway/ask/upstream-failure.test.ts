import { describe, expect, test } from 'vitest'
import { createApiCallError } from '../../models/http/api-call-error.ts'
import { isEmptyAnswer, keyFailure } from './upstream-failure.ts'

function httpError(statusCode: number, error: object, headers: Record<string, string> = {}) {
  const data = { error: { code: statusCode, message: 'Said.', ...error } }
  return createApiCallError('model-http-error', data.error.message, {
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

const info = (reason: string, fields: object = {}) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'generativelanguage.googleapis.com' },
  ...fields,
})

describe('what an error says about the key', () => {
  test('quotas and refusals do, faults do not', () => {
    expect(keyFailure(httpError(429, {}, { 'retry-after': '3' }))).toEqual({ statusCode: 429, retryAfterMs: 3_000 })
    expect(keyFailure(httpError(429, { details: daily }))).toEqual({ statusCode: 429, isDaily: true })
    expect(keyFailure(httpError(401, {}))).toEqual({ statusCode: 401, isRejected: true })
    expect(keyFailure(httpError(403, {}))).toEqual({ statusCode: 403, isDenied: true })
    for (const error of [httpError(400, {}), httpError(503, {}), call('model-timeout'), new Error('x')]) {
      expect(keyFailure(error)).toBeUndefined()
    }
  })

  test.each([
    [400, 'API_KEY_INVALID'],
    [403, 'API_KEY_SERVICE_BLOCKED'],
    [403, 'SERVICE_DISABLED'],
    [403, 'BILLING_DISABLED'],
    [403, 'CONSUMER_SUSPENDED'],
  ])('a %i with the reason %s rejects the key', (status, reason) => {
    expect(keyFailure(httpError(status, { details: [info(reason)] }))).toMatchObject({ isRejected: true })
  })

  const quote = 'API_KEY_INVALID: API key not valid. Please pass a valid API key. API key expired.'
  const nested = JSON.stringify({ error: { code: 400, details: [info('API_KEY_INVALID')] } })
  const badRequest = { '@type': 'type.googleapis.com/google.rpc.BadRequest' }
  test.each([
    ['in the message', { message: `Invalid value at 'contents[0]': "${quote}"` }],
    ['as JSON in the message', { message: nested }],
    [
      'in a field violation',
      { details: [{ ...badRequest, fieldViolations: [{ description: quote, field: nested }] }] },
    ],
    ['in a detail of another kind', { details: [{ ...info('API_KEY_INVALID'), '@type': 'google.rpc.DebugInfo' }] }],
    ['in a detail without a kind', { details: [{ reason: 'API_KEY_INVALID', domain: 'googleapis.com' }] }],
    ['under a domain of somebody else', { details: [info('API_KEY_INVALID', { domain: 'mallory.example' })] }],
    ['in the metadata of a reason', { details: [info('INVALID_FILE', { metadata: { file: quote } })] }],
    ['one level too deep', { details: [{ inner: [info('API_KEY_INVALID')] }] }],
    ['beside the details', { ...info('API_KEY_INVALID') }],
  ])('words of a client that Google quotes reject no key: %s (X138)', (_where, error) => {
    for (const status of [400, 404, 500]) expect(keyFailure(httpError(status, error))).toBeUndefined()
    expect(keyFailure(httpError(403, error))).toEqual({ statusCode: 403, isDenied: true })
    expect(keyFailure(httpError(429, error))).toEqual({ statusCode: 429 })
  })

  test('a reason of another service, which the client named, is not about the key (X138)', () => {
    const of = (reason: string) => [info(reason, { metadata: { service: 'storage.googleapis.com' } })]
    expect(keyFailure(httpError(403, { details: of('SERVICE_DISABLED') }))).toEqual({ statusCode: 403, isDenied: true })
    expect(keyFailure(httpError(400, { details: of('API_KEY_INVALID') }))).toBeUndefined()
  })
})

test('an answer with nothing in it is told from one that cannot be read', () => {
  expect(isEmptyAnswer(call('model-response-invalid', {}))).toBe(true)
  expect(isEmptyAnswer(call('model-response-invalid'))).toBe(false)
  expect(isEmptyAnswer(call('model-timeout', {}))).toBe(false)
})
