import { describe, expect, test } from 'vitest'
import { nativeCodec } from './native.ts'
import { arrayCodec } from './structures.ts'

describe('a date', () => {
  const codec = nativeCodec('date', undefined)

  test('is sent as an ISO string and restored', () => {
    const date = new Date('2024-05-06T07:08:09.010Z')
    expect(codec.encode(date)).toBe('2024-05-06T07:08:09.010Z')
    expect(codec.decode('2024-05-06T07:08:09.010Z')).toEqual(date)
  })

  test.each(['2024-05-06', '2024-05-06T07:08Z', '2024-05-06 07:08:09+02:00'])('is read from %s', (wire) => {
    expect(codec.decode(wire)).toEqual(new Date(wire))
  })

  test.each(['5', 'tomorrow', '2024-13-45', 7, null])('is not read from %j', (wire) => {
    expect(codec.decode(wire)).toBe(wire)
  })

  test('stays as it is if it is invalid', () => {
    const invalid = new Date(Number.NaN)
    expect(codec.encode(invalid)).toBe(invalid)
  })
})

test('sends a BigInt as digits, and reads digits and safe integers', () => {
  const codec = nativeCodec('bigint', undefined)
  expect(codec.encode(12345678901234567890n)).toBe('12345678901234567890')
  expect(codec.decode('-12345678901234567890')).toBe(-12345678901234567890n)
  expect(codec.decode(7)).toBe(7n)
  expect(codec.decode(1.5)).toBe(1.5)
  expect(codec.decode('0x10')).toBe('0x10')
})

test('sends a Map as entries and a Set as a list, with the codec of their items', () => {
  const dates = arrayCodec(nativeCodec('date', undefined))
  const day = new Date('2024-05-06T00:00:00.000Z')
  const set = nativeCodec('set', dates)
  expect(set.encode(new Set([day]))).toEqual(['2024-05-06T00:00:00.000Z'])
  expect(set.decode(['2024-05-06T00:00:00.000Z'])).toEqual(new Set([day]))
  const map = nativeCodec('map', undefined)
  expect(map.encode(new Map([['a', 1]]))).toEqual([{ key: 'a', value: 1 }])
  expect(map.decode([{ key: 'a', value: 1 }])).toEqual(new Map([['a', 1]]))
})

test('returns lists that are not entries unchanged', () => {
  expect(nativeCodec('map', undefined).decode([1])).toEqual([1])
  expect(nativeCodec('set', undefined).decode('x')).toBe('x')
})
