/**
 * Maps the parts of a stream, each to any number of parts. Not a TransformStream, which would cost a queue and several promises for
 * each part.
 */
export function mapStream<From, To>(
  stream: ReadableStream<From>,
  map: (part: From, push: (mapped: To) => void) => void,
): ReadableStream<To> {
  const reader = stream.getReader()
  return new ReadableStream<To>({
    async pull(controller) {
      let isFed = false
      const push = (mapped: To) => {
        isFed = true
        controller.enqueue(mapped)
      }
      // A stream does not pull again before something was enqueued.
      while (!isFed) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        map(value, push)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
