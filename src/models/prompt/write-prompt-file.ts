import { toBase64 } from '../../core/bytes.ts'
import { isPlainObject, present } from '../../core/json.ts'
import type {
  AnyModelMessage,
  AnyToolResultContent,
  DataContent,
  FileData,
  FilePart,
  ProviderOptions,
} from '../../core/message.ts'
import { parseUrl } from '../../core/parse-url.ts'
import { entryFile, fileSource, type GivenFile, missingFile, textToBase64 } from '../../wire/file-source.ts'
import type { SpecificationVersion, SupportedUrls } from '../versions/any-model.ts'
import type { DownloadedFile } from './download-file.ts'

/** The model that files are written for. */
export interface FileTarget {
  readonly version: SpecificationVersion
  /** The key of the provider's file ids: `openai` for `openai.chat`. */
  readonly provider: string
  /** Downloaded files, by URL. */
  readonly files: ReadonlyMap<string, DownloadedFile>
}

interface ReadFile {
  readonly data: FileData
  readonly mediaType: string
}

/** An image or file part in the form of the version. The part itself, where it has that form already. */
export function writePromptFile(part: FilePart, target: FileTarget, isOfUser: boolean): FilePart {
  const file = readFile(part, target, isOfUser)
  const data = target.version === 'v4' ? file.data : untagged(file.data)
  if (part.data === data && part.mediaType === file.mediaType) return part
  const { originalUrl } = file.data as { originalUrl?: string }
  return {
    ...part,
    data,
    mediaType: file.mediaType,
    ...(target.version === 'v4' ? {} : present({ originalUrl })),
  }
}

/** Versions 2 and 3 have no texts and no references. A text becomes bytes; only our own models read references. */
function untagged(data: FileData): FilePart['data'] {
  if (data.type === 'data') return data.data
  if (data.type === 'url') return data.url
  return data.type === 'text' ? textToBase64(data.text) : data
}

/** The contents of a file, in the form of any version of `ai`, and its type. */
function readFile({ data, mediaType }: GivenFile, { files }: FileTarget, isOfUser: boolean): ReadFile {
  const url = remoteUrl(data)
  if (url !== undefined) return readUrl(url, data, mediaType, files.get(url.href))
  const bytes = inlineBytes(data)
  if (bytes !== undefined) {
    // An existing tag is reused: the part may then stay as it is.
    const kept = isPlainObject(data) && data['data'] === bytes ? (data as unknown as FileData) : undefined
    return { data: kept ?? { type: 'data', data: bytes }, mediaType: typeOf(bytes, mediaType, isOfUser) }
  }
  const source = fileSource(data, mediaType)
  if (source.kind === 'base64') return { data: { type: 'data', data: source.data }, mediaType: source.mediaType }
  if (source.kind === 'text') return { data: { type: 'text', text: source.text }, mediaType: source.mediaType }
  const reference = (source.kind === 'reference' ? source.ids : {}) as Record<string, string> & { type?: never }
  return { data: { type: 'reference', reference }, mediaType: source.mediaType }
}

function readUrl(url: URL, data: unknown, mediaType: string | undefined, file: DownloadedFile | undefined): ReadFile {
  if (file === undefined) {
    const tagged = isPlainObject(data) ? (data as unknown as FileData) : { type: 'url' as const, url }
    return { data: tagged, mediaType: mediaType ?? 'application/octet-stream' }
  }
  const isExact = mediaType !== undefined && /\/[^*]/.test(mediaType)
  return {
    data: { type: 'data', data: file.data },
    mediaType: typeOf(file.data, isExact ? mediaType : (file.mediaType ?? mediaType), true),
  }
}

/** Bytes, or base64 text. Undefined for everything else, also for a data URL. */
function inlineBytes(data: unknown): string | Uint8Array | undefined {
  if (data instanceof Uint8Array) return data
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  if (typeof data === 'string') return data.slice(0, 5).toLowerCase() === 'data:' ? undefined : data
  return isPlainObject(data) && data['type'] === 'data' ? inlineBytes(data['data']) : undefined
}

/** The part of a file that shows its type. */
const headLength = 24

/** The bytes of an image show its type better than the type that callers give; `isOfUser`: better than any other type, too. */
function typeOf(bytes: string | Uint8Array, mediaType: string | undefined, isOfUser: boolean): string {
  const head = typeof bytes === 'string' ? bytes.slice(0, headLength) : bytes.subarray(0, headLength)
  const isAny = isOfUser || mediaType === undefined || mediaType.startsWith('image')
  const found = fileSource(head, isAny ? 'image/*' : mediaType).mediaType
  return found === 'image/*' ? (mediaType ?? fileSource(head, mediaType).mediaType) : found
}

type ResultFile = Exclude<AnyToolResultContent, { type: 'text' | 'custom' }>

/** An entry of a tool's result in the form of the version; undefined where it has none. The entry itself, where it has that form already. */
export function writeResultEntry(entry: AnyToolResultContent, target: FileTarget): AnyToolResultContent | undefined {
  if (entry.type === 'text') return entry
  if (entry.type === 'custom') return target.version === 'v2' ? undefined : entry
  if (target.version === 'v3' && isV3(entry, target)) return entry
  const { filename, providerOptions } = entry as { filename?: string; providerOptions?: ProviderOptions }
  // A later version may have other entries with data.
  const file = readFile(entryFile(entry, target.provider) ?? (entry as GivenFile), target, false)
  if (target.version === 'v4') {
    const hasName = filename !== undefined || entry.type === 'file' || entry.type === 'file-data'
    return { type: 'file', ...file, ...(hasName ? { filename } : {}), providerOptions } as AnyToolResultContent
  }
  return writeOlderEntry(file, target.version, present({ filename, providerOptions }))
}

const kindsOfV3: readonly string[] = ['file-data', 'image-data', 'file-url', 'image-url', 'file-id', 'image-file-id']

function isV3(entry: ResultFile, { files }: FileTarget): boolean {
  const url = 'url' in entry ? remoteUrl(entry.url) : undefined
  return kindsOfV3.includes(entry.type) && (url === undefined || !files.has(url.href))
}

function writeOlderEntry(
  { data, mediaType }: ReadFile,
  version: 'v2' | 'v3',
  more: { filename?: string; providerOptions?: ProviderOptions },
): AnyToolResultContent {
  const kind = mediaType.startsWith('image') ? 'image' : 'file'
  if (data.type === 'text') return { type: 'text', text: data.text }
  if (data.type === 'data') {
    const base64 = asBase64(data.data)
    return version === 'v2'
      ? { type: 'media', data: base64, mediaType }
      : { type: `${kind}-data`, data: base64, mediaType, ...more }
  }
  // Version 2 takes bytes only. URLs have been downloaded already.
  if (version === 'v2') return { type: 'text', text: missingFile(mediaType) }
  if (data.type === 'url') return { type: `${kind}-url`, url: String(data.url), ...more }
  return { type: kind === 'image' ? 'image-file-id' : 'file-id', fileId: data.reference, ...more }
}

function asBase64(data: DataContent): string {
  if (typeof data === 'string') return data
  return toBase64(data instanceof Uint8Array ? data : new Uint8Array(data))
}

/** A file of a message, given by its URL. */
export interface RemoteFile {
  readonly url: URL
  readonly mediaType: string
  /** True for a file in the result of a tool. */
  readonly isResult: boolean
}

/** The files of messages that have to be fetched, by the provider or by us. */
export function remoteFiles(messages: readonly AnyModelMessage[]): RemoteFile[] {
  const found: RemoteFile[] = []
  const add = (data: unknown, mediaType: string | undefined, isResult: boolean) => {
    const url = remoteUrl(data)
    if (url !== undefined) found.push({ url, mediaType: mediaType ?? 'application/octet-stream', isResult })
  }
  for (const { role, content } of messages) {
    if (role === 'system' || typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-result') {
        for (const entry of part.output?.type === 'content' ? part.output.value : []) {
          const file = entry.type === 'file' || 'url' in entry ? entryFile(entry, '') : undefined
          add(file?.data, file?.mediaType, true)
        }
      } else if (role === 'user') {
        if (part.type === 'image') add(part.image, part.mediaType ?? 'image/*', false)
        else if (part.type === 'file') add(part.data, part.mediaType, false)
      }
    }
  }
  return found
}

/** The URL in the data of a file, of any version of `ai`. Undefined for a data URL, which is the file itself. */
function remoteUrl(data: unknown): URL | undefined {
  if (data instanceof URL) return data.protocol === 'data:' ? undefined : data
  if (typeof data === 'string') {
    // Base64 has no colon.
    return /^(?!data:)[a-z][a-z\d+.-]*:\/\//i.test(data) ? parseUrl(data) : undefined
  }
  return isPlainObject(data) && data['type'] === 'url' ? remoteUrl(data['url']) : undefined
}

/** Whether the provider fetches it itself. */
export function isSupported({ url, mediaType }: RemoteFile, supported: SupportedUrls): boolean {
  const type = mediaType.toLowerCase()
  return Object.entries(supported).some(
    ([key, patterns]) => matches(key.toLowerCase(), type) && patterns.some((pattern) => fits(pattern, url.href)),
  )
}

/** `image` and `image/*` mean every kind of image. */
function matches(key: string, type: string): boolean {
  if (key === '*' || key === '*/*') return true
  if (!key.endsWith('/*')) return key === type
  return `${type}/`.startsWith(key.slice(0, -1))
}

/** From the start of the text: a global pattern continues where it last matched. */
function fits(pattern: RegExp, url: string): boolean {
  pattern.lastIndex = 0
  return pattern.test(url)
}
