import { describe, expect, test } from 'vitest'
import { behaviour } from '../gateway/behaviour/rows.ts'
import { attackGroups } from '../security/attacks.ts'
import { promises } from '../security/promises.ts'
import { attackTitles } from './row-titles.ts'

const attacks = attackGroups.flatMap((group) => group.attacks)
const titles = attackTitles()
const behaviourIds = behaviour.flatMap((group) => group.rows).map(({ id }) => id)
const known = new Set([...attacks.map(({ id }) => id), ...behaviourIds])

describe('the table of attacks', () => {
  test('has at least 60, each once, with what happens', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60)
    expect(new Set(attacks.map(({ id }) => id)).size).toBe(attacks.length)
    expect(attacks.filter(({ attack, outcome }) => attack === '' || outcome === '')).toEqual([])
  })

  test('every attack has a test', () => {
    expect(attacks.filter(({ id }) => !titles.has(id)).map(({ id, attack }) => `${id}: ${attack}`)).toEqual([])
  })

  test('every id in a title belongs to an attack, and none is a test of what is missing', () => {
    expect([...titles.keys()].filter((id) => !known.has(id))).toEqual([])
    expect([...titles.values()].flat().filter(({ isShort }) => isShort)).toEqual([])
  })

  test('every promise has rows, and they are there', () => {
    expect(promises).toHaveLength(18)
    expect(promises.filter(({ rows }) => rows.length === 0)).toEqual([])
    expect(promises.flatMap(({ rows }) => rows).filter((id) => !known.has(id))).toEqual([])
  })
})

/** Everything that a trusted proxy is tested for, by letter and count. */
const expected = { F: 30, B: 16, S: 8, N: 4, J: 12, T: 10, L: 8 }

test.each(Object.entries(expected))('of the rows %s1 to %s%i none is missing', (letter, count) => {
  const ids = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
  expect(ids.filter((id) => !known.has(id))).toEqual([])
})
