import { byteText } from '../http/byte-text.ts'
import { RefusedRequest } from '../refused-request.ts'
import { expectAgain, findMessage, keepMessage } from './kept-messages.ts'
import { parseTools } from './kept-tools.ts'
import type { ByteRange, ScannedJson, ScannedMessage, ScannedTools } from './scan-json.ts'

/**
 * Parses a body and its large parts apart. Tools and messages are known again from the requests before. Files are text already: a parser
 * would look at each of their characters, and a decoder before it.
 *
 * @throws RefusedRequest where it is no JSON, or not in UTF-8.
 */
export function parseBody(bytes: Uint8Array, { tools, messages, files = [] }: ScannedJson): unknown {
  if (tools === undefined && messages === undefined && files.length === 0) {
    return parse(() => JSON.parse(decodeUtf8(bytes)))
  }
  const { texts, rest } = cutOut(bytes, { tools, messages, files })
  return parse(() => {
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
}

/** Stands in the place of a part while the rest is parsed. Nobody else can have written it. */
let mark: string | undefined

function markOf(part: string | number): string {
  // Not at once: some platforms have nothing that is random before the first request.
  mark ??= crypto.randomUUID()
  return `${mark}/${part}`
}

/** The text of a body without its large parts, and those of them that are texts, by their marks. */
function cutOut(bytes: Uint8Array, { tools, messages, files = [] }: ScannedJson) {
  const texts = new Map<string, string>()
  const parts: Cut[] = files.map(({ start, end }, index) => {
    texts.set(markOf(index), byteText().asciiText(bytes.subarray(start, end)))
    return { start, end, text: markOf(index) }
  })
  if (tools !== undefined) parts.push({ start: tools.start, end: tools.end, text: `"${markOf('tools')}"` })
  if (messages !== undefined) parts.push({ start: messages.start, end: messages.end, text: `"${markOf('messages')}"` })
  return { texts, rest: cut(bytes, parts) }
}

function readTools(bytes: Uint8Array, { start, end, known, depth, containers }: ScannedTools): unknown {
  if (known !== undefined) return known.value
  const own = bytes.subarray(start, end)
  return parseTools(decodeUtf8(own), own, { depth, containers })
}

function readMessages(bytes: Uint8Array, items: readonly ScannedMessage[]): unknown[] {
  const values: unknown[] = []
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
    return known ?? keepMessage(text, value, own, item)
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
    text += decodeUtf8(bytes.subarray(at, part.start)) + part.text
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

const utf8 = new TextDecoder('utf-8', { fatal: true })

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
