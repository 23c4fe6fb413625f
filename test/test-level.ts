/**
 * How much the tests try. `npm test` takes a few runs of every law and a sample of every corpus; `npm run test:all`
 * takes many runs, whole corpora, and the tests that wait, load a server or install packages.
 */
export const isWhole = process.env['TOOLFIT_TESTS'] === 'all'

/** What is nested or repeated to hurt: ten times as often as a stack or a quadratic algorithm survives, or a hundred times. */
export const hostileSize = isWhole ? 100_000 : 10_000

/** Every nth of a list, the first included; the whole list in `npm run test:all`. */
export function sampleOf<T>(list: readonly T[], every: number): T[] {
  return isWhole ? [...list] : list.filter((_, index) => index % every === 0)
}
