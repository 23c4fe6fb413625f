import { isWhole } from '../test-level.ts'
import type { FuzzReport } from './fuzz.ts'

const { env } = process

/**
 * How many requests are sent, and with which seed: the same in every `npm test`, so that a red run is about the change at hand.
 * `TOOLFIT_RUNS=100000 TOOLFIT_SEED=7 npx vitest run test/fuzz` is the long run. Nine of ten go to the handler, one over a socket.
 */
export function fuzzRuns(share: number): { readonly count: number; readonly seed: number } {
  const usual = isWhole ? 20_000 : 1_000
  const seed = env['TOOLFIT_SEED'] ?? '20261115'
  return {
    count: Math.ceil(share * Number(env['TOOLFIT_RUNS'] ?? usual)),
    seed: seed === 'random' ? Date.now() % 2 ** 31 : Number(seed),
  }
}

/** A long run says what it came to. */
export function tell(subject: string, { requests, statuses, slowest }: FuzzReport): void {
  if (env['TOOLFIT_RUNS'] === undefined) return
  console.log(
    `${subject}: ${requests} requests, ${JSON.stringify(statuses)}; the slowest took ${slowest.milliseconds.toFixed(0)} ms for ${slowest.input.length} bytes: ${slowest.input.slice(0, 1_000)}`,
  )
}

/** Ten milliseconds a request are plenty, and a loaded machine has more time. */
export const fuzzTimeout = (count: number): number => 120_000 + 50 * count
