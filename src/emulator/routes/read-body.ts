import { joinBytes } from '../../core/join-bytes.ts'
import { malformedPage, type Page, tooLargePage } from '../api/envelope-page.ts'

/** The bytes of a body, or the page that the front end answers with instead. */
export type Body = { readonly bytes: Uint8Array } | { readonly page: Page }

const encodings: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])

/**
 * Reads a body, decompressed, and stops as soon as it is larger than the limit: a small archive may hold a lot.
 * An encoding that nothing here can undo is left to the JSON parser, which will not like it, as Google's does not.
 */
export async function readBody(request: Request, limit: number): Promise<Body> {
  if (request.body === null) return { bytes: new Uint8Array() }
  // Said in advance: nobody has to send it.
  if (Number(request.headers.get('content-length') ?? 0) > limit) {
    await request.body.cancel()
    return { page: tooLargePage }
  }
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  const format = encodings.get(encoding)
  if (format === undefined) return readStream(request.body, limit)
  try {
    return await readStream(request.body.pipeThrough(decompressor(format)), limit)
  } catch (error) {
    // Whoever gave up has no use for a page; everybody else sent what is not the encoding that they claim.
    if (request.signal.aborted) throw error
    return { page: malformedPage }
  }
}

function decompressor(format: CompressionFormat): ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>> {
  return new DecompressionStream(format) as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>
}

async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Body> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.length
    if (size > limit) {
      await reader.cancel()
      return { page: tooLargePage }
    }
  }
  return { bytes: joinBytes(chunks, size) }
}
