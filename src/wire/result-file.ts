import { ToolfitError } from '../core/errors.ts'
import type { AnyToolResultContent } from '../core/message.ts'
import { type FileSource, fileSource } from './file-source.ts'
import { missingFile } from './missing-file.ts'
import type { RequestWarning } from './model-request.ts'

type Warn = (warning: RequestWarning) => void

/**
 * The file that an entry of a result holds, in the words of any version of `ai`. A bare id is one of `provider`. An entry that is
 * neither text nor file can only be another provider's: the caller is told that it is not sent.
 */
export function resultFile(entry: AnyToolResultContent, provider: string, warn: Warn): FileSource | undefined {
  const source = fileOf(entry, provider)
  if (source === undefined) warn({ type: 'unsupported', feature: `${entry.type} entry of a tool result` })
  return source
}

/**
 * The block for a file of a result, or the text that stands for one which the provider has no place for. What a tool gives back is
 * nobody's choice: refusing it would end the conversation for good.
 */
export function orMissing<Block>(source: FileSource, warn: Warn, encode: () => Block): Block | string {
  try {
    return encode()
  } catch (error) {
    if (!ToolfitError.isInstance(error) || error.code !== 'prompt-unsupported') throw error
    warn({ type: 'unsupported', feature: 'file of a tool result', details: error.message })
    return missingFile(source.mediaType)
  }
}

function fileOf(entry: AnyToolResultContent, provider: string): FileSource | undefined {
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
