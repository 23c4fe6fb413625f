/** Gives these values one after the other, and then the last one again and again. */
export function mockValues<T>(...values: readonly T[]): () => T {
  let count = 0
  return () => values[count++] ?? values[values.length - 1]!
}

/** Ids in a row: `id-0`, `id-1`, … */
export function mockId({ prefix = 'id' }: { readonly prefix?: string } = {}): () => string {
  let count = 0
  return () => `${prefix}-${count++}`
}

/** A stream of these values. */
export function convertArrayToReadableStream<T>(values: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const value of values) controller.enqueue(value)
      controller.close()
    },
  })
}

export function convertArrayToAsyncIterable<T>(values: readonly T[]): AsyncIterable<T> {
  return {
    async *[Symbol.asyncIterator]() {
      yield* values
    },
  }
}

/** All values of a stream. */
export async function convertReadableStreamToArray<T>(stream: ReadableStream<T>): Promise<T[]> {
  const values: T[] = []
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) values.push(next.value)
  return values
}
