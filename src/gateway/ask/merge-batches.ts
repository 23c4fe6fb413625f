/** What one of several sources gave: what came together, or nothing at its end. */
export interface MergedBatch<T> {
  readonly index: number
  readonly parts: readonly T[]
}

interface Read<T> {
  readonly index: number
  readonly result: IteratorResult<readonly T[]>
}

/**
 * Reads several sources as their batches come. `return()` returns all of them, also while a read is under way; that read then ends.
 * One read at a time.
 */
export function mergeBatches<T>(
  sources: readonly AsyncIterable<readonly T[]>[],
): Required<Pick<AsyncIterator<MergedBatch<T>, undefined>, 'next' | 'return'>> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]())
  const open = new Set(iterators.keys())
  const pending = new Map<number, Promise<Read<T>>>()
  const read = async (index: number): Promise<Read<T>> => ({ index, result: await iterators[index]!.next() })
  const take = ({ index, result }: Read<T>): MergedBatch<T> => {
    pending.delete(index)
    // Sources that are ready at the same time take turns: the one that was read last goes to the end.
    if (open.delete(index) && result.done !== true) open.add(index)
    return { index, parts: result.done === true ? [] : result.value }
  }
  return {
    async next() {
      if (open.size === 0) return { done: true, value: undefined }
      for (const index of open) if (!pending.has(index)) pending.set(index, read(index))
      // All that are pending are open, in the same order.
      const waiting = [...open].map((index) => pending.get(index)!)
      return { done: false, value: take(await (waiting.length === 1 ? waiting[0]! : Promise.race(waiting))) }
    },
    async return() {
      open.clear()
      for (const waiting of pending.values()) waiting.catch(() => undefined)
      await Promise.all(iterators.map((iterator) => iterator.return?.()))
      return { done: true, value: undefined }
    },
  }
}
