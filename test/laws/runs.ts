import type fc from 'fast-check'
import { isWhole } from '../test-level.ts'

const { env } = process

/** Runs of a law with a share of 1, and the fewest of any law. */
const usualRuns = isWhole ? 1000 : 100
const fewestRuns = 10

/**
 * How often a law is tried, and with which seed. The seed is the same on every machine, so that a red run is about the
 * change at hand; `TOOLFIT_SEED=random` tries other inputs. `TOOLFIT_RUNS` sets the number of runs; `TOOLFIT_SEED` and
 * `TOOLFIT_PATH` replay a failure, which fast-check prints together with the smallest counterexample.
 */
export function runs<T = unknown>(share = 1): fc.Parameters<T> {
  const usual = Math.max(fewestRuns, Math.ceil(share * usualRuns))
  const seed = env['TOOLFIT_SEED'] ?? '20261115'
  const path = env['TOOLFIT_PATH']
  const wanted = env['TOOLFIT_RUNS']
  return {
    numRuns: wanted === undefined ? usual : Number(wanted),
    ...(seed === 'random' ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  }
}
