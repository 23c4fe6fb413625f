/** Bytes as the platform reads them. A chunk is read when the reader wants it. */
export function toByteStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Bytes of the platform. Not an async generator: its `return()` would wait for a read that never ends. */
export function fromByteStream(stream: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  const reader = stream?.getReader()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const read = await reader?.read()
        return read === undefined || read.done ? { done: true, value: undefined } : { done: false, value: read.value }
      },
      async return() {
        // A stream that has failed rejects with an error that `next` has thrown already.
        reader?.cancel().catch(() => undefined)
        return { done: true, value: undefined }
      },
    }),
  }
}

/** Bytes for one call of `String.fromCharCode`: the number of arguments is limited. */
const slice = 0x8000

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += slice) {
    binary += String.fromCharCode(...bytes.subarray(at, at + slice))
  }
  return btoa(binary)
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** The bytes of base64 in either alphabet, padded or not, as characters. Undefined for a text that is not base64. */
export function decodeBase64(text: string): string | undefined {
  // Looking behind keeps it linear: a run of `=` in the middle is read once, and not from each of them.
  const standard = text
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/(?<!=)=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(standard) || standard.length % 4 === 1) return undefined
  return atob(standard)
}

const encodings: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])

/** Decompresses a body with this `content-encoding`. Undefined for an encoding that the platform does not have. */
export function decompressorFor(
  encoding: string,
): ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>> | undefined {
  const format = encodings.get(encoding)
  return format && (new DecompressionStream(format) as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>)
}

/** All bytes of a stream. Undefined, and the stream is cancelled, as soon as there are more than `limit`. */
export async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | undefined> {
  const reader = stream?.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader!.read()) {
    pieces.push(next.value)
    length += next.value.length
    if (length <= limit) continue
    await reader!.cancel()
    return undefined
  }
  return joinBytes(pieces, length)
}

/** Joins pieces of `length` bytes in total. A single piece is returned as it is. */
export function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
