import { expect, test } from 'vitest'
import { parseRequest } from '../parse-request.ts'

function refusals(body: string) {
  return parseRequest(body, 'GenerateContentRequest', { endpoint: 'ai-studio' }).rejections
}

test('json-syntax shows what was expected, the text around the place, and a caret below it', () => {
  expect(refusals('{"contents": [}, 1, 2]}')).toEqual([
    {
      stage: 'parse',
      rule: 'json-syntax',
      message: 'Invalid JSON payload received. Unexpected token.\n{"contents": [}, 1, 2]}\n              ^',
    },
  ])
})

test('json-syntax gives no reason where its text would cut a character in two', () => {
  expect(refusals(`{"${'ä'.repeat(20)}a" 1}`)).toEqual([
    { stage: 'parse', rule: 'json-syntax', message: 'Request contains an invalid argument.' },
  ])
})

test('json-too-deep names the key of an object, and no key of a list', () => {
  const deep = (open: string, close: string) => `{"a":${open.repeat(100)}${close.repeat(100)}}`
  const text = 'Invalid JSON payload received. Message too deep. Max recursion depth reached'
  expect(refusals(deep('{"b":', '}'))).toEqual([
    { stage: 'parse', rule: 'json-too-deep', message: `${text} for key 'b'` },
  ])
  expect(refusals(deep('[', ']'))).toEqual([{ stage: 'parse', rule: 'json-too-deep', message: `${text} in array` }])
})
