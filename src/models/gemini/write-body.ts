import { rememberFrozen } from '../../core/frozen-json.ts'
import { type HeldTexts, putHeldTexts, type TextPieces } from '../../core/held-texts.ts'
import { isPlainAscii } from '../../core/is-plain-ascii.ts'
import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import type { HttpCall } from '../http/call-http.ts'
import type { ToolCodec } from '../tool-codec.ts'

/** Files with more characters than that are not written as JSON, but put where they belong. */
const largeFile = 64 * 1024

/**
 * The JSON of a request. Two things in it are large, and not written again each time: tools, which are the same in every request of an
 * agent, and files, which are base64 already. With large files it is bytes: a text would have to be made of them, and bytes of that.
 *
 * @param held What is not in the body, and has to be put there.
 * @param takesPieces Whoever sends it can send it in pieces.
 */
export function writeBody(
  body: JsonObject,
  codec: ToolCodec,
  { held, takesPieces = false }: { readonly held?: HeldTexts | undefined; readonly takesPieces?: boolean } = {},
): HttpCall['body'] {
  // As one text, with the tools in it: wherever its words stand, they are found.
  if (held !== undefined && held.size > 0) return putHeldTexts([writeText(body, codec)], held)
  if (!hasLargeFile(body)) return takesPieces ? writePieces(body, codec) : writeText(body, codec)
  const files: string[] = []
  // It must not stand anywhere else in the request, whoever wrote that.
  const mark = crypto.randomUUID()
  const text = writeText(cutFiles(body, mark, files), codec)
  return joinFiles(text.split(mark), files) ?? writeText(body, codec)
}

function writeText(body: JsonObject, codec: ToolCodec): string {
  return hasKnownTools(body, codec) ? `{${writeFields(body)},"tools":${codec.text()}}` : JSON.stringify(body)
}

/** Tools are most of what an agent sends: in UTF-8 they are written once, and not joined with the rest. */
function writePieces(body: JsonObject, codec: ToolCodec): TextPieces {
  if (!hasKnownTools(body, codec)) return [JSON.stringify(body)]
  return [`{${writeFields(body)},"tools":`, codec.bytes(), '}']
}

/** Those of the codec, and no others beside them. */
function hasKnownTools({ tools: sent }: JsonObject, { tools }: ToolCodec): boolean {
  return Array.isArray(sent) && Array.isArray(tools) && sent.length === tools.length && sent[0] === tools[0]
}

/** All but the tools. Contents are always there. */
function writeFields(body: JsonObject): string {
  let text = `"contents":[${writeList(listOf(body['contents']), writeContent)}]`
  for (const key of Object.keys(body)) {
    const value = body[key]
    if (key === 'tools' || key === 'contents' || value === undefined) continue
    text += `,${JSON.stringify(key)}:${JSON.stringify(value)}`
  }
  return text
}

function writeContent({ role, parts }: JsonObject): string {
  return `{"role":"${role}","parts":[${writeList(listOf(parts), writePart)}]}`
}

/** Without a list in between. */
function writeList(values: readonly JsonObject[], write: (value: JsonObject) => string): string {
  let text = ''
  for (const value of values) text += text === '' ? write(value) : `,${write(value)}`
  return text
}

/** Calls and responses come again with each step of a conversation, and are the same objects where they cannot change. */
const writeKnown = rememberFrozen((value: JsonObject) => JSON.stringify(value))

function writePart(part: JsonObject): string {
  const { functionCall, functionResponse, thoughtSignature: signature } = part
  const key = functionCall === undefined ? 'functionResponse' : 'functionCall'
  const value = functionCall ?? functionResponse
  const isOurs = isPlainObject(value) && Object.keys(part).length === (signature === undefined ? 1 : 2)
  // What Google's own tools sent has more in it.
  if (!isOurs) return JSON.stringify(part)
  const signed = signature === undefined ? '' : `,"thoughtSignature":${JSON.stringify(signature)}`
  return `{"${key}":${writeKnown(value)}${signed}}`
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
