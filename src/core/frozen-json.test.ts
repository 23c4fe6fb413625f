import { expect, test } from 'vitest'
import { freezeJson, isFrozenJson, rememberFrozen } from './frozen-json.ts'

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

test('what is made of a frozen value is made once, and frozen too', () => {
  let count = 0
  const wrap = rememberFrozen((value: { readonly a: number }) => ({ number: ++count, inner: value }))
  const value = freezeJson({ a: 1 })
  const made = wrap(value)
  expect(wrap(value)).toBe(made)
  expect(isFrozenJson(made)).toBe(true)
  expect(wrap(freezeJson({ a: 1 }))).not.toBe(made)
  const open = { a: 1 }
  expect(wrap(open)).not.toBe(wrap(open))
  expect([Object.isFrozen(open), Object.isFrozen(wrap(open))]).toEqual([false, false])
})
