import type { TextStreamPart } from './stream-part.ts'
import { type AsyncIterableStream, toPullStream } from './ui/pull-stream.ts'

/** What is wanted of each part; undefined for nothing. */
type Pick<T> = (part: TextStreamPart) => T | undefined

/** An iterator over what is wanted of the parts. Not a generator: its `return` must not wait for a pending `next`. */
export function pickParts<T>(parts: AsyncIterator<TextStreamPart>, pick: Pick<T>): AsyncIterableIterator<T> {
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      for (;;) {
        const { done, value } = await parts.next()
        if (done === true) return { done: true, value: undefined }
        const picked = pick(value)
        if (picked !== undefined) return { done: false, value: picked }
      }
    },
    async return() {
      await parts.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** A stream over an iterator. `for await` asks the iterator itself: a stream in between would cost more than all the rest. */
export function toIterableStream<T>(iterator: AsyncIterableIterator<T>): AsyncIterableStream<T> {
  return Object.defineProperty(toPullStream(iterator), Symbol.asyncIterator, { value: () => iterator })
}
