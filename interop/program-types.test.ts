import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { typeCheck } from '../test/docs/type-check.ts'
import { typesNotOurs } from './names-not-ours.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const block = (code: string) => ({ path: 'programs/types.ts', line: 1, code, comment: '' })
const program = readFileSync(path('programs/types.ts'), 'utf8')
const packages = { zod: path('node_modules/zod/index.d.ts'), ai7: path('node_modules/ai7/dist/index.d.ts') }

test.each(['ai7', 'toolfit'])('a program with the types of ai 7 type-checks with %s', async (sdk) => {
  expect(await typeCheck([block(program.replace("'ai7'", `'${sdk}'`))], { packages })).toEqual([])
})

test('every type of ai 7 is ours, or listed', async () => {
  const declarations = readFileSync(path('node_modules/ai7/dist/index.d.ts'), 'utf8')
  const exported = [...declarations.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => names!.split(','))
  const types = exported
    .filter((name) => name.trim().startsWith('type '))
    .map((name) => name.trim().split(/\s+/).at(-1)!)
  expect(types.length).toBeGreaterThan(200)
  const wanted = types.filter((name) => !typesNotOurs.has(name))
  expect(await typeCheck([block(`import type { ${wanted.join(', ')} } from 'toolfit'`)])).toEqual([])
  expect([...typesNotOurs].filter((name) => !types.includes(name))).toEqual([])
})
