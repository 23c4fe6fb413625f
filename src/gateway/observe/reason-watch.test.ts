import { expect, test } from 'vitest'
import { createReasonWatch } from './reason-watch.ts'

test('a reason that nobody knows yet is told once, known ones are not, and no text of the upstream gets out (F12)', () => {
  const told: string[] = []
  const watch = createReasonWatch((reason) => told.push(reason))
  for (const raw of ['NEW_ONE', 'NEW_ONE', 'OTHER', 'LANGUAGE', 'NEWER', 'a text <of> theirs', 'NEW_ONE']) {
    watch({ unified: 'other', raw })
  }
  watch({ unified: 'stop', raw: 'STOP' })
  watch({ unified: 'other', raw: undefined })
  expect(told).toEqual(['NEW_ONE', 'NEWER', '(no word of the API)'])
})

test('an upstream that makes up reasons does not fill a log (F12)', () => {
  const told: string[] = []
  const watch = createReasonWatch((reason) => told.push(reason))
  for (let index = 0; index < 1_000; index++) watch({ unified: 'other', raw: `R${index}` })
  expect(told).toHaveLength(100)
})
