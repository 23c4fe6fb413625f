/** A stream that can be read with a reader and with `for await`. */
export type AsyncIterableStream<T> = ReadableStream<T> & AsyncIterable<T>

/**
 * The values of an iterator as a stream. The iterator is asked only when the stream is read, so a slow reader slows the source; cancelling
 * returns it. `for await` asks the iterator itself: a web stream costs several promises for each value.
 */
export function toIterableStream<T>(iterator: AsyncIterableIterator<T>): AsyncIterableStream<T> {
  let isCancelled = false
  const stream = new ReadableStream<T>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (isCancelled) return
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        isCancelled = true
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return Object.defineProperty(stream, Symbol.asyncIterator, { value: () => iterator }) as AsyncIterableStream<T>
}

/** What a generator of {@link transform} reads. */
export interface TransformSource<T> extends AsyncIterableIterator<T> {
  /** The reader is gone: later values are not wanted. */
  readonly isReturned: boolean
}

/**
 * The values that a generator makes of a source. `return` ends the source first, also while its next value is awaited, and then lets
 * the generator run to its end: a generator alone could not be stopped while it waits.
 */
export function transform<FROM, TO>(
  source: AsyncIterable<FROM>,
  generate: (source: TransformSource<FROM>) => AsyncIterator<TO>,
): AsyncIterableIterator<TO> {
  const input = interruptible(source)
  const output = generate(input)
  return {
    next: () => output.next(),
    async return() {
      await input.return!()
      while (!(await output.next()).done);
      return end
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const end: IteratorReturnResult<undefined> = { done: true, value: undefined }

function interruptible<T>(source: AsyncIterable<T>): TransformSource<T> {
  let iterator: AsyncIterator<T> | undefined
  let isReturned = false
  let interrupt = (_: IteratorResult<T>) => {}
  const open = () => {
    iterator ??= source[Symbol.asyncIterator]()
    return iterator
  }
  return {
    get isReturned() {
      return isReturned
    },
    next: () =>
      new Promise((resolve, reject) => {
        if (isReturned) return resolve(end)
        interrupt = resolve
        open().next().then(resolve, reject)
      }),
    async return() {
      if (isReturned) return end
      isReturned = true
      interrupt(end)
      await open().return?.()
      return end
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/**
 * The values of a stream. Returning cancels it, also while a value is awaited. The iterators of platforms, where they have one, would
 * wait for that value.
 */
export function readStream<T>(stream: ReadableStream<T> | AsyncIterable<T>): AsyncIterable<T> {
  const isForeign = stream instanceof ReadableStream && !Object.hasOwn(stream, Symbol.asyncIterator)
  if (!isForeign) return stream as AsyncIterable<T>
  return {
    [Symbol.asyncIterator]() {
      const reader = stream.getReader()
      return {
        async next() {
          const { done, value } = await reader.read()
          return done ? end : { done: false, value }
        },
        async return() {
          await reader.cancel()
          return end
        },
      }
    },
  }
}
