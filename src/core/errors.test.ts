import { expect, test } from 'vitest'
import { ToolfitError } from './errors.ts'

test('an error in JSON says what went wrong', () => {
  const error = new ToolfitError(
    'tool-unknown',
    'There is no such tool.',
    { name: 'x' },
    { cause: new Error('secret') },
  )
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ToolfitError',
    message: 'There is no such tool.',
    code: 'tool-unknown',
    evidence: { name: 'x' },
  })
})
