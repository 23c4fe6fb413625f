import { describe, expect, test } from 'vitest'
import { decodeError, encodeError, isErrorBody } from './error.ts'

describe('errors of those who imitate the API', () => {
  test.each([
    [
      { error: { message: 'm', type: 't', param: 'p', code: 'c' } },
      400,
      { message: 'm', type: 't', param: 'p', code: 'c', isRetryable: false },
    ],
    [{ error: 'm' }, 500, { message: 'm', isRetryable: true }],
    [{ message: 'm' }, 404, { message: 'm', isRetryable: false }],
    [
      [{ error: { code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' } }],
      429,
      { message: 'm', type: 'RESOURCE_EXHAUSTED', code: '429', isRetryable: true },
    ],
    [{ error: { code: '1302', message: 'm' } }, 429, { message: 'm', code: '1302', isRetryable: true }],
    ['Unauthorized', 401, { message: 'Unauthorized', isRetryable: false }],
    ['<html><body>Bad Gateway</body></html>', 502, { message: 'HTTP 502', isRetryable: true }],
    [undefined, 503, { message: 'HTTP 503', isRetryable: true }],
    [
      { error: { message: 'm', code: 'insufficient_quota' } },
      429,
      { message: 'm', code: 'insufficient_quota', isRetryable: false },
    ],
    [
      { error: { message: 'm', type: 'exceeded_current_quota_error' } },
      429,
      { message: 'm', type: 'exceeded_current_quota_error', isRetryable: false },
    ],
  ])('%j with status %i', (body, status, expected) => {
    expect(decodeError(body, status)).toEqual({ ...expected, statusCode: status })
  })

  test('an error inside a stream takes its status from its code, where that is one', () => {
    expect(decodeError({ error: { message: 'm', code: 503 } })).toEqual({
      message: 'm',
      code: '503',
      statusCode: 503,
      isRetryable: true,
    })
    expect(decodeError({ error: { message: 'm', type: 'overloaded' } })).toMatchObject({ isRetryable: true })
  })

  test.each([
    [1002, 429, true],
    [1001, 504, true],
    [1008, 402, false],
    [1004, 401, false],
    [4242, undefined, false],
  ])('MiniMax says %i under status 200, and means %s', (code, statusCode, isRetryable) => {
    const error = decodeError({ base_resp: { status_code: code, status_msg: 'm' } })
    expect([error.message, error.statusCode, error.isRetryable]).toEqual(['m', statusCode, isRetryable])
  })

  test('an answer is an error where it names one, also beside choices', () => {
    expect(isErrorBody({ choices: [], error: { message: 'x' } })).toBe(true)
    expect(isErrorBody({ choices: [], error: null })).toBe(false)
    expect(isErrorBody({ choices: [], error: {} })).toBe(false)
    expect(isErrorBody({ base_resp: { status_code: 0 } })).toBe(false)
    expect(isErrorBody({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } })).toBe(true)
  })
})

test.each([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [429, 'rate_limit_error'],
  [503, 'server_error'],
])('an error of status %i is a %s', (statusCode, type) => {
  expect(encodeError({ message: 'm', statusCode, isRetryable: false })).toEqual({
    error: { message: 'm', type, param: null, code: null },
  })
})

test.each([
  [{ detail: 'Invalid key.' }, 'Invalid key.'],
  [
    { object: 'error', detail: [{ loc: ['body', 'messages', 0], msg: 'Field required' }] },
    'body.messages.0: Field required',
  ],
  [{ detail: [{ msg: 'One.' }, { msg: 'Two.' }] }, 'One.\nTwo.'],
  [{ detail: {} }, 'HTTP 401'],
])('reads the detail of %j', (body, message) => {
  expect(decodeError(body, 401)).toMatchObject({ message, statusCode: 401 })
})
