import { describe, expect, test } from 'vitest'
import {
  canonicalJson,
  countJsonNodes,
  deepEqual,
  findJsonProblem,
  findShapeProblem,
  isPlainObject,
  jsonText,
  objectsIn,
  parseJson,
  setOwn,
  showValue,
} from './json.ts'

describe('deepEqual', () => {
  test('the order of keys does not matter, their number does', () => {
    expect(deepEqual({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true)
    expect(deepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false)
    expect(deepEqual([], {})).toBe(false)
  })

  test('dates by time', () => {
    expect(deepEqual(new Date(5), new Date(5))).toBe(true)
    expect(deepEqual(new Date(5), new Date(6))).toBe(false)
  })
})

describe('shapes', () => {
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

  test('deep, circular and shared values are told apart', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    const shared = { a: 1 }
    expect(findShapeProblem(nested(50), 100)).toBeUndefined()
    expect(findShapeProblem(nested(500), 100)).toBe('too-deep')
    expect(findShapeProblem(loop, 100)).toBe('circular')
    expect(findShapeProblem([shared, shared], 100)).toBeUndefined()
  })

  test('what JSON cannot say', () => {
    expect(findJsonProblem({ a: [1, 'x', null] }, 10)).toBeUndefined()
    expect(findJsonProblem({ a: 1n }, 10)).toBe('not-json')
    expect(findJsonProblem(Number.NaN, 10)).toBe('not-json')
  })

  test('counting stops where it is told to', () => {
    expect(countJsonNodes({ a: [1, 2] })).toBe(4)
    expect(
      countJsonNodes(
        Array.from({ length: 100 }, () => 0),
        5,
      ),
    ).toBe(6)
  })
})

test('a key called __proto__ is data', () => {
  const target: Record<string, unknown> = {}
  setOwn(target, '__proto__', 5)
  expect(Object.keys(target)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype)
})

test('plain objects are those without a class', () => {
  expect([{}, Object.create(null), [], new Date(), new Map(), null].map(isPlainObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a value in a message is short and never throws', () => {
  const loop: Record<string, unknown> = {}
  loop['self'] = loop
  expect(showValue('x'.repeat(100))).toHaveLength(61)
  expect(showValue(loop)).toBe('an object')
  expect(showValue(5n)).toBe('5n')
})

test('a foreign value is a text without a call of its own toString', () => {
  expect(jsonText({ toString: 1, valueOf: null })).toBe('[object Object]')
  expect([jsonText('a'), jsonText(1.5), jsonText(null), jsonText(undefined)]).toEqual(['a', '1.5', 'null', 'undefined'])
})

test('parseJson gives the value of a JSON text, null too, and undefined for another text', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
  expect(parseJson('null')).toBeNull()
  expect(parseJson('{"a":')).toBeUndefined()
})

test('canonicalJson gives equal values the same text, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
})

test('objectsIn gives the objects of a list, and none of anything else', () => {
  expect(objectsIn([{ a: 1 }, 2, null, [3]])).toEqual([{ a: 1 }])
  expect([undefined, 'a', { length: 1 }].map(objectsIn)).toEqual([[], [], []])
})
