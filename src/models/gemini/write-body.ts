import { isPlainAscii } from '../../core/is-plain-ascii.ts'
import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import type { ToolCodec } from '../tool-codec.ts'

/** Files with more characters than that are not written as JSON, but put where they belong. */
const largeFile = 64 * 1024

/**
 * The JSON of a request. Two things in it are large, and not written again each time: tools, which are the same in every request of an
 * agent, and files, which are base64 already. With large files it is bytes: a text would have to be made of them, and bytes of that.
 */
export function writeBody(body: JsonObject, codec: ToolCodec): string | Uint8Array<ArrayBuffer> {
  if (!hasLargeFile(body)) return writeText(body, codec)
  const files: string[] = []
  // It must not stand anywhere else in the request, whoever wrote that.
  const mark = crypto.randomUUID()
  const text = writeText(cutFiles(body, mark, files), codec)
  return joinFiles(text.split(mark), files) ?? writeText(body, codec)
}

function writeText(body: JsonObject, { tools, text }: ToolCodec): string {
  const sent = body['tools']
  const isKnown = Array.isArray(sent) && Array.isArray(tools) && sent.length === tools.length && sent[0] === tools[0]
  if (!isKnown) return JSON.stringify(body)
  const rest = JSON.stringify({ ...body, tools: undefined })
  return `${rest.slice(0, -1)},"tools":${text()}}`
}

function hasLargeFile(body: JsonObject): boolean {
  return listOf(body['contents']).some(({ parts }) => listOf(parts).some((part) => largeData(part) !== undefined))
}

function listOf(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list : []
}

function largeData({ inlineData }: JsonObject): string | undefined {
  const data = isPlainObject(inlineData) ? inlineData['data'] : undefined
  return typeof data === 'string' && data.length >= largeFile ? data : undefined
}

/** The same request with a mark in the place of each large file. */
function cutFiles(body: JsonObject, mark: string, files: string[]): JsonObject {
  const cutPart = (part: JsonObject): JsonObject => {
    const data = largeData(part)
    if (data === undefined) return part
    files.push(data)
    return { ...part, inlineData: { ...(part['inlineData'] as JsonObject), data: mark } }
  }
  const contents = listOf(body['contents']).map((content) => ({
    ...content,
    parts: listOf(content['parts']).map(cutPart),
  }))
  return { ...body, contents }
}

/** Undefined: a file is not what it should be, and has to be written as JSON after all. */
function joinFiles(texts: readonly string[], files: readonly string[]): Uint8Array<ArrayBuffer> | undefined {
  if (texts.length !== files.length + 1) return undefined
  const encoder = new TextEncoder()
  const around = texts.map((text) => encoder.encode(text))
  const size = [...around, ...files].reduce((sum, { length }) => sum + length, 0)
  const bytes = new Uint8Array(size)
  let at = 0
  for (const [index, piece] of around.entries()) {
    bytes.set(piece, at)
    at += piece.length
    const file = files[index]
    if (file === undefined) continue
    // What has a meaning in JSON. The platform looks for one character as fast as memory is read.
    if (file.includes('"') || file.includes('\\')) return undefined
    const end = at + file.length
    const { read } = encoder.encodeInto(file, bytes.subarray(at, end))
    if (read !== file.length || !isPlainAscii(bytes, at, end)) return undefined
    at = end
  }
  return bytes
}
