import { describe, expect, test } from 'vitest'
import { evaluationGraph, importGraph, longestChain, loopsOf } from './import-graph.ts'
import { sourceFiles } from './source-file.ts'

const files = sourceFiles({
  'a.ts': "import { b } from './b.ts'\nimport type { E } from './d.ts'",
  'b.ts': "export { c } from './c.ts'\nexport const load = () => import('./d.ts')",
  'c.ts': "import { type E } from './d.ts'",
  'd.ts': "import './e.ts'",
  'e.ts': '',
})

describe('longestChain', () => {
  test('counts every import of the import graph', () => {
    expect(longestChain(importGraph(files))).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'])
  })

  test('leaves out types and import() in the graph of what is evaluated', () => {
    expect(longestChain(evaluationGraph(files))).toEqual(['a.ts', 'b.ts', 'c.ts'])
  })
})

test('loopsOf finds the groups of nodes that reach each other', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', ['d']],
    ['f', ['a']],
  ])
  expect(loopsOf(graph)).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ])
})
