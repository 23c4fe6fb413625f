import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Io } from '../core/command.ts'
import { createProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function collect(isTTY: boolean): { written: string[]; io: Io } {
  const written: string[] = []
  const output = { write: (text: string) => written.push(text), isTTY, columns: 40 }
  const stdin = (async function* () {})()
  return { written, io: { stdout: output, stderr: output, stdin, env: { NO_COLOR: '1' }, cwd: '/' } }
}

test('is a line for each step where nobody looks, and nothing is drawn anew', () => {
  const { written, io } = collect(false)
  const progress = createProgress(io)
  progress.say('Starting server')
  vi.advanceTimersByTime(1_000)
  progress.update('Starting server: 5 so far')
  progress.end()
  expect(written).toEqual(['Starting server …\n'])
})

test('is one line that turns on a terminal, no longer than it, and is taken away at the end', () => {
  const { written, io } = collect(true)
  const progress = createProgress(io)
  progress.say(`Starting ${'x'.repeat(100)}`)
  vi.advanceTimersByTime(200)
  progress.end()
  const before = written.length
  vi.advanceTimersByTime(1_000)
  expect(written).toHaveLength(before)
  expect(before).toBeGreaterThan(2)
  expect(written.at(-1)).toBe('\r\u001b[K')
  expect(written[0]).toMatch(/^\r.{3}⠋ Starting x+… …$/)
  expect(written[0]!.length).toBeLessThan(46)
})
