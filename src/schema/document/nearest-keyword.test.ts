import { expect, test } from 'vitest'
import { nearestKeyword } from './nearest-keyword.ts'

test.each([
  ['minlength', 'minLength'],
  ['Enum', 'enum'],
  ['desc', 'description'],
  ['require', 'required'],
  ['additionalproperties', 'additionalProperties'],
  ['min_length', 'minLength'],
  ['any_of', 'anyOf'],
  ['item', 'items'],
  ['discription', 'description'],
  ['exlusiveMinimun', 'exclusiveMinimum'],
  ['readonly', 'readOnly'],
])('%s is close to %s', (name, keyword) => {
  expect(nearestKeyword(name)).toBe(keyword)
})

test('keywords and words of their own are close to nothing', () => {
  const names = 'minLength $comment deprecated x-enum x-minlength unit cost when note schema comment optional container'
  for (const name of names.split(' ')) expect(nearestKeyword(name)).toBeUndefined()
})
