/** What one of several sources gave: what came together, or nothing at its end. */
export interface MergedBatch<T> {
  readonly index: number
  readonly parts: readonly T[]
  readonly isLast: boolean
}

/**
 * Reads several sources as their batches come. `return()` returns all of them, also while a read is under way; that read then ends.
 * One read at a time.
 */
export function mergeBatches<T>(
  sources: readonly AsyncIterable<readonly T[]>[],
): Required<Pick<AsyncIterator<MergedBatch<T>, undefined>, 'next' | 'return'>> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]())
  /** Sources to read from with the next call. */
  let idle = [...iterators.keys()]
  let open = iterators.length
  /** What has come, in its order: sources that are ready at the same time take turns. */
  const ready: (MergedBatch<T> | { readonly error: unknown })[] = []
  let wake: (() => void) | undefined
  const settle = (outcome: (typeof ready)[number]) => {
    ready.push(outcome)
    wake?.()
  }
  const read = (index: number) => {
    iterators[index]!.next().then(
      ({ done, value }) => settle({ index, parts: done === true ? [] : value, isLast: done === true }),
      (error) => settle({ error }),
    )
  }
  return {
    async next() {
      if (open === 0) return { done: true, value: undefined }
      for (const index of idle) read(index)
      idle = []
      if (ready.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const first = ready.shift()!
      if ('error' in first) throw first.error
      if (!first.isLast) idle.push(first.index)
      else if (open > 0) open--
      return { done: false, value: first }
    },
    async return() {
      open = 0
      await Promise.all(iterators.map((iterator) => iterator.return?.()))
      return { done: true, value: undefined }
    },
  }
}
