import { expect, test } from 'vitest'
import { createRetryError } from './retry-error.ts'

test('says how often a call was tried, and has the status of the last error', () => {
  const last = Object.assign(new Error('Overloaded'), { statusCode: 529 })
  const error = createRetryError([new Error('First'), last], 1)
  expect(error.message).toBe('Failed after 2 attempts. Last error: Error: Overloaded')
  expect(error).toMatchObject({ reason: 'maxRetriesExceeded', lastError: last, statusCode: 529 })
})

test('tells an error that must not be retried from one that was retried too often', () => {
  const error = createRetryError([new Error('Busy'), new Error('Wrong key')], 5)
  expect(error.message).toBe("Failed after 2 attempts with non-retryable error: 'Error: Wrong key'")
  expect(error).toMatchObject({ reason: 'errorNotRetryable' })
  expect('statusCode' in error).toBe(false)
})
