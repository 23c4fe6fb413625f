/** What one of several streams gave. */
export interface MergedRead<T> {
  /** Which one. */
  readonly index: number
  /** Undefined: this one is over. */
  readonly value: T | undefined
}

/** Reads several streams as they come. */
export interface MergedReader<T> {
  /** The next piece of any of them; undefined where all are over. One read at a time. */
  read(): Promise<MergedRead<T> | undefined>
  cancel(reason?: unknown): void
}

export function mergeReaders<T>(streams: readonly ReadableStream<T>[]): MergedReader<T> {
  const [only] = streams
  return only !== undefined && streams.length === 1 ? readOne(only) : readSeveral(streams)
}

function readOne<T>(stream: ReadableStream<T>): MergedReader<T> {
  const reader = stream.getReader()
  return {
    async read() {
      const { done, value } = await reader.read()
      return done ? undefined : { index: 0, value }
    },
    cancel: (reason) => letGo(reader, reason),
  }
}

/** A reader rejects with the reason that is given here: nobody is left to hear it. */
function letGo(reader: ReadableStreamDefaultReader<unknown>, reason: unknown): void {
  reader.cancel(reason).catch(() => undefined)
}

function readSeveral<T>(streams: readonly ReadableStream<T>[]): MergedReader<T> {
  const readers = streams.map((stream) => stream.getReader())
  const pending = new Map<number, Promise<MergedRead<T>>>()
  const left = new Set(readers.keys())
  const start = async (index: number): Promise<MergedRead<T>> => {
    const { done, value } = await readers[index]!.read()
    return { index, value: done ? undefined : value }
  }
  const settle = (read: MergedRead<T>): MergedRead<T> => {
    pending.delete(read.index)
    if (read.value === undefined) left.delete(read.index)
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
      for (const reader of readers) letGo(reader, reason)
      for (const read of pending.values()) read.catch(() => undefined)
    },
  }
}
