/** Runs the example as `npx vitest run` would in your project. */
import { fileURLToPath } from 'node:url'
import { startVitest } from 'vitest/node'

const root = fileURLToPath(new URL('.', import.meta.url))
const vitest = await startVitest('test', [], { root, watch: false, include: ['*.test.js'], config: false })
await vitest.close()
