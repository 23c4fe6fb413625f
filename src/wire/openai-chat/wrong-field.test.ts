import { expect, test } from 'vitest'
import { tooLong, unsupportedValue, wrongType } from './wrong-field.ts'

test('the words for lists, values and types', () => {
  expect(tooLong('stop', 'array', 20, 5).message).toContain('maximum length 5, but got an array with length 20')
  expect(unsupportedValue('x', 'c', ['a', 'b']).message).toBe("Invalid value: 'c'. Supported values are: 'a', and 'b'.")
  expect(unsupportedValue('x', undefined, ['a']).message).toBe("Invalid value: undefined. Supported values are: 'a'.")
  expect(wrongType('x', null, 'string').message).toBe("Invalid type for 'x': expected a string, but got null instead.")
})
