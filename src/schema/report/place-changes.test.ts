import { expect, test } from 'vitest'
import type { Change } from '../change.ts'
import { Places, reachableSchemas } from '../document/reachable-keywords.ts'
import { placeChanges } from './place-changes.ts'

const change = (at: string, keyword: string, rest: Partial<Change> = {}): Change => ({
  ...{ at, keyword, code: 'union-tagged', effect: 'encoded', enforced: true, note: 'why', ...rest },
})
const allOf = new Places(reachableSchemas([{ schema: { allOf: [{ properties: {} }] }, pointer: '' }]))

test('a change of a keyword that is there stays', () => {
  expect(placeChanges([change('/allOf/0', 'properties')], allOf).all).toEqual([change('/allOf/0', 'properties')])
})

test('a change of a keyword that is not there moves to the keyword that holds the schema', () => {
  expect(placeChanges([change('/allOf/0', 'type')], allOf).all).toEqual([change('', 'allOf')])
})

test('at the root it names the first keyword that is there', () => {
  expect(placeChanges([change('', 'type')], allOf).all).toEqual([change('', 'allOf')])
})

test('two that come to stand in one place are one', () => {
  expect(placeChanges([change('', 'allOf'), change('/allOf/0', 'type')], allOf).all).toEqual([change('', 'allOf')])
})

test('what is about a keyword that was never said stays', () => {
  const inferred = change('/allOf/0', 'type', { code: 'type-inferred', effect: 'narrowed' })
  expect(placeChanges([inferred], allOf).all).toEqual([inferred])
})

test('what stands at a boolean schema, or in a place that no value can meet, stays', () => {
  expect(placeChanges([change('/not', 'type')], allOf).all).toEqual([change('/not', 'type')])
})
