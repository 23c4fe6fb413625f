import type fc from 'fast-check'

const { env } = process

/**
 * How often a law is tried. `TOOLFIT_RUNS` sets the number; `TOOLFIT_SEED` (and `TOOLFIT_PATH`) replays a failure, which
 * fast-check prints together with the smallest counterexample.
 */
export function runs<T = unknown>(usual = env['CI'] === undefined ? 500 : 2000): fc.Parameters<T> {
  const seed = env['TOOLFIT_SEED']
  const path = env['TOOLFIT_PATH']
  const wanted = env['TOOLFIT_RUNS']
  return {
    numRuns: wanted === undefined ? usual : Number(wanted),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  }
}
