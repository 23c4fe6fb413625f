import { expect, test } from 'vitest'
import { type Block, readBlocks } from './blocks.ts'
import { typeCheck } from './type-check.ts'

const blocks = readBlocks()
/** Blocks that import `ai` are checked in interop/, which has its versions. */
const own = blocks.filter(({ comment }) => !comment.startsWith('example with ai'))

/** Blocks that no test runs here, by what they say above themselves. interop/runtimes serves the gateway on these platforms. */
const notRun = ['not run: it needs Bun', 'not run: it needs Deno', 'not run: it needs a worker']

test('every block of TypeScript in the documents is run, or says why it is not', () => {
  const isRun = ({ comment }: Block) => /^example(, Gemini emulated| with ai [\d, ]+)?: .+$/.test(comment)
  expect(blocks.filter((block) => !isRun(block) && !notRun.includes(block.comment))).toEqual([])
})

test('every block of TypeScript in the documents passes tsc --strict', async () => {
  expect(await typeCheck(own)).toEqual([])
})
