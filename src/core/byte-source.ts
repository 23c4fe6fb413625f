/**
 * Bytes that come in pieces. It is what the reader of a web stream is, without its cost: a stream takes several promises for each
 * piece, and more to be made than a small answer takes to be read.
 */
export interface ByteSource {
  /** All pieces that have come by now, at least one; undefined at the end. One read at a time. */
  read(): Promise<readonly Uint8Array[] | undefined>
  /** The rest is not wanted. A read that waits ends. */
  cancel(reason?: unknown): void
}

export const ownBytes = Symbol('bytes')

/** A `Request` or `Response` of our own making, that knows where its bytes come from. */
export interface BytesOwner {
  [ownBytes](): ByteSource | undefined
}

/** The body of a message, to be read once. Undefined: it has none. */
export function openBytes(
  message: { readonly body: ReadableStream<Uint8Array> | null } | BytesOwner,
): ByteSource | undefined {
  if (ownBytes in message) return message[ownBytes]()
  return message.body === null ? undefined : bytesOfStream(message.body)
}

function bytesOfStream(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader()
  return {
    async read() {
      const { done, value } = await reader.read()
      return done ? undefined : [value]
    },
    cancel(reason) {
      // The reader rejects with the reason that was just given: nobody is left to hear it.
      reader.cancel(reason).catch(() => undefined)
    },
  }
}

/** The same bytes for those who want a web stream. Nothing is read before somebody asks. */
export function streamOfBytes(source: ByteSource): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const pieces = await source.read()
        if (pieces === undefined) controller.close()
        else for (const piece of pieces) controller.enqueue(piece as Uint8Array<ArrayBuffer>)
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
