/** A stream that can be read with a reader and with `for await`. */
export type AsyncIterableStream<T> = ReadableStream<T> & AsyncIterable<T>

/**
 * A stream of what an iterator gives. It is asked only when somebody reads, so a slow reader slows the source; a reader that goes
 * away returns it at once, even while it is being asked.
 */
export function toPullStream<T>(iterator: AsyncIterator<T>): AsyncIterableStream<T> {
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
  // Some browsers have streams that cannot be iterated.
  if (!(Symbol.asyncIterator in stream)) Object.assign(stream, { [Symbol.asyncIterator]: readAll })
  return stream as AsyncIterableStream<T>
}

async function* readAll<T>(this: ReadableStream<T>): AsyncGenerator<T> {
  const reader = this.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

/** A stream over an iterator. `for await` asks the iterator itself: a stream in between would cost more than all the rest. */
export function toIterableStream<T>(iterator: AsyncIterableIterator<T>): AsyncIterableStream<T> {
  return Object.defineProperty(toPullStream(iterator), Symbol.asyncIterator, { value: () => iterator })
}
