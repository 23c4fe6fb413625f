import { expect, test } from 'vitest'
import { createOutputLimit } from './output-limit.ts'

const never = new Promise<never>(() => {})

/** Why the step is aborted while it waits for a part. */
function reasonOf(limits: { firstChunkMs?: number; chunkMs?: number }, hasOutput: boolean): Promise<unknown> {
  return new Promise((abort) => {
    const limit = createOutputLimit(limits, () => performance.now(), abort)
    if (hasOutput) limit.onOutput()
    void limit.within(never)
  })
}

test('the time until the first output and that between two are limits of their own', async () => {
  expect(await reasonOf({ firstChunkMs: 1 }, false)).toMatchObject({
    name: 'TimeoutError',
    message: 'First chunk timeout of 1ms exceeded',
  })
  expect(await reasonOf({ firstChunkMs: 60_000, chunkMs: 1 }, true)).toMatchObject({
    message: 'Chunk timeout of 1ms exceeded',
  })
})

test('a part that comes in time is given on, and the limit of the other kind does not count', async () => {
  const limit = createOutputLimit(
    { chunkMs: 1 },
    () => 0,
    () => expect.unreachable(),
  )
  expect(await limit.within(Promise.resolve('part'))).toBe('part')
  expect(await limit.within(new Promise((resolve) => setTimeout(resolve, 5, 'late')))).toBe('late')
})
