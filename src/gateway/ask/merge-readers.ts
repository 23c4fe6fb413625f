/** What comes in pieces, as the parts of an answer do. */
export interface PieceSource<T> {
  /** The next pieces, at least one; undefined at the end. One at a time. */
  next(): Promise<readonly T[] | undefined>
  cancel(reason?: unknown): void
}

/** What one of several sources gave. */
export interface MergedRead<T> {
  /** Which one. */
  readonly index: number
  /** Undefined: this one is over. */
  readonly values: readonly T[] | undefined
}

/** Reads several sources as they come. */
export interface MergedReader<T> {
  /** The next pieces of any of them; undefined where all are over. One read at a time. */
  read(): Promise<MergedRead<T> | undefined>
  cancel(reason?: unknown): void
}

export function mergeReaders<T>(sources: readonly PieceSource<T>[]): MergedReader<T> {
  const [only] = sources
  return only !== undefined && sources.length === 1 ? readOne(only) : readSeveral(sources)
}

function ofOnly<T>(values: readonly T[] | undefined): MergedRead<T> | undefined {
  return values === undefined ? undefined : { index: 0, values }
}

function readOne<T>(source: PieceSource<T>): MergedReader<T> {
  return {
    read: () => source.next().then(ofOnly),
    cancel: (reason) => source.cancel(reason),
  }
}

function readSeveral<T>(sources: readonly PieceSource<T>[]): MergedReader<T> {
  const pending = new Map<number, Promise<MergedRead<T>>>()
  const left = new Set(sources.keys())
  const start = async (index: number): Promise<MergedRead<T>> => ({ index, values: await sources[index]!.next() })
  const settle = (read: MergedRead<T>): MergedRead<T> => {
    pending.delete(read.index)
    if (read.values === undefined) left.delete(read.index)
    return read
  }
  return {
    async read() {
      if (left.size === 0) return undefined
      for (const index of left) if (!pending.has(index)) pending.set(index, start(index))
      // Of those that are ready at the same time the first one would always win: it goes to the end of the line.
      const read = settle(await Promise.race(pending.values()))
      if (left.delete(read.index)) left.add(read.index)
      return read
    },
    cancel(reason) {
      for (const source of sources) source.cancel(reason)
      // They may reject with the reason that was just given: nobody is left to hear it.
      for (const read of pending.values()) read.catch(() => undefined)
    },
  }
}
