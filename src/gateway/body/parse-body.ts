import type { HeldTexts } from '../../core/held-texts.ts'
import { byteText } from '../http/byte-text.ts'
import { RefusedRequest } from '../refused-request.ts'
import { cameBefore, countContainers, expectAgain, findMessage, keepMessage, mostContainers } from './kept-messages.ts'
import { parseTools } from './kept-tools.ts'
import type { ByteRange, ScannedJson, ScannedMessage, ScannedTools } from './scan-json.ts'

/** A body that was parsed. */
export interface ParsedBody {
  readonly value: unknown
  /** Files that are not in it. */
  readonly held: HeldTexts
}

/**
 * Parses a body and its large parts apart. Tools and messages are known again from the requests before. Files are text already: a parser
 * would look at each of their characters, and a decoder before it. Those in data URLs are not even made a string of.
 *
 * @throws RefusedRequest where it is no JSON, or not in UTF-8.
 */
export function parseBody({ bytes, pieces }: BodyBytes, scanned: ScannedJson): ParsedBody {
  const { tools, messages, files = [] } = scanned
  const nothing = tools === undefined && messages === undefined && files.length === 0
  if (nothing) return { value: parse(() => JSON.parse(decodeStart(bytes))), held: none }
  const { texts, held, rest } = cutOut({ bytes, pieces }, scanned)
  const value = parse(() => {
    const whole = { body: JSON.parse(rest) as unknown }
    if (texts.size > 0) putBack(whole, (text) => texts.get(text))
    if (tools === undefined && messages === undefined) return whole.body
    // Read in any case: what is no JSON is refused. Something else stands there where a key was said again.
    const toolList = tools && readTools(bytes, tools)
    const messageList = messages && readMessages(bytes, messages.items)
    const body = { ...(whole.body as Record<string, unknown>) }
    if (body['tools'] === markOf('tools')) body['tools'] = toolList
    if (body['messages'] === markOf('messages')) body['messages'] = messageList
    return body
  })
  return { value, held }
}

const none: HeldTexts = new Map()

/** The bytes of a body, together until the next one comes, and in the pieces that they came in, which stay. */
export interface BodyBytes {
  readonly bytes: Uint8Array
  readonly pieces: readonly Uint8Array[]
}

/** Stands in the place of a list while the rest is parsed. Nobody else can have written it. */
let mark: string | undefined

function markOf(list: 'tools' | 'messages'): string {
  // Not at once: some platforms have nothing that is random before the first request.
  mark ??= crypto.randomUUID()
  return `${mark}/${list}`
}

/** The text of a body without its large parts, and the files among them, by their marks. */
function cutOut({ bytes, pieces }: BodyBytes, { tools, messages, files = [] }: ScannedJson) {
  const texts = new Map<string, string>()
  const held = new Map<string, readonly Uint8Array[]>()
  // Of this request only: what is held goes further than what is put back here.
  const own = files.length === 0 ? '' : crypto.randomUUID()
  const parts: Cut[] = files.map(({ start, end, depth }, index) => {
    const text = `${own}/${index}/`
    const head = isOfPart(bytes, start, depth) ? dataUrlHead(bytes, start) : 0
    if (head === 0) texts.set(text, byteText().asciiText(bytes.subarray(start, end)))
    else held.set(text, piecesBetween(pieces, start + head, end))
    return { start: start + head, end, text }
  })
  if (tools !== undefined) parts.push({ start: tools.start, end: tools.end, text: `"${markOf('tools')}"` })
  if (messages !== undefined) parts.push({ start: messages.start, end: messages.end, text: `"${markOf('messages')}"` })
  return { texts, held, rest: cut(bytes, parts) }
}

/** How deep the values of a part of a message stand: `messages[].content[].image_url.url`, and `image_url` alone. */
const partDepths: readonly number[] = [5, 6]

/** Whether a string is the file of a part, by where it stands. In arguments and tools, names and ids, somebody looks at it. */
function isOfPart(bytes: Uint8Array, start: number, depth: number): boolean {
  const before = byteText().asciiText(bytes.subarray(Math.max(0, start - 60), start))
  return partDepths.includes(depth) && /[^\\]"(?:url|image_url|file_data)"\s*:\s*"$/.test(before)
}

const longestHead = 200

/** How long the beginning of a data URL is; 0 where there is none. Where its media type is not exact, somebody looks into the data. */
function dataUrlHead(bytes: Uint8Array, start: number): number {
  const text = byteText().asciiText(bytes.subarray(start, start + longestHead))
  return /^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+)*;base64,/.exec(text)?.[0].length ?? 0
}

function piecesBetween(pieces: readonly Uint8Array[], start: number, end: number): Uint8Array[] {
  const found: Uint8Array[] = []
  let at = 0
  for (const piece of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, piece.length)]
    if (from < to) found.push(piece.subarray(from, to))
    at += piece.length
  }
  return found
}

function readTools(bytes: Uint8Array, { start, end, known, depth, containers }: ScannedTools): unknown {
  if (known !== undefined) return known.value
  const own = bytes.subarray(start, end)
  return parseTools(decodeUtf8(own), own, { depth, containers })
}

/** A message is kept when it comes for the second time: then it is a part of a conversation, and will come again. */
function readMessages(bytes: Uint8Array, items: readonly ScannedMessage[]): unknown[] {
  const values: unknown[] = []
  let left = mostContainers
  const kept = items.map((item) => {
    if (item.known !== undefined) {
      values.push(item.known.value)
      return item.known
    }
    const own = bytes.subarray(item.start, item.end)
    const text = decodeUtf8(own)
    const known = findMessage(text)
    const value = known?.value ?? (JSON.parse(text) as object)
    values.push(value)
    if (known !== undefined || left <= 0 || !cameBefore(own)) return known
    left -= countContainers(own)
    return left < 0 ? undefined : keepMessage(text, value, own, item)
  })
  expectAgain(kept)
  return values
}

/** A part of a text, and what stands there instead. */
interface Cut extends ByteRange {
  readonly text: string
}

/** The text of a body with others in the place of some of its parts. */
function cut(bytes: Uint8Array, parts: Cut[]): string {
  let text = ''
  let at = 0
  for (const part of parts.sort((a, b) => a.start - b.start)) {
    const before = bytes.subarray(at, part.start)
    text += (at === 0 ? decodeStart(before) : decodeUtf8(before)) + part.text
    at = part.end
  }
  return text + decodeUtf8(bytes.subarray(at))
}

/** Replaces strings wherever they stand in parsed JSON, whose depth is known to be small. */
function putBack(value: unknown, find: (text: string) => string | undefined): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    const field = fields[key]
    if (typeof field === 'string') {
      const found = find(field)
      if (found !== undefined) fields[key] = found
    } else putBack(field, find)
  }
}

/** The mark that a body may begin with is no part of it; one further on is a character like any other. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeStart(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** @throws RefusedRequest where it is none. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new RefusedRequest({ message: 'The body is not UTF-8.', statusCode: 400, code: 'invalid_json' })
  }
}

function parse(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // What the parser says quotes the body, and bodies are prompts.
    throw new RefusedRequest({
      message: 'We could not parse the JSON body of your request. It must be one complete JSON value.',
      statusCode: 400,
      code: 'invalid_json',
    })
  }
}
