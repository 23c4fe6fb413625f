import { fromBase64, toBase64 } from '../core/bytes.ts'
import { ToolfitError } from '../core/errors.ts'
import { isPlainObject, jsonText, showValue } from '../core/json.ts'
import type { AnyToolResultContent } from '../core/message.ts'
import type { Warn } from './model-request.ts'

/** The contents of a file, or where they are. */
export type FileSource =
  | { readonly kind: 'base64'; readonly data: string; readonly mediaType: string }
  | { readonly kind: 'url'; readonly url: string; readonly mediaType: string }
  /** A file that providers hold already: its ids by provider. */
  | { readonly kind: 'reference'; readonly ids: Readonly<Record<string, string>>; readonly mediaType: string }
  | { readonly kind: 'text'; readonly text: string; readonly mediaType: string }

/**
 * Reads the data of an image or file part, of any version of `ai`: bytes, base64 text, a data URL, a URL, or one of these in a tagged
 * object. A media type that is missing or only `image` is found in the data, or in the file name of a URL.
 *
 * @throws ToolfitError `prompt-unsupported` for data that holds no bytes.
 */
export function fileSource(data: unknown, mediaType: string | undefined): FileSource {
  if (data instanceof URL) return fromUrl(data.href, mediaType)
  if (typeof data === 'string') {
    // Base64 has no colon.
    return /^(data:|[a-z][a-z\d+.-]*:\/\/)/i.test(data) ? fromUrl(data, mediaType) : base64Source(data, mediaType)
  }
  if (data instanceof Uint8Array) return base64Source(toBase64(data), mediaType)
  if (data instanceof ArrayBuffer) return base64Source(toBase64(new Uint8Array(data)), mediaType)
  if (isPlainObject(data)) return fromTagged(data, mediaType)
  const message =
    data === undefined
      ? 'A part is neither text nor a file with data: check its type.'
      : 'The data of a file must be a Uint8Array, an ArrayBuffer, base64 text or a URL. Read a Blob first.'
  throw new ToolfitError('prompt-unsupported', message, { given: showValue(data) })
}

function fromTagged(data: Record<string, unknown>, mediaType: string | undefined): FileSource {
  if (data['type'] === 'data') return fileSource(data['data'], mediaType)
  if (data['type'] === 'url') return fileSource(data['originalUrl'] ?? data['url'], mediaType)
  if (data['type'] === 'text') {
    return { kind: 'text', text: jsonText(data['text']), mediaType: mediaType ?? 'text/plain' }
  }
  const ids = (data['type'] === 'reference' ? data['reference'] : data) as Record<string, string>
  return { kind: 'reference', ids, mediaType: mediaType ?? anyType }
}

const anyType = 'application/octet-stream'
const dataUrlHead = /^data:([^;,]*)((?:;[^;,]*)*),/i

function fromUrl(url: string, mediaType: string | undefined): FileSource {
  const match = dataUrlHead.exec(url)
  if (match === null) {
    return { kind: 'url', url, mediaType: isVague(mediaType) ? (typeOfName(url) ?? mediaType ?? anyType) : mediaType }
  }
  const [head, type, parameters = ''] = match
  const content = url.slice(head.length)
  const isBase64 = /;base64$/i.test(parameters)
  const data = isBase64 ? content : toBase64(percentDecoded(content))
  return base64Source(data, type || mediaType)
}

/** Decodes to bytes, because an image may be written so. A stray percent sign stands for itself. */
function percentDecoded(text: string): Uint8Array {
  const encoded = new TextEncoder().encode(text)
  const bytes: number[] = []
  for (let at = 0; at < encoded.length; at++) {
    const hex =
      encoded[at] === 0x25 ? /^[\da-f]{2}$/i.exec(String.fromCharCode(...encoded.subarray(at + 1, at + 3))) : null
    bytes.push(hex === null ? encoded[at]! : Number.parseInt(hex[0], 16))
    if (hex !== null) at += 2
  }
  return Uint8Array.from(bytes)
}

function base64Source(data: string, mediaType: string | undefined): FileSource {
  return {
    kind: 'base64',
    data,
    mediaType: isVague(mediaType) ? (sniff(data, mediaType) ?? mediaType ?? anyType) : mediaType,
  }
}

function isVague(mediaType: string | undefined): mediaType is 'image/*' | 'image' | undefined {
  return mediaType === undefined || mediaType === 'image/*' || mediaType === 'image'
}

/** Types by file extension. Vertex AI fetches a URL only with a type beside it. */
const endings: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
}

function typeOfName(url: string): string | undefined {
  const ending = /^[^/]*\/\/[^/]*\/.*\.([a-z]+)$/is.exec(url.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined
}

/** The first bytes of files that models take. A container (RIFF, `ftyp`) says further on what it holds. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^%PDF/, 'application/pdf'],
  [/^.{4}ftyp(.{4})*?avi[fs]/s, 'image/avif'],
  [/^.{4}ftyp(.{4})*?he(ic|ix|vc|vx|im|is)/s, 'image/heic'],
  [/^.{4}ftypm(if|sf)1/s, 'image/heif'],
  [/^.{4}ftypM4[AB]/s, 'audio/mp4'],
  [/^.{4}ftypqt/s, 'video/quicktime'],
  [/^.{4}ftyp/s, 'video/mp4'],
  // A frame of layer III, with or without a tag before it.
  [/^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, 'audio/mpeg'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'audio/aac'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^.E\xdf\xa3/s, 'video/webm'],
  [/^BM.{4}\0{4}/s, 'image/bmp'],
  [/^(II\*\0|MM\0\*)/, 'image/tiff'],
]

/** The media type of a file, by its first bytes. Of an image, only one of an image. */
function sniff(data: string, mediaType: string | undefined): string | undefined {
  const head = data.slice(0, 200).replace(/[\s=]/g, '').replaceAll('-', '+').replaceAll('_', '/').slice(0, 64)
  if (!/^[A-Za-z\d+/]+$/.test(head)) return undefined
  const bytes = atob(head.length % 4 === 1 ? head.slice(0, -1) : head)
  const type = signatures.find(([start]) => start.test(bytes))?.[1]
  return mediaType === undefined || type?.startsWith('image/') ? type : undefined
}

/** The text that base64 holds. */
export function textFromBase64(data: string): string {
  return new TextDecoder().decode(fromBase64(data))
}

/** The base64 of a text's bytes. */
export function textToBase64(text: string): string {
  return toBase64(new TextEncoder().encode(text))
}

/** The text in place of a file that cannot be sent. */
export function missingFile(mediaType: string): string {
  return `[A file of type ${mediaType} is missing here: it could not be sent.]`
}

/**
 * The file in an entry of a result, of any version of `ai`. An id without a provider belongs to `provider`. An entry that is neither text
 * nor file can only be another provider's: it is not sent, with a warning.
 */
export function resultFile(entry: AnyToolResultContent, provider: string, warn: Warn): FileSource | undefined {
  const file = entryFile(entry, provider)
  if (file !== undefined) return fileSource(file.data, file.mediaType)
  warn(`${entry.type} entry of a tool result`)
  return undefined
}

/** The data of a file as any version of `ai` has it, and its type where one is known. */
export interface GivenFile {
  readonly data: unknown
  readonly mediaType?: string | undefined
}

/** The file in an entry of a result; undefined where it is neither text nor file. */
export function entryFile(entry: AnyToolResultContent, provider: string): GivenFile | undefined {
  switch (entry.type) {
    case 'media':
    case 'file-data':
    case 'image-data':
    case 'file':
      return entry
    case 'file-url':
      return { data: entry.url, mediaType: entry.mediaType }
    case 'image-url':
      return { data: entry.url, mediaType: 'image/*' }
    case 'file-id':
    case 'image-file-id': {
      const reference = typeof entry.fileId === 'string' ? { [provider]: entry.fileId } : entry.fileId
      return { data: { type: 'reference', reference }, mediaType: kindOf(entry.type) }
    }
    case 'file-reference':
    case 'image-file-reference':
      return { data: { type: 'reference', reference: entry.providerReference }, mediaType: kindOf(entry.type) }
    default:
      return undefined
  }
}

function kindOf(type: string): string | undefined {
  return type.startsWith('image') ? 'image/*' : undefined
}

/**
 * The block for a file of a result, or a text where the provider takes no such file. An error would end the conversation: the caller does
 * not choose what a tool returns.
 */
export function orMissing<Block>(source: FileSource, warn: Warn, encode: () => Block): Block | string {
  try {
    return encode()
  } catch (error) {
    if (!ToolfitError.isInstance(error) || error.code !== 'prompt-unsupported') throw error
    warn('file of a tool result', error.message)
    return missingFile(source.mediaType)
  }
}
