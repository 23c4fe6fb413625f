import { describe, expect, test } from 'vitest'
import { PatternMatcher } from '../core/pattern/pattern-matcher.ts'
import { Steps } from '../core/pattern/steps.ts'
import { compileSchema } from './compile.ts'

const string = { type: 'string' }
const node = { $ref: '#/$defs/node' }
/** None of its three branches takes an object without x, y or z, and each has another one inside. */
const recursive = {
  type: 'object',
  properties: { root: node },
  $defs: {
    node: { anyOf: ['x', 'y', 'z'].map((name) => ({ properties: { a: node, [name]: string }, required: [name] })) },
  },
}

function nest(depth: number): unknown {
  let value = {}
  for (let level = 0; level < depth; level++) value = { a: value }
  return { root: value }
}

/** Runs, and counts the comparisons of values with schemas. */
function countComparisons(run: () => unknown): number {
  let count = 0
  const { compare } = PatternMatcher.prototype
  PatternMatcher.prototype.compare = function (taken = 1) {
    count += taken
    return compare.call(this, taken)
  }
  try {
    run()
  } finally {
    PatternMatcher.prototype.compare = compare
  }
  return count
}

/** Whoever asks again after the end is counted, too: one for each value that is left. */
const mostAfter = 1_000

describe.each(['gemini', 'gemini-json'] as const)('what a call costs, for %s', (to) => {
  test('arguments that no branch of a recursive union takes are compared a bounded number of times (X270)', () => {
    const compiled = compileSchema(recursive, { to })
    for (const depth of [20, 300]) {
      const wire = nest(depth)
      const characters = JSON.stringify(wire).length
      let json: unknown
      const count = countComparisons(() => {
        json = compiled.receiveInput(wire).json
      })
      expect(count).toBeLessThan(400_000 + 40 * characters + mostAfter)
      expect(json).toEqual(wire)
    }
  })

  test('steps that are passed in are not exceeded, by several calls together (X270)', () => {
    const compiled = compileSchema(recursive, { to })
    const steps = new Steps(2_000)
    const count = countComparisons(() => {
      for (let call = 0; call < 3; call++) expect(compiled.receiveInput(nest(20), steps).json).toEqual(nest(20))
    })
    expect(count).toBeLessThan(8_000 + mostAfter)
    expect(compiled.receiveInput(nest(20), steps).issues).toMatchObject([
      { level: 'warning', message: 'Not everything was checked or listed: the value takes too many steps.' },
    ])
  })

  test('a value is repaired as long as there are steps', () => {
    const compiled = compileSchema({ type: 'object', properties: { a: { type: 'integer' } } }, { to })
    expect(compiled.receiveInput({ a: '1' }, new Steps(100)).json).toEqual({ a: 1 })
    expect(compiled.receiveInput({ a: '1' }, new Steps(0)).json).toEqual({ a: '1' })
  })

  test('of a list of objects that lack hundreds of properties, a hundred issues are listed (X271)', () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, string]))
    const items = { type: 'object', properties, required: Object.keys(properties) }
    const compiled = compileSchema({ type: 'object', properties: { list: { type: 'array', items } } }, { to })
    const value = { list: Array.from({ length: 3_000 }, () => ({})) }
    const issues = compiled.check(value)
    expect(issues).toHaveLength(101)
    expect(issues.at(-1)).toMatchObject({ level: 'warning', message: expect.stringContaining('Not everything') })
    // Those that are not listed take steps too.
    const steps = new Steps(8_000)
    compiled.receiveInput(value, steps)
    expect(steps.areUsedUp).toBe(true)
  })

  test('thousands of wrong values are repaired within the steps for the calls of an answer', () => {
    const list = { type: 'array', items: { type: 'integer' } }
    const compiled = compileSchema({ type: 'object', properties: { list } }, { to })
    const texts = Array.from({ length: 3_000 }, (_, index) => String(index))
    expect(compiled.receiveInput({ list: texts }, new Steps(8_000)).json).toEqual({ list: texts.map(Number) })
  })

  test('a list of empty objects gets defaults in proportion to its size (X271)', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`p${index}`, { type: 'string', default: 'x' }]),
    )
    const list = { type: 'array', items: { type: 'object', properties } }
    const compiled = compileSchema({ type: 'object', properties: { list } }, { to })
    const few = compiled.parse({ list: [{}, {}] }) as { value: { list: object[] } }
    expect(few.value.list.map((item) => Object.keys(item).length)).toEqual([300, 300])
    const many = { list: Array.from({ length: 20_000 }, () => ({})) }
    expect(compiled.parse(many)).toMatchObject({ value: many })
  })
})

test('a text that stands for a listed value is the first of those with that text', () => {
  const compiled = compileSchema(
    { type: 'object', properties: { a: { enum: [7, true, '7 '] } } },
    { to: 'gemini-json' },
  )
  expect(compiled.receive({ a: ' 7' }).value).toEqual({ a: 7 })
  expect(compiled.receive({ a: 'true' }).value).toEqual({ a: true })
})
