/** What a body is read from: an incoming message of `node:http`, or a decompressor behind one. */
export interface MessageSource {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  pause(): unknown
  resume(): unknown
  destroy(error?: Error): unknown
}

/** So much may wait for a reader, in each direction of each request. */
const highWaterMark = 16 * 1024

/**
 * A message's body as a web stream. `Readable.toWeb` is the same and costs several times as much: it serves every kind of stream. What
 * nobody reads stays in the socket, so the sender waits.
 *
 * `letGo` is called when a reader wants no more. By default the message is destroyed, and its connection with it.
 */
export function messageBody(
  message: MessageSource,
  letGo: () => unknown = () => message.destroy(),
): ReadableStream<Uint8Array> {
  let isOver = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const end = (finish: () => void) => {
        if (isOver) return
        isOver = true
        finish()
      }
      message.on('data', (chunk) => {
        if (isOver) return
        controller.enqueue(chunk)
        if (controller.desiredSize! <= 0) message.pause()
      })
      message.on('end', () => end(() => controller.close()))
      message.on('error', (error) => end(() => controller.error(error)))
      // Nothing else is said of a connection that somebody destroyed without a reason.
      message.on('close', () => end(() => controller.error(new TypeError('The connection was closed.'))))
      message.pause()
    },
    pull() {
      message.resume()
    },
    cancel() {
      isOver = true
      letGo()
    },
  }
  return new ReadableStream(source, { highWaterMark, size: (chunk) => chunk.byteLength })
}
