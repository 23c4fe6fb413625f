import { afterEach, expect, test, vi } from 'vitest'
import { findKey } from './environment-key.ts'

afterEach(() => vi.unstubAllGlobals())

const stub = (env: unknown) => vi.stubGlobal('process', { env })

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
  vi.stubGlobal('process', undefined)
  expect(findKey({}, 'SOME_KEY')).toBeUndefined()
  const denied = () => {
    throw new Error('NotCapable')
  }
  stub(Object.defineProperty({}, 'SOME_KEY', { get: denied }))
  expect(findKey({}, 'SOME_KEY')).toBeUndefined()
})
