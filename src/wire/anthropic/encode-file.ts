import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import { type FileSource, textFromBase64 } from '../file-source.ts'
import type { Block } from './cache-control.ts'

export interface FileContext {
  readonly filename?: string | undefined
  readonly providerOptions?: ProviderOptions | undefined
}

/**
 * Writes a file as an image or a document.
 *
 * @throws ToolfitError `prompt-unsupported` where neither can hold it.
 */
export function encodeFile(source: FileSource, context: FileContext = {}): Block {
  const { kind, mediaType } = source
  if (kind === 'reference') return encodeReference(source.ids, mediaType, context)
  if (kind === 'text') return document({ type: 'text', media_type: 'text/plain', data: source.text }, context)
  const isImage = mediaType.startsWith('image/')
  if (kind === 'url') {
    const from: Block = { type: 'url', url: source.url }
    if (isImage) return { type: 'image', source: from }
    if (mediaType === 'application/pdf') return document(from, context)
    throw unsupported(`the URL of a file of type ${mediaType}`)
  }
  const from: Block = { type: 'base64', media_type: mediaType, data: source.data }
  if (isImage) return { type: 'image', source: from }
  if (mediaType === 'application/pdf') return document(from, context)
  if (mediaType.startsWith('text/')) {
    return document({ type: 'text', media_type: 'text/plain', data: textFromBase64(source.data) }, context)
  }
  throw unsupported(`a file of type ${mediaType}`)
}

function encodeReference(ids: Readonly<Record<string, string>>, mediaType: string, context: FileContext): Block {
  const id = ids['anthropic']
  if (id === undefined) throw unsupported(`a file that ${Object.keys(ids).join(', ') || 'nobody'} holds`)
  const from: Block = { type: 'file', file_id: id }
  return mediaType.startsWith('image/') ? { type: 'image', source: from } : document(from, context)
}

function document(source: Block, { filename, providerOptions }: FileContext): Block {
  const { title = filename, context, citations } = providerOptions?.['anthropic'] ?? {}
  return {
    type: 'document',
    source,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof context === 'string' ? { context } : {}),
    ...(isPlainObject(citations) ? { citations: { enabled: citations['enabled'] === true } } : {}),
  }
}

function unsupported(what: string): ToolfitError {
  const message = `Anthropic's messages cannot carry ${what}. Send text, an image, a PDF or a text document.`
  return new ToolfitError('prompt-unsupported', message, { what })
}
