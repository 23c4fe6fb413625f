import { expect, test } from 'vitest'
import type { Run } from '../run/run.ts'
import { uniqueCallId } from './record-part.ts'

test('calls with one id are told apart, and the ids in use are not counted through for each (X250)', () => {
  let looks = 0
  class Ids extends Map<string, number> {
    override has(id: string): boolean {
      looks++
      return super.has(id)
    }
  }
  const run = { callIds: new Ids(), waitingIds: new Set(), generateId: () => 'new' } as unknown as Run
  const next = (toolCallId: string) => uniqueCallId(run, { toolCallId })
  expect([next('c'), next('c'), next('c_2'), next('c'), next('')]).toEqual(['c', 'c_2', 'c_2_2', 'c_3', 'new'])
  const many = Array.from({ length: 1_000 }, () => next('d'))
  expect(new Set(many).size).toBe(1_000)
  expect(looks).toBeLessThan(3_000)
})
