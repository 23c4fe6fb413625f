import { decompressorFor, readUpTo } from '../../core/bytes.ts'
import { type Failure, failure, malformedPage, type Page, tooLargePage } from '../api/envelope.ts'

/** The bytes of a body, or the front end's error page. */
type Body = { readonly bytes: Uint8Array } | { readonly page: Page }

/**
 * Reads and decompresses a body, and stops as soon as it is larger than the limit. An unknown encoding is left to the JSON parser, which
 * refuses it, as Google's does.
 */
export async function readBody(request: Request, limit: number): Promise<Body> {
  if (request.body === null) return { bytes: new Uint8Array() }
  // The length says so in advance: the body need not be sent.
  if (Number(request.headers.get('content-length') ?? 0) > limit) {
    await request.body.cancel()
    return { page: tooLargePage }
  }
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  const decompressor = decompressorFor(encoding)
  if (decompressor === undefined) return readStream(request.body, limit)
  try {
    return await readStream(request.body.pipeThrough(decompressor), limit)
  } catch (error) {
    // A caller that is still there sent a body without the encoding that it claims.
    if (request.signal.aborted) throw error
    return { page: malformedPage }
  }
}

async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Body> {
  const bytes = await readUpTo(stream, limit)
  return bytes === undefined ? { page: tooLargePage } : { bytes }
}

/** The parser handles a byte order mark. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** The number of bytes that Google's parser shows around an error. */
const contextLength = 20

/** The text of a body, or Google's error for bytes that are not UTF-8, which shows where they begin. */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly failure: Failure } {
  try {
    return { text: strict.decode(bytes) }
  } catch {
    const start = validPrefix(bytes)
    const context = lenient.decode(bytes.subarray(start, start + contextLength))
    const message = `Invalid JSON payload received. Encountered non UTF-8 code points.\n${context}\n^`
    return { failure: failure('INVALID_ARGUMENT', message) }
  }
}

/** The number of bytes at the start that are whole characters: up to the first that was replaced when they were decoded. */
function validPrefix(bytes: Uint8Array): number {
  const decoded = new TextEncoder().encode(lenient.decode(bytes))
  let end = decoded.findIndex((byte, index) => byte !== bytes[index])
  while ((decoded[end]! & 0xc0) === 0x80) end--
  return end
}
