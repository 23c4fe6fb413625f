/**
 * A stream whose parts went through `map`, which hands on as many as it likes. A reader behind a reader: a TransformStream would cost
 * a queue and several promises for each part.
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
      // Who pulls is not asked again before something came.
      while (!isFed) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        map(value, push)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
