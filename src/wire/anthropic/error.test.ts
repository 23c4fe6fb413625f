import { expect, test } from 'vitest'
import { decodeError } from './error.ts'

test.each([
  ['invalid_request_error', 400, false],
  ['authentication_error', 401, false],
  ['rate_limit_error', 429, true],
  ['api_error', 500, true],
  ['overloaded_error', 529, true],
])('%s inside a stream stands for status %i', (type, statusCode, isRetryable) => {
  const error = decodeError({ type: 'error', error: { type, message: 'm' } })
  expect(error).toEqual({ message: 'm', type, statusCode, isRetryable })
})

test('the status of the reply goes before the status of the type', () => {
  const body = { type: 'error', error: { type: 'api_error', message: 'm' } }
  expect(decodeError(body, 400)).toMatchObject({ statusCode: 400, isRetryable: false })
})

test('a line of text is the message, and a page of HTML is not', () => {
  expect(decodeError('upstream timed out\n', 504)).toEqual({
    message: 'upstream timed out',
    statusCode: 504,
    isRetryable: true,
  })
  expect(decodeError('<html>', 502).message).toBe('HTTP 502')
  expect(decodeError(undefined)).toEqual({ message: 'Anthropic reported an error.', isRetryable: false })
})
