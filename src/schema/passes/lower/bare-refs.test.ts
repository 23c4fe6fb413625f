import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { bareRefs } from './bare-refs.ts'

test('removes a title and examples beside a reference', () => {
  const { tree, changes } = runPass(bareRefs, {
    type: 'object',
    properties: { a: { $ref: '#/$defs/A', title: 'A', examples: ['x'], description: 'Kept.' } },
    $defs: { A: { type: 'string' } },
  })
  expect(tree).toEqual({
    kind: 'object',
    annotations: ['$defs'],
    fields: { 'a?': { kind: 'ref', description: 'Kept.', target: '/$defs/A', keyword: '$ref' } },
  })
  expect(changes).toEqual([
    '/properties/a title: annotation-dropped, dropped',
    '/properties/a examples: annotation-dropped, dropped',
  ])
})

test('leaves a bare reference', () => {
  expect(
    runPass(bareRefs, { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } })
      .isSame,
  ).toBe(true)
})

test('leaves siblings to a dialect that accepts them', () => {
  expect(
    runPass(
      bareRefs,
      { type: 'object', properties: { a: { $ref: '#/$defs/A', title: 'A' } }, $defs: { A: { type: 'string' } } },
      { supports: ['refSiblings'] },
    ).isSame,
  ).toBe(true)
})
