import { describe, expect, test } from 'vitest'
import { behaviour } from '../gateway/behaviour/rows.ts'
import { byFile, countOutcomes, readOutcomes, titlesByRow, writeOutcomes } from './behaviour-outcomes.ts'
import { titlesIn } from './behaviour-titles.ts'

const report = process.env['BEHAVIOUR_REPORT']
// By `scripts/gateway-behaviour.mjs`, which has just run the suite.
if (report !== undefined) writeOutcomes(report)

const rows = behaviour.flatMap((group) => group.rows)
const titles = titlesByRow()

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

  test('every test that begins with an id belongs to a row', () => {
    const known = new Set(rows.map(({ id }) => id))
    expect([...titles.keys()].filter((id) => !known.has(id))).toEqual([])
  })

  test('a test of what is missing has its reason in rows.ts', () => {
    const reasons = new Map(rows.map(({ id, short }) => [id, short]))
    const short = [...titles.values()].flat().filter(({ isShort }) => isShort)
    expect(short.filter(({ id }) => reasons.get(id) === undefined)).toEqual([])
  })

  test('is of the tests that there are (node scripts/gateway-behaviour.mjs runs them and writes it anew)', () => {
    const written = Object.entries(readOutcomes()).map(([id, outcome]) => [id, outcome.titles])
    const now = [...titles].map(([id, found]) => [id, byFile(found)])
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(now))
  })

  test('shows no row whose tests did not run', () => {
    const empty = Object.entries(readOutcomes()).filter(([, { passed, failed }]) => passed + failed === 0)
    expect(empty.map(([id]) => id)).toEqual([])
  })
})

test('titles are found in sources, also of tests that are repeated or belong to two rows', () => {
  const source = [
    "test('F7: one', () => {})",
    'test.each([1, 2])(`F8, F9: two %s`, () => {})',
    'test.fails(\n  "G1: it is not there", () => {})',
    "expect('F6: not a title').toBe(1)",
    "describe('F7: a group', () => {})",
    "describe('F1: another', () => {})",
  ].join('\n')
  expect(titlesIn(source, 'a.test.ts').map(({ id, title, isShort }) => [id, title, isShort])).toEqual([
    ['F7', 'one', false],
    ['F8', 'two %s', false],
    ['F9', 'two %s', false],
    ['G1', 'it is not there', true],
    ['F1', 'another', false],
  ])
})

test('a run is counted by rows', () => {
  const title = { id: 'F7', title: 'a %s', file: 'a.test.ts', isShort: false }
  const ran = (title: string, status: string, ...ancestorTitles: string[]) => ({ title, status, ancestorTitles })
  const assertionResults = [
    ran('F7: a 1', 'passed', 'faults'),
    ran('F7: a 2', 'failed', 'F7: pages'),
    ran('F6, F7: both', 'skipped'),
    ran('one of a group', 'passed', 'F7: pages'),
    ran('F70: another', 'passed'),
    ran('none', 'passed'),
  ]
  expect(countOutcomes({ testResults: [{ assertionResults }] }, new Map([['F7', [title]]]))).toEqual({
    F7: { passed: 2, failed: 1, skipped: 1, titles: { 'a.test.ts': ['a %s'] } },
  })
})
