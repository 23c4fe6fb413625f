import type { RunnableFile } from '../../models/versions/any-model.ts'
import { type ContentPart, DefaultGeneratedFile, DefaultGeneratedFileWithType } from './content.ts'

/** A file of the model, as its step records it. A URL is downloaded. Loaded with the first file. */
export async function filePart(
  { type, data, mediaType, providerMetadata }: RunnableFile,
  signal: AbortSignal | undefined,
  isStreamed: boolean,
): Promise<Extract<ContentPart, { type: 'file' | 'reasoning-file' }>> {
  const bytes = data instanceof URL ? await download(data, signal) : data
  const GeneratedFile = isStreamed ? DefaultGeneratedFileWithType : DefaultGeneratedFile
  const file = new GeneratedFile({ data: bytes, mediaType })
  return { type, file, ...(providerMetadata === undefined ? {} : { providerMetadata }) }
}

async function download(url: URL, abortSignal: AbortSignal | undefined): Promise<Uint8Array> {
  const { downloadFile } = await import('../../models/prompt/download-file.ts')
  const { data } = await downloadFile(url, abortSignal === undefined ? {} : { abortSignal })
  return data
}
