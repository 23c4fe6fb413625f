import { ToolfitError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { AnyToolResultContent, AnyToolResultPart, ProviderOptions, UserPart } from '../../core/message.ts'
import { type FileSource, fileSource, orMissing, resultFile, textFromBase64 } from '../file-source.ts'
import type { Warn } from '../model-request.ts'
import type { ChatQuirks } from './quirks.ts'

/** A single text is sent as a string: some compatible servers take nothing else. */
export function encodeUserContent(
  content: string | readonly UserPart[],
  quirks: ChatQuirks,
): string | readonly JsonObject[] {
  if (typeof content === 'string') return content
  if (content.length === 1 && content[0]!.type === 'text') return content[0]!.text
  return content.map((part) => encodeUserPart(part, quirks))
}

function encodeUserPart(part: UserPart, { optionsKey }: ChatQuirks): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const [data, given] = part.type === 'image' ? [part.image, part.mediaType ?? 'image/*'] : [part.data, part.mediaType]
  const filename = part.type === 'file' ? part.filename : undefined
  return encodeFile(fileSource(data, given), { filename, optionsKey, providerOptions: part.providerOptions })
}

interface FileContext {
  readonly filename: string | undefined
  readonly optionsKey: string
  readonly providerOptions: ProviderOptions | undefined
}

const audioFormats: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
}

/**
 * Encodes a file as a part of a user message.
 *
 * @throws ToolfitError `prompt-unsupported` where no kind of part can hold it.
 */
function encodeFile(source: FileSource, context: FileContext): JsonObject {
  const { filename, optionsKey, providerOptions } = context
  const { kind, mediaType } = source
  if (kind === 'text') return { type: 'text', text: source.text }
  if (kind === 'reference') {
    const id = source.ids[optionsKey]
    if (id !== undefined) return { type: 'file', file: { file_id: id } }
    throw unsupported(`a file that ${Object.keys(source.ids).join(', ') || 'no provider'} holds`)
  }
  if (mediaType.startsWith('image/')) {
    // It belongs to the format, so `openai` names it for every server.
    const detail = (providerOptions?.[optionsKey] ?? providerOptions?.['openai'])?.['imageDetail']
    const url = kind === 'url' ? source.url : `data:${mediaType};base64,${source.data}`
    return { type: 'image_url', image_url: { url, ...(typeof detail === 'string' ? { detail } : {}) } }
  }
  if (kind === 'url') throw unsupported(`the URL of a file of type ${mediaType}`)
  const format = audioFormats[mediaType]
  if (format !== undefined) return { type: 'input_audio', input_audio: { data: source.data, format } }
  if (mediaType === 'application/pdf') {
    const file_data = `data:${mediaType};base64,${source.data}`
    return { type: 'file', file: { filename: filename ?? 'document.pdf', file_data } }
  }
  if (mediaType.startsWith('text/')) return { type: 'text', text: textFromBase64(source.data) }
  throw unsupported(`a file of type ${mediaType}`)
}

function unsupported(what: string): ToolfitError {
  const message = `Chat completions cannot carry ${what}. Send text, an image, wav or mp3 audio, or a PDF document.`
  return new ToolfitError('prompt-unsupported', message, { what })
}

export interface EncodedOutput {
  readonly text: string
  /** Parts for a user message, after a line that names the call. */
  readonly files: JsonObject[]
}

/** Encodes the output of a tool. A tool message holds text only. */
export function encodeToolOutput(
  { toolCallId, output }: AnyToolResultPart,
  quirks: ChatQuirks,
  warn: Warn,
): EncodedOutput {
  if (output.type === 'text' || output.type === 'error-text') return { text: output.value, files: [] }
  if (output.type === 'execution-denied') return { text: output.reason ?? 'The user denied this call.', files: [] }
  if (output.type !== 'content') return { text: JSON.stringify(output.value ?? null), files: [] }
  const texts: string[] = []
  const files: JsonObject[] = []
  for (const entry of output.value) {
    const encoded = entry.type === 'text' ? entry.text : encodeEntry(entry, quirks, warn)
    if (typeof encoded === 'string') texts.push(encoded)
    else if (encoded !== undefined) files.push(encoded)
  }
  if (files.length === 0) return { text: texts.join('\n'), files }
  const label: JsonObject = { type: 'text', text: `Files of the result of tool call ${toolCallId}:` }
  const note = `The files of this result (${files.length}) follow in the next user message.`
  return { text: [...texts, note].join('\n'), files: [label, ...files] }
}

/** A part of a user message, or a text that says which file is missing. */
function encodeEntry(
  entry: AnyToolResultContent,
  { optionsKey }: ChatQuirks,
  warn: Warn,
): JsonObject | string | undefined {
  const source = resultFile(entry, optionsKey, warn)
  if (source === undefined) return undefined
  const filename = 'filename' in entry ? entry.filename : undefined
  const providerOptions = 'providerOptions' in entry ? entry.providerOptions : undefined
  return orMissing(source, warn, () => encodeFile(source, { filename, optionsKey, providerOptions }))
}
