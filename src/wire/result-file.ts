import type { AnyToolResultContent } from '../core/message.ts'
import { type FileSource, fileSource } from './file-source.ts'

/** The file that an entry of a result holds, in the words of any version of `ai`. A bare id is one of `provider`. */
export function resultFile(entry: AnyToolResultContent, provider: string): FileSource | undefined {
  switch (entry.type) {
    case 'media':
    case 'file-data':
    case 'image-data':
    case 'file':
      return fileSource(entry.data, entry.mediaType)
    case 'file-url':
      return fileSource(entry.url, entry.mediaType)
    case 'image-url':
      return fileSource(entry.url, 'image/*')
    case 'file-id':
    case 'image-file-id':
      return fileSource(typeof entry.fileId === 'string' ? { [provider]: entry.fileId } : entry.fileId, undefined)
    case 'file-reference':
    case 'image-file-reference':
      return fileSource(entry.providerReference, undefined)
    default:
      return undefined
  }
}
