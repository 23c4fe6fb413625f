import { expect, test } from 'vitest'
import type { Change } from '../change.ts'
import { reachableSchemas } from '../document/reachable-keywords.ts'
import { PlacedChanges } from './place-changes.ts'

const change = (at: string, keyword: string, rest: Partial<Change> = {}): Change => ({
  ...{ at, keyword, code: 'union-tagged', effect: 'encoded', enforced: true, note: 'why', ...rest },
})

/** The changes of `{ allOf: [{ properties: {} }] }`, placed. */
function place(...changes: readonly Change[]): readonly Change[] {
  const placed = new PlacedChanges(reachableSchemas([{ schema: { allOf: [{ properties: {} }] }, pointer: '' }]))
  for (const each of changes) placed.add(each)
  return placed.list.all
}

test('a change of a keyword that is there stays', () => {
  expect(place(change('/allOf/0', 'properties'))).toEqual([change('/allOf/0', 'properties')])
})

test('a change of a keyword that is not there moves to the keyword that holds the schema', () => {
  expect(place(change('/allOf/0', 'type'))).toEqual([change('', 'allOf')])
})

test('in a definition it names the first keyword that is there: references to it stand anywhere', () => {
  const definition = { schema: { properties: {} }, pointer: '/$defs/a' }
  const placed = new PlacedChanges(reachableSchemas([{ schema: { $defs: {} }, pointer: '' }, definition]))
  placed.add(change('/$defs/a', 'type'))
  expect(placed.list.all).toEqual([change('/$defs/a', 'properties')])
  expect(placed.list.areOwn).toEqual([false])
})

test('at the root it names the first keyword that is there', () => {
  expect(place(change('', 'type'))).toEqual([change('', 'allOf')])
})

test('two that come to stand in one place are one', () => {
  expect(place(change('', 'allOf'), change('/allOf/0', 'type'))).toEqual([change('', 'allOf')])
})

test('what is about a keyword that was never said stays', () => {
  const inferred = change('/allOf/0', 'type', { code: 'type-inferred', effect: 'narrowed' })
  expect(place(inferred)).toEqual([inferred])
})

test('what stands at a boolean schema, or in a place that no value can meet, stays', () => {
  expect(place(change('/not', 'type'))).toEqual([change('/not', 'type')])
})
