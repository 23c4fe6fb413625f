import { describe, expect, test } from 'vitest'
import { createSchedule } from './schedule.ts'

interface Job {
  readonly name: string
  readonly exclusive?: boolean | string
}

/** Runs jobs that each take some turns of the event loop, and notes who ran beside whom. */
async function play(jobs: readonly Job[], limit = Number.POSITIVE_INFINITY) {
  const running = new Set<string>()
  const beside: string[] = []
  const schedule = createSchedule<Job, string>({
    limit,
    exclusiveOf: ({ exclusive }) => exclusive,
    async start({ name }, emit) {
      running.add(name)
      beside.push([...running].join(''))
      await new Promise((resolve) => setTimeout(resolve, 1))
      running.delete(name)
      emit(name)
    },
  })
  const emitted: string[] = []
  for await (const part of schedule(jobs, undefined)) emitted.push(part)
  return { emitted, beside }
}

const names = (text: string, exclusive?: boolean | string) =>
  [...text].map((name) => ({ name, ...(exclusive === undefined ? {} : { exclusive }) }))

describe('createSchedule', () => {
  test('runs all jobs at once where there is no limit', async () => {
    expect((await play(names('abc'))).beside.at(-1)).toBe('abc')
  })

  test('runs as many as the limit allows, in their order', async () => {
    const { beside, emitted } = await play(names('abcd'), 2)
    expect(beside.every((each) => each.length <= 2)).toBe(true)
    expect(emitted).toEqual(['a', 'b', 'c', 'd'])
  })

  test('runs an exclusive job alone, and none that comes after it before it', async () => {
    const { beside, emitted } = await play([...names('ab'), ...names('X', true), ...names('cd')])
    expect(beside).toContain('X')
    expect(emitted.indexOf('X')).toBe(2)
    expect(beside.filter((each) => each.includes('X'))).toEqual(['X'])
  })

  test('runs jobs of one group one after the other, beside all others', async () => {
    const { beside } = await play([...names('AB', 'group'), ...names('c')])
    expect(beside).toContain('Ac')
    expect(beside.some((each) => each.includes('A') && each.includes('B'))).toBe(false)
  })

  test('ends at once where there is nothing to do', async () => {
    expect((await play([])).emitted).toEqual([])
  })

  test('throws what a job rejects with, after what came before it', async () => {
    const schedule = createSchedule<string, string>({
      limit: 1,
      exclusiveOf: () => undefined,
      async start(name, emit) {
        emit(name)
        if (name === 'b') throw new Error('broken')
      },
    })
    const emitted: string[] = []
    const reading = (async () => {
      for await (const part of schedule(['a', 'b', 'c'], undefined)) emitted.push(part)
    })()
    await expect(reading).rejects.toThrow('broken')
    expect(emitted).toEqual(['a', 'b'])
  })

  test('looks at each job once, however many there are (X250)', async () => {
    const jobs = Array.from({ length: 3_000 }, (_, index) => index)
    let asked = 0
    const schedule = createSchedule<number, number>({
      limit: Number.POSITIVE_INFINITY,
      exclusiveOf: (job) => {
        asked++
        return job % 3 === 0 && 'group'
      },
      start: async (job, emit) => emit(job),
    })
    const emitted: number[] = []
    for await (const part of schedule(jobs, undefined)) emitted.push(part)
    expect([asked, emitted.length]).toEqual([jobs.length, jobs.length])
  })

  test('throws the reason of its signal, though the jobs go on', async () => {
    const controller = new AbortController()
    const schedule = createSchedule<string, string>({
      limit: 2,
      exclusiveOf: () => undefined,
      start: () => new Promise(() => {}),
    })
    const next = schedule(['a', 'b'], controller.signal).next()
    controller.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
  })
})
