import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Looks at the heap ten times in a run. */
export function watchHeap(count: number): { look(done: number): void; growth(): number } {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const step = Math.max(1_000, 1_000 * Math.floor(count / 10_000))
  const samples: number[] = []
  return {
    look(done) {
      if (done % step !== 0) return
      collect()
      samples.push(process.memoryUsage().heapUsed)
    },
    /** The last look as a share of the second; 1 for a run that is too short for it. */
    growth() {
      const [, base, ...later] = samples
      return base === undefined || later.length < 5 ? 1 : later.at(-1)! / base
    },
  }
}
