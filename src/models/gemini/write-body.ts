import { mapSame } from '../../core/collections.ts'
import type { JsonObject } from '../../core/json.ts'
import { needsEscapes, writeInPieces } from '../../core/write-json.ts'
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
 * @param pause awaited after each piece of a long request
 */
export async function writeBody(
  body: JsonObject,
  { tools, toolsJson }: Pick<ToolCodec, 'tools' | 'toolsJson'>,
  wrap: (body: JsonObject) => JsonObject,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<string | Uint8Array> {
  const lifted: string[] = []
  const lift = (text: string) => `${marks().mark}${lifted.push(text) - 1}`
  const contents = body['contents'] as unknown as readonly GeminiContent[]
  const rest: Record<string, unknown> = { ...body, contents: mapSame(contents, (content) => liftFiles(content, lift)) }
  const files = lifted.length
  if (tools !== undefined && body['tools'] === tools) {
    await pause()
    rest['tools'] = lift(toolsJson())
    await pause()
  }
  const texts = await writeInPieces(wrap(rest as JsonObject), pause)
  if (lifted.length === 0 && texts.length === 1) return texts[0]!
  const pieces = texts.flatMap((text) => insert(text, lifted, files))
  if (texts.length === 1 && files === 0) return pieces.map(({ text }) => text).join('')
  return joinPieces(pieces, pause)
}

interface Piece {
  readonly text: string
  /** The text of a file, which is ASCII if it is base64. */
  readonly isFile: boolean
}

/** Puts what was lifted back where its marks are. Files are the first of it, and have their quotes around them. */
function insert(text: string, lifted: readonly string[], files: number): Piece[] {
  // Texts, and between them the numbers of what was lifted.
  const found = lifted.length === 0 ? [text] : text.split(marks().pattern)
  return found.map((each, at): Piece => {
    if (at % 2 === 1) return { text: lifted[Number(each)]!, isFile: Number(each) < files }
    const before = at > 0 && Number(found[at - 1]) < files ? '"' : ''
    const after = at < found.length - 1 && Number(found[at + 1]) < files ? '"' : ''
    return { text: `${before}${each}${after}`, isFile: false }
  })
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

const encoder = new TextEncoder()

async function joinPieces(pieces: readonly Piece[], pause: () => Promise<void> | undefined): Promise<Uint8Array> {
  // No text of all of them: it would be copied twice. A file has as many bytes as characters, if it is base64.
  const encoded: (string | Uint8Array)[] = []
  for (const { text, isFile } of pieces) {
    encoded.push(isFile ? text : encoder.encode(text))
    await pause()
  }
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0))
  const odd = new Set<number>()
  let at = 0
  for (const [index, piece] of encoded.entries()) {
    const place = bytes.subarray(at, at + piece.length)
    if (typeof piece !== 'string') place.set(piece)
    else if (encoder.encodeInto(piece, place).read < piece.length) odd.add(index)
    at += piece.length
    await pause()
  }
  if (odd.size === 0) return bytes
  // Files with characters beyond ASCII are no base64. They are written as texts, and all of it once more.
  const asText = ({ text }: Piece) => ({ text: JSON.stringify(text).slice(1, -1), isFile: false })
  return joinPieces(
    pieces.map((piece, index) => (odd.has(index) ? asText(piece) : piece)),
    pause,
  )
}
