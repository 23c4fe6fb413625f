import { isPlainObject } from '../../core/json.ts'
import type { AnyModelMessage, AnyToolResultContent } from '../../core/message.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { SupportedUrls } from '../versions/any-model.ts'

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
        if (part.output?.type === 'content') for (const entry of part.output.value) addEntry(entry, add)
      } else if (role === 'user') {
        if (part.type === 'image') add(part.image, part.mediaType ?? 'image/*', false)
        else if (part.type === 'file') add(part.data, part.mediaType, false)
      }
    }
  }
  return found
}

function addEntry(
  entry: AnyToolResultContent,
  add: (data: unknown, mediaType: string | undefined, isResult: boolean) => void,
): void {
  if (entry.type === 'file') add(entry.data, entry.mediaType, true)
  else if (entry.type === 'file-url') add(entry.url, entry.mediaType, true)
  else if (entry.type === 'image-url') add(entry.url, 'image/*', true)
}

/** The URL in the data of a file, of any version of `ai`. Undefined for a data URL, which is the file itself. */
export function remoteUrl(data: unknown): URL | undefined {
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
