import type { JsonObject } from '../../core/json.ts'
import { mapSame } from '../../core/map-same.ts'
import type { GeminiContent, GeminiPart } from '../../wire/gemini/encode-contents.ts'
import { createId } from '../create-id.ts'
import type { ToolCodec } from '../tool-codec.ts'

/** Files of fewer characters are written with the rest. */
const longFile = 16_384

/**
 * The JSON of a request. What is large in it is not written again: tools have their text in the compiled set, and a file in base64 needs
 * no escapes. Both are inserted into what `JSON.stringify` writes, which takes longer for a file than sending the file does.
 *
 * @param wrap puts the request into the endpoint's envelope
 */
export function writeBody(
  body: JsonObject,
  { tools, toolsJson }: Pick<ToolCodec, 'tools' | 'toolsJson'>,
  wrap: (body: JsonObject) => JsonObject,
): string | Uint8Array {
  const lifted: string[] = []
  const lift = (text: string) => `${marks().mark}${lifted.push(text) - 1}`
  const contents = body['contents'] as unknown as readonly GeminiContent[]
  const rest: Record<string, unknown> = { ...body, contents: mapSame(contents, (content) => liftFiles(content, lift)) }
  const files = lifted.length
  if (tools !== undefined && body['tools'] === tools) rest['tools'] = lift(toolsJson())
  const text = JSON.stringify(wrap(rest as JsonObject))
  if (lifted.length === 0) return text
  // Texts, and between them the numbers of what was lifted, with its quotes.
  const pieces = text.split(marks().pattern)
  for (let at = 1; at < pieces.length; at += 2) {
    const index = Number(pieces[at])
    pieces[at] = lifted[index]!
    if (index >= files) continue
    pieces[at - 1] += '"'
    pieces[at + 1] = `"${pieces[at + 1]}`
  }
  return files === 0 ? pieces.join('') : (joinTexts(pieces) ?? JSON.stringify(wrap(body)))
}

interface Marks {
  readonly mark: string
  readonly pattern: RegExp
}

let drawn: Marks | undefined

/** Random, so that no text of a client is taken for a mark. Drawn with the first request: some platforms draw nothing before. */
function marks(): Marks {
  if (drawn === undefined) {
    const mark = `${createId()}${createId()}_`
    drawn = { mark, pattern: new RegExp(`"${mark}(\\d+)"`) }
  }
  return drawn
}

function liftFiles(content: GeminiContent, lift: (text: string) => string): GeminiContent {
  const parts = mapSame(content.parts, (part) => liftFile(part, lift))
  return parts === content.parts ? content : { ...content, parts: parts as GeminiPart[] }
}

/** The file of a part, or the files of the response in it. */
function liftFile(part: GeminiPart, lift: (text: string) => string): GeminiPart {
  const { inlineData, functionResponse } = part
  if (inlineData !== undefined) {
    const { data } = inlineData
    if (data.length < longFile || needsEscapes(data)) return part
    return { ...part, inlineData: { ...inlineData, data: lift(data) } }
  }
  if (functionResponse?.parts === undefined) return part
  const parts = mapSame<GeminiPart>(functionResponse.parts, (inner) => liftFile(inner, lift))
  if (parts === functionResponse.parts) return part
  return { ...part, functionResponse: { ...functionResponse, parts } as GeminiPart['functionResponse'] & object }
}

/** ASCII that JSON does not take as it is. */
const escaped = [...Array.from({ length: 0x20 }, (_, unit) => String.fromCharCode(unit)), '"', '\\']

/** The platform searches for one character at the speed of memory: all of these searches take half as long as one pattern. */
function needsEscapes(text: string): boolean {
  return escaped.some((character) => text.includes(character))
}

const encoder = new TextEncoder()

/** The bytes of texts, of which every second is ASCII. Undefined where one of these is not. */
function joinTexts(texts: readonly string[]): Uint8Array | undefined {
  // No text of all of them: it would be copied twice.
  const pieces = texts.map((text, index) => (index % 2 === 0 ? encoder.encode(text) : text))
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    const place = bytes.subarray(at, at + piece.length)
    if (typeof piece !== 'string') place.set(piece)
    else if (encoder.encodeInto(piece, place).read < piece.length) return undefined
    at += piece.length
  }
  return bytes
}
