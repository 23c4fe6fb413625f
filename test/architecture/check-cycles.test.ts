import { describe, expect, test } from 'vitest'
import { checkCycles } from './check-cycles.ts'
import { sourceFiles } from './source-file.ts'

describe('checkCycles', () => {
  test('takes a tree in which two modules share a third', () => {
    const files = sourceFiles({
      'a.ts': "import './b.ts'\nimport './c.ts'",
      'b.ts': "import './c.ts'",
      'c.ts': "import 'zod'",
    })
    expect(checkCycles(files)).toEqual([])
  })

  test('finds a cycle through three modules, types counted', () => {
    const files = sourceFiles({
      'a.ts': "import './x/b.ts'",
      'x/b.ts': "import type { C } from '../c.ts'",
      'c.ts': "export type { A } from './a.ts'",
    })
    expect(checkCycles(files)).toEqual(['a.ts -> x/b.ts -> c.ts -> a.ts'])
  })

  test('finds a module that imports itself', () => {
    expect(checkCycles(sourceFiles({ 'a.ts': "import './a.ts'" }))).toEqual(['a.ts -> a.ts'])
  })
})
