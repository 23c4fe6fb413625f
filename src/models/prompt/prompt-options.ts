import type { RunnableModel } from '../versions/any-model.ts'
import type { DownloadedFile } from './download-file.ts'

/** A file that a message names by its URL, and whether the provider fetches it itself. */
export interface DownloadRequest {
  readonly url: URL
  readonly isUrlSupportedByModel: boolean
}

/** Fetches files, as `experimental_download` of `ai` does. Null leaves a URL to the provider. */
export type DownloadFunction = (
  requests: DownloadRequest[],
) => PromiseLike<({ readonly data: Uint8Array; readonly mediaType: string | undefined } | null)[]>

export interface PromptOptions {
  readonly abortSignal?: AbortSignal | undefined
  /** Default: what the provider does not fetch itself is fetched here, up to 100 MiB, from the open internet alone. */
  readonly download?: DownloadFunction | undefined
  /** What was fetched, by URL. One map for a whole run: every step sends the same files again. */
  readonly downloads?: Map<string, DownloadedFile | null> | undefined
}

export type PromptModel = Pick<RunnableModel, 'specificationVersion' | 'provider' | 'supportedUrls'>
