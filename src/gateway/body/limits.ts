import { type ByteSource, openBytes } from '../../core/byte-source.ts'
import { joinBytes } from '../../core/join-bytes.ts'
import { RefusedRequest } from '../refused-request.ts'
import { decodeUtf8, type ParsedBody, parseBody } from './parse-body.ts'
import { scanJson } from './scan-json.ts'

export interface BodyLimits {
  /** Bytes, decompressed. */
  readonly maxBodyBytes: number
  /** How deep arrays and objects may stand in each other. */
  readonly maxJsonDepth: number
}

const encodings: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])

/**
 * Reads the JSON of a request, within limits that hold while it arrives: bytes are counted after they were decompressed, so a small
 * archive cannot become a large body, and depth before anything is parsed, so that no recursion behind can overflow.
 *
 * Of a body that is too large the rest is not read: the connection is of no more use, and the answer says so.
 *
 * @throws RefusedRequest with status 400, 413 or 415. What the client gave up passes on as the error that its stream gave.
 */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<ParsedBody> {
  refuseOtherTypes(request.headers.get('content-type'))
  if (Number(request.headers.get('content-length') ?? 0) > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes)
  const pieces = await readPieces(request, limits.maxBodyBytes)
  const bytes = join(pieces)
  const found = scanJson(bytes, limits.maxJsonDepth, bytes.length > smallBody)
  if (found.problem !== undefined) {
    // What is not UTF-8 has no structure to speak of.
    decodeUtf8(bytes)
    throw new RefusedRequest({ message: found.problem, statusCode: 400, code: 'json_too_complex' })
  }
  return parseBody({ bytes, pieces }, found)
}

/** Is parsed before anything in it could be known again. */
const smallBody = 1024

/** Nothing said is taken for JSON: some clients forget it, and a browser's form always says what it is. */
function refuseOtherTypes(contentType: string | null): void {
  if (contentType === 'application/json') return
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined || type === '' || type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type))
    return
  const message = 'The body must be JSON: send the header `content-type: application/json`.'
  throw new RefusedRequest({ message, statusCode: 415, code: 'unsupported_media_type' })
}

async function readPieces(request: Request, limit: number): Promise<readonly Uint8Array[]> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return readAll(openBytes(request), limit)
  if (request.body === null) return []
  const format = encodings.get(encoding)
  if (format === undefined) {
    const message = 'The encoding of the body is not known. It may be gzip, deflate, or none.'
    throw new RefusedRequest(
      { message, statusCode: 415, code: 'unsupported_encoding' },
      { 'accept-encoding': 'gzip, deflate' },
    )
  }
  try {
    return await readAll(openBytes({ body: request.body.pipeThrough(decompressor(format)) }), limit)
  } catch (error) {
    if (error instanceof RefusedRequest || request.signal.aborted) throw error
    throw new RefusedRequest({ message: `The body is not ${encoding}, as its header says.`, statusCode: 400 })
  }
}

function decompressor(format: CompressionFormat): ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>> {
  return new DecompressionStream(format) as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>
}

async function readAll(source: ByteSource | undefined, limit: number): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const pieces = await source?.read()
    if (pieces === undefined) break
    for (const piece of pieces) {
      chunks.push(piece)
      size += piece.length
    }
    // Not cancelled: that would close the connection before the answer is written.
    if (size > limit) throw tooLarge(limit)
  }
  return chunks
}

/** Bodies are put together here, one after the other: fresh memory costs more than the copy. Larger ones get their own. */
let desk: Uint8Array | undefined
const deskSize = 4 * 1024 * 1024

/** One piece of memory, until the next call: whoever wants to keep something of it copies it. */
function join(pieces: readonly Uint8Array[]): Uint8Array {
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  if (pieces.length === 1 || size > deskSize) return joinBytes(pieces, size)
  desk ??= new Uint8Array(deskSize)
  return joinBytes(pieces, size, desk)
}

function tooLarge(limit: number): RefusedRequest {
  const message = `The body is larger than ${limit} bytes, decompressed.`
  return new RefusedRequest({ message, statusCode: 413, code: 'request_too_large' }, { connection: 'close' })
}
