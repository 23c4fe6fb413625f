import { expect, test } from 'vitest'
import { repairWarnings } from './create-model.ts'

test('reports each repair of a history and its place, except dropped empty texts', () => {
  expect(
    repairWarnings([
      { rule: 'drop-empty', action: 'removed', at: 1, problem: 'A text is empty.' },
      { rule: 'answer-calls', action: 'added', at: 3, problem: 'A call has no result.', toolCallId: 'c1' },
    ]),
  ).toEqual([
    { type: 'other', message: 'The history was repaired (message 3, answer-calls, added): A call has no result.' },
  ])
})
