import { timeoutReason } from './deadline.ts'
import type { RunTimeouts } from './options.ts'

/** A time limit for output of the model: text, reasoning, calls or files. */
export interface OutputLimit {
  readonly onOutput: () => void
  /** Waits for the next parts. If no output comes in time, the step ends. */
  within<T>(reading: Promise<T>): Promise<T>
}

/** `firstChunkMs` until the first output, `chunkMs` between two. The time that readers of the stream take is not counted. */
export function createOutputLimit(
  { firstChunkMs, chunkMs }: Pick<RunTimeouts, 'firstChunkMs' | 'chunkMs'>,
  now: () => number,
  abort: (reason: unknown) => void,
): OutputLimit {
  let ms = firstChunkMs
  let what = 'First chunk'
  let left = ms
  return {
    onOutput() {
      ms = chunkMs
      what = 'Chunk'
      left = ms
    },
    async within(reading) {
      if (left === undefined || ms === undefined) return reading
      const reason = timeoutReason(what)
      const limit = ms
      const startedAt = now()
      const timer = setTimeout(() => abort(reason(limit)), left)
      try {
        return await reading
      } finally {
        clearTimeout(timer)
        left = Math.max(0, left - (now() - startedAt))
      }
    },
  }
}
