import { expect, test } from 'vitest'
import { freezeJson, isFrozenJson } from './frozen-json.ts'

test('everything in a value is frozen, and known to be', () => {
  const value = freezeJson({ list: [{ deep: { text: 'a' } }], none: null })
  expect(Object.isFrozen(value.list[0]!.deep)).toBe(true)
  expect(isFrozenJson(value)).toBe(true)
  expect(isFrozenJson(value.list)).toBe(true)
  expect(() => {
    value.list[0]!.deep.text = 'b'
  }).toThrow(TypeError)
})

test('what somebody else froze is not known to be frozen inside', () => {
  const value = Object.freeze({ list: [1] })
  expect(isFrozenJson(value)).toBe(false)
  freezeJson(value)
  expect(Object.isFrozen(value.list)).toBe(true)
})
