import { runInNewContext } from 'node:vm'

/** Far more than any case needs: a guard against a hang, not a measurement. */
const guard = 100_000

/** Runs, and ends what hangs: a timer cannot stop synchronous code, but a context's time limit can. */
export function withinTime<T>(run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: guard }) as T
}
