import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { dropAnnotations } from './drop-annotations.ts'

test('drops annotations, and says that something is deprecated', () => {
  const { tree, changes } = runPass(dropAnnotations, { type: 'string', $comment: 'c', deprecated: true, 'x-order': 1 })
  expect(tree).toEqual({ kind: 'string', says: ['Deprecated.'] })
  expect(changes).toEqual([
    ' $comment: metadata-dropped, dropped',
    ' deprecated: constraint-described, described',
    ' x-order: annotation-dropped, dropped',
  ])
})

test('drops definitions that nothing refers to', () => {
  const { tree, changes } = runPass(dropAnnotations, { type: 'string', $defs: { A: { type: 'number' } } })
  expect(tree).toEqual({ kind: 'string' })
  expect(changes).toEqual([' $defs: definitions-unreachable, dropped'])
})

test('keeps annotations where the dialect has them, but none about the document', () => {
  const { tree, changes } = runPass(
    dropAnnotations,
    { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string', 'x-order': 1 },
    { supports: ['annotations'] },
  )
  expect(tree).toEqual({ kind: 'string', annotations: ['x-order'] })
  expect(changes).toEqual([' $schema: metadata-dropped, dropped'])
})

test('definitions under another name stand where they are used, so that what is lost of them is reported', () => {
  const { changes } = runPass(dropAnnotations, {
    type: 'object',
    properties: { a: { $ref: '#/components/schemas/A' } },
    components: { schemas: { A: { type: 'string' } } },
    'x-links': { B: {} },
  })
  expect(changes).toContain(' components: definitions-inlined, rewritten')
  expect(changes).toContain(' x-links: annotation-dropped, dropped')
})
