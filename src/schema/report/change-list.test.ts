import { expect, test } from 'vitest'
import type { Change } from '../change.ts'
import { ChangeList } from './change-list.ts'

const narrowed = (note: string, parts: Partial<Change> = {}): Change => ({
  at: '/items',
  keyword: 'additionalProperties',
  code: 'open-object-closed',
  effect: 'narrowed',
  enforced: true,
  note,
  ...parts,
})

function listOf(...changes: Change[]): readonly Change[] {
  const list = new ChangeList()
  for (const change of changes) list.add(change)
  return list.all
}

test('joins the notes of changes with one place, keyword and effect', () => {
  expect(listOf(narrowed('One.'), narrowed('Two.'), narrowed('One.'))).toEqual([narrowed('One. Two.')])
  expect(listOf(narrowed('One.'), narrowed('Two.', { effect: 'described' }))).toHaveLength(2)
})

test('an entry is enforced only if all of its changes are', () => {
  expect(listOf(narrowed('One.'), narrowed('One.', { enforced: false }))).toEqual([
    narrowed('One.', { enforced: false }),
  ])
})

test('what the source says hides the implicit change', () => {
  expect(listOf(narrowed('One.'), narrowed('Two.', { implicit: true }))).toEqual([narrowed('One.')])
})

test('a joined note has a bound', () => {
  const notes = Array.from({ length: 1_000 }, (_, index) => narrowed(`Note ${index}.`))
  expect(listOf(...notes)[0]!.note.length).toBeLessThanOrEqual(1_000)
})

test('a misspelt keyword has one reason', () => {
  const misspelt = narrowed('Did you mean maxLength?', { code: 'keyword-misspelt', effect: 'dropped' })
  const unused = narrowed('No place for it.', { code: 'annotation-dropped', effect: 'dropped' })
  expect(listOf(misspelt, unused)).toEqual([misspelt])
})
