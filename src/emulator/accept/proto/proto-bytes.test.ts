import { describe, expect, test } from 'vitest'
import { base64Problem } from './proto-bytes.ts'

describe('base64', () => {
  test.each([
    '',
    'QQ',
    'QQ==',
    'QUI',
    'QUI=',
    'QUJD',
    '+/+/',
    '-_-_',
    // The two values that skip the check of signatures happen to be base64.
    'skip_thought_signature_validator',
    'context_engineering_is_the_way_to_go',
  ])('%j is one', (text) => {
    expect(base64Problem(text)).toBeUndefined()
  })
  test.each([
    ['Q', 'length'],
    ['QUJDQ', 'length'],
    ['QQ=', 'padding'],
    ['QUJD=', 'padding'],
    ['QUI==', 'padding'],
    ['====', 'alphabet'],
    ['Q=Q=', 'alphabet'],
    ['QU JD', 'alphabet'],
    ['+_+_', 'alphabet'],
    ['QUJD\n', 'alphabet'],
    // The end of `QQ==` and of `QUI=`, with bits that no byte has.
    ['QR==', 'bits'],
    ['QUJ=', 'bits'],
    ['Es4DCssDAb4+9vufO4J', 'bits'],
  ])('%j is none: %s', (text, problem) => {
    expect(base64Problem(text)).toBe(problem)
  })
})
