import { joinBytes } from '../../core/join-bytes.ts'
import { type Failure, failure, malformedPage, type Page, tooLargePage } from '../api/envelope.ts'

/** The bytes of a body, or the page that the front end answers with instead. */
type Body = { readonly bytes: Uint8Array } | { readonly page: Page }

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

/** A byte order mark is the parser's business. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Google's parser shows this many bytes around an error. */
const contextLength = 20

/** The text of a body, or Google's answer to bytes that are no UTF-8: it names the place where they begin. */
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

/** How many bytes at the start are whole characters, found by halving. */
function validPrefix(bytes: Uint8Array): number {
  let [good, bad, text] = [0, bytes.length, '']
  while (good < bad) {
    const middle = Math.ceil((good + bad) / 2)
    const start = decodeStart(bytes.subarray(0, middle))
    if (start === undefined) bad = middle - 1
    else [good, text] = [middle, start]
  }
  // A character that is cut at the end counts for nothing.
  return new TextEncoder().encode(text).length
}

/** As the start of a longer text: a character that is cut is no error yet. */
function decodeStart(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
