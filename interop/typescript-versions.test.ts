import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readBlocks } from '../test/docs/blocks.ts'
import { typeCheck } from '../test/docs/type-check.ts'

/** The oldest compiler that is supported: `NoInfer` exists from here on. Libraries are not checked, as in most projects. */
const oldest = fileURLToPath(new URL('./node_modules/typescript-5-4/bin/tsc', import.meta.url))

test('every block of TypeScript in the documents passes tsc --strict of TypeScript 5.4, against the declarations of the build', async () => {
  const blocks = readBlocks().filter(({ comment }) => !comment.startsWith('example with ai'))
  expect(blocks.length).toBeGreaterThan(50)
  expect(await typeCheck(blocks, { tsc: oldest, against: 'dist' })).toEqual([])
})
