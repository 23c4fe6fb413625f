import { isJsonType } from '../../core/browser-guard.ts'
import { decompressorFor, joinBytes } from '../../core/bytes.ts'
import type { BodyReader } from '../../core/http.ts'
import { type JsonSpan, measureInPieces } from '../../wire/json-size.ts'
import { RefusedRequest } from '../refused-request.ts'
import { noPause, type Pause } from '../turns.ts'
import { isLargeJson, parseInPieces } from './parse-json.ts'

export interface BodyLimits {
  /** Bytes, decompressed. */
  readonly maxBodyBytes: number
  /** How many arrays and objects may stand around a value. */
  readonly maxJsonDepth: number
  /** How many values a body may have. */
  readonly maxJsonValues: number
}

/** Parses a member of the body by itself. */
export interface MemberParser {
  /** Its key. */
  readonly name: string
  /** @throws SyntaxError */
  parse(json: string): unknown
}

export interface ReadOptions {
  readonly parser?: MemberParser
  /** Reads the body as it came, perhaps compressed. Default: from the request's stream. */
  readonly readBody?: BodyReader | undefined
  readonly pause?: Pause
  /** Decodes UTF-8, and throws where it is none. */
  readonly decodeText?: ((bytes: Uint8Array) => string) | undefined
  /** Counts bytes, decompressed, before they are kept in memory. It throws where there is no room for them. */
  readonly take?: (bytes: number) => void
}

/**
 * Reads the JSON of a request within limits that are checked before the work is done: bytes while they arrive (decompressed, so that a
 * small archive cannot become a large body), depth and number of values before the text is parsed.
 *
 * Of a body that is too large the rest is not read. The answer asks to close the connection, which cannot be used again.
 *
 * @throws RefusedRequest with status 400, 413 or 415. Where the client aborts, the error of its stream.
 */
export async function readJson(request: Request, limits: BodyLimits, options: ReadOptions = {}): Promise<unknown> {
  const { parser, pause = noPause, take = () => undefined, decodeText = decodeUtf8 } = options
  refuseOtherTypes(request.headers.get('content-type'))
  if (Number(request.headers.get('content-length') ?? 0) > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes)
  const text = await decodeParts(
    await readParts(request, limits.maxBodyBytes, take, options.readBody),
    decodeText,
    pause,
  )
  const { maxJsonDepth, maxJsonValues } = limits
  const outsideLimit = maxJsonValues * charactersPerValue
  const most = { depth: maxJsonDepth, values: maxJsonValues, outside: outsideLimit, members: mostMembers }
  const { depth, values, outside, members, member } = await measureInPieces(text, parser?.name, most, pause)
  if (depth > maxJsonDepth) throw tooComplex(`is nested deeper than ${maxJsonDepth} levels`)
  if (values > maxJsonValues) throw tooComplex(`has more than ${maxJsonValues} values`)
  if (outside > outsideLimit) throw tooComplex(`has more than ${outsideLimit} characters outside of its strings`)
  if (members > mostMembers) throw tooComplex(`has an object with more than ${mostMembers} members`)
  await pause()
  return parse(text, { values, span: member, parser, pause })
}

/** Numbers, brackets and spaces for each value that is allowed: 20 MB of digits or spaces are slow to read, and no request. */
const charactersPerValue = 32

/** Of one object. Each takes a microsecond to read, and another one wherever they are listed. No schema has as many properties. */
export const mostMembers = 20_000

/** A body without a type is taken for JSON, as some clients with a key send none. Without client keys, it is refused before. */
function refuseOtherTypes(contentType: string | null): void {
  if (contentType === null || contentType.trim() === '' || isJsonType(contentType)) return
  const message = 'The body must be JSON: send the header `content-type: application/json`.'
  throw new RefusedRequest({ message, statusCode: 415, code: 'unsupported_media_type' })
}

/** Bytes in parts of at least two megabytes, except the last. */
async function readParts(
  request: Request,
  limit: number,
  take: (bytes: number) => void,
  readBody: BodyReader = streamReader(request.body),
): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = []
  let chunks: Uint8Array[] = []
  let partSize = 0
  let size = 0
  const countPiece = createPieceCounter()
  const endPart = () => {
    parts.push(joinBytes(chunks, partSize))
    chunks = []
    partSize = 0
  }
  await readerOf(
    request,
    readBody,
  )((chunk) => {
    countPiece(chunk)
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    take(chunk.length)
    chunks.push(chunk)
    partSize += chunk.length
    if (partSize >= largestPart) endPart()
  })
  if (partSize > 0) endPart()
  return parts
}

/** Bytes that are joined and decoded at once. Characters beyond ASCII take ten milliseconds for each megabyte. */
const largestPart = 2 * 1024 * 1024

/** Pieces in which any body may arrive. */
const freePieces = 10_000

/** Bytes that pieces have on average, where there are more: a chunk of one byte takes as long to read as one of a kilobyte. */
const leastPiece = 32

/** Counts the pieces in which a body arrives, and refuses one in very many small ones, such as chunks of one byte. */
function createPieceCounter(): (piece: Uint8Array) => void {
  let pieces = 0
  let size = 0
  return (piece) => {
    pieces++
    size += piece.length
    if (pieces > freePieces && size < pieces * leastPiece) throw tooManyPieces()
  }
}

/** Reads what is in a body, decompressed. */
function readerOf(request: Request, readBody: BodyReader): BodyReader {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return readBody
  const decompressor = decompressorFor(encoding)
  if (decompressor === undefined) {
    const message = 'The encoding of the body is not supported. It may be gzip, deflate, or none.'
    const headers = { 'accept-encoding': 'gzip, deflate' }
    throw new RefusedRequest({ message, statusCode: 415, code: 'unsupported_encoding' }, headers)
  }
  return async (onChunk) => {
    const countPiece = createPieceCounter()
    // On Workers, the decompressor fails with an error of its own, whatever its input failed with.
    let tooMany: unknown
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        try {
          countPiece(piece)
        } catch (error) {
          tooMany = error
          throw error
        }
        controller.enqueue(piece)
      },
    })
    try {
      await streamReader(request.body?.pipeThrough(counter).pipeThrough(decompressor) ?? null)(onChunk)
    } catch (error) {
      if (error instanceof RefusedRequest || request.signal.aborted) throw error
      throw (
        tooMany ?? new RefusedRequest({ message: `The body is not ${encoding}, as its header says.`, statusCode: 400 })
      )
    }
  }
}

function streamReader(body: ReadableStream<Uint8Array> | null): BodyReader {
  return async (onChunk) => {
    const reader = body?.getReader()
    // Where `onChunk` throws it is not cancelled: that would close the connection before the answer is written.
    for (let read = await reader?.read(); read?.done === false; read = await reader!.read()) onChunk(read.value)
  }
}

function tooLarge(limit: number): RefusedRequest {
  const message = `The body is larger than ${limit} bytes, decompressed.`
  return new RefusedRequest({ message, statusCode: 413, code: 'request_too_large' }, { connection: 'close' })
}

function tooManyPieces(): RefusedRequest {
  const message = `The body arrives in more than ${freePieces} pieces, of less than ${leastPiece} bytes on average. Send larger chunks.`
  return new RefusedRequest({ message, statusCode: 400, code: 'body_in_pieces' }, { connection: 'close' })
}

function tooComplex(reason: string): RefusedRequest {
  const message = `The JSON body ${reason}. Send less at once.`
  return new RefusedRequest({ message, statusCode: 400, code: 'json_too_complex' })
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}

/** Strips a byte order mark at the start; a later one is a character, and not allowed between values. */
export async function decodeParts(
  bodyParts: readonly Uint8Array[],
  decodeText: (bytes: Uint8Array) => string,
  pause: Pause,
): Promise<string> {
  // Some platforms deliver all of a body at once.
  const parts: Uint8Array[] = []
  for (const part of bodyParts) {
    for (let start = 0; start < part.length; start += largestPart) parts.push(part.subarray(start, start + largestPart))
  }
  try {
    let text = ''
    let rest: Uint8Array | undefined
    for (const [index, part] of parts.entries()) {
      await pause()
      const bytes = rest === undefined ? part : joinBytes([rest, part], rest.length + part.length)
      const end = index === parts.length - 1 ? bytes.length : endOfCharacters(bytes)
      text += decodeText(end === bytes.length ? bytes : bytes.subarray(0, end))
      rest = end === bytes.length ? undefined : bytes.subarray(end)
    }
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  } catch (error) {
    if (error instanceof RefusedRequest) throw error
    throw invalidJson('The body is not UTF-8.')
  }
}

/** Where the last character starts, if it may go on in the next part; else the end. A character has up to four bytes. */
function endOfCharacters(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0 && at >= bytes.length - 4; at--) {
    const byte = bytes[at]!
    if (byte < 0x80) return bytes.length
    // Bytes that continue a character begin with the bits 10.
    if (byte >= 0xc0) return at
  }
  return bytes.length
}

interface Parsing {
  /** How many values the text has. */
  readonly values: number
  readonly span: JsonSpan | undefined
  readonly parser: MemberParser | undefined
  readonly pause: Pause
}

async function parse(text: string, { values, span, parser, pause }: Parsing): Promise<unknown> {
  try {
    if (span === undefined || parser === undefined) return await parseInPieces(text, values, pause)
    const member = text.slice(span.start, span.end)
    const own = await valuesOf(member, values, pause)
    // The text is JSON if the member is, and if the rest is with another value in its place.
    const others = `${text.slice(0, span.start)}null${text.slice(span.end)}`
    const rest = (await parseInPieces(others, Math.max(1, values - own), pause)) as object
    // What is too large for one piece is parsed like the rest.
    const parsed = isLargeJson(member, own) ? await parseInPieces(member, own, pause) : parser.parse(member)
    return { ...rest, [parser.name]: parsed }
  } catch (error) {
    if (error instanceof RefusedRequest) throw error
    // The parser's message quotes the body, which may hold a prompt.
    throw invalidJson('We could not parse the JSON body of your request. It must be one complete JSON value.')
  }
}

/** Of a member of a text. In a small text it does not matter how many there are. */
async function valuesOf(member: string, values: number, pause: Pause): Promise<number> {
  return isLargeJson(member, values) ? (await measureInPieces(member, undefined, {}, pause)).values : values
}

function invalidJson(message: string): RefusedRequest {
  return new RefusedRequest({ message, statusCode: 400, code: 'invalid_json' })
}
