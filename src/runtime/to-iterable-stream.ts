import { type AsyncIterableStream, toPullStream } from './ui/pull-stream.ts'

/** A stream over an iterator. `for await` asks the iterator itself: a stream in between would cost more than all the rest. */
export function toIterableStream<T>(iterator: AsyncIterableIterator<T>): AsyncIterableStream<T> {
  return Object.defineProperty(toPullStream(iterator), Symbol.asyncIterator, { value: () => iterator })
}
