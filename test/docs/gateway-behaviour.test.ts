import { describe, expect, test } from 'vitest'
import { behaviour } from '../gateway/behaviour/rows.ts'
import { behaviourTitles, rowsNamedBy, titlesIn } from './row-titles.ts'

const rows = behaviour.flatMap((group) => group.rows)
const titles = behaviourTitles()

describe('the table of behaviour', () => {
  test('has every row once, with something to expect', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.filter(({ what, expected }) => what === '' || expected === '')).toEqual([])
  })

  test('every row has a test, a command that measures it, or a reason why not', () => {
    const bare = rows.filter(
      ({ id, short, measurement }) => !titles.has(id) && short === undefined && measurement === undefined,
    )
    expect(bare.map(({ id, what }) => `${id}: ${what}`)).toEqual([])
  })

  test('every id in a title belongs to a row', () => {
    const known = new Set(rows.map(({ id }) => id))
    expect([...titles.keys()].filter((id) => !known.has(id))).toEqual([])
  })

  test('a test of what is missing has its reason in rows.ts', () => {
    const reasons = new Map(rows.map(({ id, short }) => [id, short]))
    const short = [...titles.values()].flat().filter(({ isShort }) => isShort)
    expect(short.filter(({ id }) => reasons.get(id) === undefined)).toEqual([])
  })
})

test('titles are found in sources, also of tests that are repeated or belong to two rows', () => {
  const source = [
    "test('one (F7)', () => {})",
    'test.each([1, 2])(`two %s (F8, F9)`, () => {})',
    'test.fails(\n  "it is not there (G1)", () => {})',
    "expect('not a title (F6)').toBe(1)",
    "describe('a group (F7)', () => {})",
    "describe('another (F1)', () => {})",
  ].join('\n')
  expect(titlesIn(source, 'a.test.ts').map(({ id, title, isShort }) => [id, title, isShort])).toEqual([
    ['F7', 'one', false],
    ['F8', 'two %s', false],
    ['F9', 'two %s', false],
    ['G1', 'it is not there', true],
    ['F1', 'another', false],
  ])
})

test('the rows of a test are read from its name and from those of its groups', () => {
  expect(rowsNamedBy('a group (F26) > a test (with a note) > leaves (F27, L6)')).toEqual(['F26', 'F27', 'L6'])
})
