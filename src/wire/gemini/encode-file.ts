import type { FileSource } from '../file-source.ts'
import { textAsBase64 } from './function-response.ts'
import type { GeminiOrigin, GeminiPart } from './gemini-wire.ts'

/** A file as a part. Undefined: only another provider holds it. */
export function encodeFile(file: FileSource, { keys }: GeminiOrigin): GeminiPart | undefined {
  switch (file.kind) {
    case 'base64':
      return { inlineData: { mimeType: file.mediaType, data: file.data } }
    case 'text':
      return { inlineData: { mimeType: file.mediaType, data: textAsBase64(file.text) } }
    case 'url':
      return { fileData: { ...exactType(file.mediaType), fileUri: file.url } }
    case 'reference': {
      const key = [...keys, 'google'].find((known) => typeof file.ids[known] === 'string')
      return key === undefined ? undefined : { fileData: { ...exactType(file.mediaType), fileUri: file.ids[key]! } }
    }
  }
}

/** `image/*` and "some bytes" are no types that Gemini knows; it finds the type of a file of its own by itself. */
function exactType(mediaType: string): { mimeType?: string } {
  return mediaType.endsWith('/*') || mediaType === 'application/octet-stream' ? {} : { mimeType: mediaType }
}
