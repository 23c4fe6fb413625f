import { RefusedRequest } from './refused-request.ts'

export interface BodyLimits {
  /** Bytes, decompressed. */
  readonly maxBodyBytes: number
  /** How deep arrays and objects may stand in each other. */
  readonly maxJsonDepth: number
}

/** Arrays and objects in one body. Each takes a hundred bytes or so of memory, for two of the body. */
const mostContainers = 1_000_000

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
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  refuseOtherTypes(request.headers.get('content-type'))
  if (Number(request.headers.get('content-length') ?? 0) > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes)
  const bytes = request.body === null ? new Uint8Array() : await readBytes(request, request.body, limits.maxBodyBytes)
  const text = decode(bytes)
  const problem = findStructureProblem(text, limits.maxJsonDepth)
  if (problem !== undefined) throw new RefusedRequest({ message: problem, statusCode: 400, code: 'json_too_complex' })
  return parse(text)
}

/** Nothing said is taken for JSON: some clients forget it, and a browser's form always says what it is. */
function refuseOtherTypes(contentType: string | null): void {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined || type === '' || type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type))
    return
  const message = 'The body must be JSON: send the header `content-type: application/json`.'
  throw new RefusedRequest({ message, statusCode: 415, code: 'unsupported_media_type' })
}

async function readBytes(request: Request, body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return readStream(body, limit)
  const format = encodings.get(encoding)
  if (format === undefined) {
    const message = 'The encoding of the body is not known. It may be gzip, deflate, or none.'
    throw new RefusedRequest(
      { message, statusCode: 415, code: 'unsupported_encoding' },
      { 'accept-encoding': 'gzip, deflate' },
    )
  }
  try {
    return await readStream(body.pipeThrough(decompressor(format)), limit)
  } catch (error) {
    if (error instanceof RefusedRequest || request.signal.aborted) throw error
    throw new RefusedRequest({ message: `The body is not ${encoding}, as its header says.`, statusCode: 400 })
  }
}

function decompressor(format: CompressionFormat): ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>> {
  return new DecompressionStream(format) as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>
}

async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.length
    // Not cancelled: that would close the connection before the answer is written.
    if (size > limit) throw tooLarge(limit)
  }
  return chunks.length === 1 ? chunks[0]! : join(chunks, size)
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

function tooLarge(limit: number): RefusedRequest {
  const message = `The body is larger than ${limit} bytes, decompressed.`
  return new RefusedRequest({ message, statusCode: 413, code: 'request_too_large' }, { connection: 'close' })
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedRequest({ message: 'The body is not UTF-8.', statusCode: 400, code: 'invalid_json' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What the parser says quotes the body, and bodies are prompts.
    throw new RefusedRequest({
      message: 'We could not parse the JSON body of your request. It must be one complete JSON value.',
      statusCode: 400,
      code: 'invalid_json',
    })
  }
}

const quote = 0x22
const backslash = 0x5c

/**
 * What is wrong with the structure of a JSON text, if anything. Braces and brackets differ in one bit, so one comparison finds both.
 * What is no JSON is left to the parser.
 */
export function findStructureProblem(text: string, maxDepth: number): string | undefined {
  let depth = 0
  let containers = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === quote) {
      index = endOfString(text, index + 1)
      continue
    }
    const bracket = unit | 0x20
    if (bracket === 0x7b) {
      depth++
      containers++
      if (depth > maxDepth) return `The JSON body is nested deeper than ${maxDepth} levels.`
      if (containers > mostContainers) return `The JSON body has more than ${mostContainers} arrays and objects.`
    } else if (bracket === 0x7d) depth--
  }
  return undefined
}

/** So much of a string is looked at one by one. In longer ones the platform finds the end: a picture takes no time. */
const shortString = 64

/** Where the quote is that ends a string; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  let index = start
  for (;;) {
    for (const stop = Math.min(index + shortString, text.length); index < stop; index++) {
      const unit = text.charCodeAt(index)
      if (unit === quote) return index
      if (unit === backslash) index++
    }
    const found = text.indexOf('"', index)
    if (found < 0) return text.length
    if (!isEscaped(text, found)) return found
    index = found + 1
  }
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}
