import { expect, test } from 'vitest'
import {
  getChunkTimeoutMs,
  getFirstChunkTimeoutMs,
  getStepTimeoutMs,
  getToolTimeoutMs,
  getTotalTimeoutMs,
} from './timeout-ms.ts'

const limits = [getTotalTimeoutMs, getStepTimeoutMs, getFirstChunkTimeoutMs, getChunkTimeoutMs]

test('a number is the time for the whole run', () => {
  expect(limits.map((read) => read(5))).toEqual([5, undefined, undefined, undefined])
  expect(getToolTimeoutMs(5, 'search')).toBeUndefined()
  expect(limits.map((read) => read(undefined))).toEqual([undefined, undefined, undefined, undefined])
})

test('an object has a time for each part of a run, and one for each tool', () => {
  const timeout = { totalMs: 1, stepMs: 2, firstChunkMs: 3, chunkMs: 4, toolMs: 5, tools: { searchMs: 6 } }
  expect(limits.map((read) => read(timeout))).toEqual([1, 2, 3, 4])
  expect(['search', 'other', '__proto__'].map((name) => getToolTimeoutMs(timeout, name))).toEqual([6, 5, 5])
})
