import { type Chance, createChance } from './chance.ts'

/** What a run of mutated requests came to. */
export interface FuzzReport {
  readonly requests: number
  readonly statuses: Readonly<Record<number, number>>
  /** Answers that break a law, with what drew them. */
  readonly violations: readonly string[]
  /** By processor time, for people: nothing is asserted about it. */
  readonly slowest: { readonly milliseconds: number; readonly input: string }
}

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  /** Attempts at once. Default 1. An attempt draws its input before it first waits, so the inputs are the same. */
  readonly parallel?: number
  /** Called every 1,000 requests: for a look at the memory. */
  readonly onProgress?: (done: number) => void
}

/** One request and what was wrong with its answer. */
export interface Attempt {
  readonly status: number
  readonly input: string
  readonly problem?: string | undefined
}

/** Makes attempts. The same seed makes the same ones. */
export async function fuzz(
  { count, seed, parallel = 1, onProgress }: FuzzOptions,
  attempt: (chance: Chance) => Promise<Attempt>,
): Promise<FuzzReport> {
  const chance = createChance(seed)
  const statuses: Record<number, number> = {}
  const violations: string[] = []
  let slowest = { milliseconds: 0, input: '' }
  let begun = 0
  let done = 0
  const work = async () => {
    while (begun++ < count) {
      const before = process.cpuUsage()
      const { status, input, problem } = await attempt(chance)
      const { user, system } = process.cpuUsage(before)
      const milliseconds = (user + system) / 1_000
      if (milliseconds > slowest.milliseconds) slowest = { milliseconds, input }
      statuses[status] = (statuses[status] ?? 0) + 1
      if (problem !== undefined && violations.length < 20) violations.push(`${problem}: ${input.slice(0, 5_000)}`)
      if (++done % 1_000 === 0) onProgress?.(done)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { requests: count, statuses, violations, slowest }
}
