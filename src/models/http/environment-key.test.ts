import { afterEach, expect, test } from 'vitest'
import { findKey } from './environment-key.ts'

const real = Object.getOwnPropertyDescriptor(globalThis, 'process')

afterEach(() => {
  if (real === undefined) Reflect.deleteProperty(globalThis, 'process')
  else Object.defineProperty(globalThis, 'process', real)
})

const replace = (value: unknown) => Object.defineProperty(globalThis, 'process', { configurable: true, value })
const stub = (env: unknown) => replace({ env })

test('a key that is passed wins, without the spaces around it', () => {
  stub({ SOME_KEY: 'other' })
  expect(findKey({ apiKey: ' key\n' }, 'SOME_KEY')).toBe('key')
})

test('without one, the first variable that is not empty is the key', () => {
  stub({ FIRST: ' ', SECOND: 'two' })
  expect(findKey({}, 'FIRST', 'SECOND')).toBe('two')
  expect(findKey({}, 'FIRST')).toBeUndefined()
})

test('a key of the environment never goes to another address, nor beside headers', () => {
  stub({ SOME_KEY: 'secret' })
  expect(findKey({ baseURL: 'https://elsewhere.test' }, 'SOME_KEY')).toBeUndefined()
  expect(findKey({ headers: {} }, 'SOME_KEY')).toBeUndefined()
})

test('a platform without an environment, or one that does not show it, has no key', () => {
  replace(undefined)
  expect(findKey({}, 'SOME_KEY')).toBeUndefined()
  const denied = () => {
    throw new Error('NotCapable')
  }
  stub(Object.defineProperty({}, 'SOME_KEY', { get: denied }))
  expect(findKey({}, 'SOME_KEY')).toBeUndefined()
})
