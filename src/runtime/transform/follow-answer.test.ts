import { expect, test } from 'vitest'
import type { TextStreamPart } from '../result/stream-part.ts'
import { followAnswer } from './follow-answer.ts'

async function partials(parts: object[]): Promise<unknown[]> {
  const stream = (async function* () {
    yield* parts as TextStreamPart[]
  })()
  const read: unknown[] = []
  for await (const { partial } of followAnswer({ output: undefined }, stream)) read.push(partial)
  return read
}

const delta = (id: string, text: string) => ({ type: 'text-delta', id, text })

test('the first text of a step is its answer, and other texts are not', async () => {
  const parts = [
    { type: 'start-step' },
    { type: 'text-start', id: 'a' },
    delta('b', 'No'),
    delta('a', 'Yes'),
    delta('a', '!'),
  ]
  expect(await partials(parts)).toEqual(['Yes', 'Yes!'])
})

test('every step is a new answer', async () => {
  expect(
    await partials([{ type: 'start-step' }, delta('a', 'One'), { type: 'start-step' }, delta('b', 'Two')]),
  ).toEqual(['One', 'Two'])
})
