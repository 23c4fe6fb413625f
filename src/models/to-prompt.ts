import type { AnyModelMessage, AnyToolModelMessage, AnyToolPart, SystemModelMessage } from '../core/message.ts'
import type { RunnableModel, SupportedUrls } from './any-model.ts'
import type { DownloadedFile } from './download-file.ts'
import { isOwn } from './own-model.ts'
import { isSupported, type RemoteFile, remoteFiles } from './remote-files.ts'
import { writePromptMessage } from './write-prompt-message.ts'

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

/**
 * Messages as the model takes them, in the version that it follows. Nothing is mutated. A promise only where a file has to be
 * fetched, or where the provider takes its time to say which it fetches.
 *
 * @throws ToolfitError `download-failed`, or `prompt-unsupported` for a file without bytes.
 */
export function toPrompt(
  messages: readonly AnyModelMessage[],
  system: string | SystemModelMessage | readonly SystemModelMessage[] | undefined,
  model: PromptModel,
  options: PromptOptions = {},
): AnyModelMessage[] | Promise<AnyModelMessage[]> {
  const finish = (files: ReadonlyMap<string, DownloadedFile>) => write(messages, system, model, files)
  const remote = remoteFiles(messages)
  if (remote.length === 0) return finish(new Map())
  const { supportedUrls } = model
  if ('then' in supportedUrls && typeof supportedUrls.then === 'function') {
    return fetchFiles(remote, supportedUrls as PromiseLike<SupportedUrls>, model, options).then(finish)
  }
  const supported = supportedUrls as SupportedUrls
  if (options.download === undefined && remote.every((file) => isFetched(file, supported, model))) {
    return finish(new Map())
  }
  return fetchFiles(remote, supported, model, options).then(finish)
}

/** Whether the provider fetches it. A v2 model has no place for the URL of a result. */
function isFetched(file: RemoteFile, supported: SupportedUrls, model: PromptModel): boolean {
  return isSupported(file, supported) && !(file.isResult && model.specificationVersion === 'v2' && !isOwn(model))
}

async function fetchFiles(
  remote: readonly RemoteFile[],
  supportedUrls: SupportedUrls | PromiseLike<SupportedUrls>,
  model: PromptModel,
  options: PromptOptions,
): Promise<ReadonlyMap<string, DownloadedFile>> {
  const { downloads = new Map<string, DownloadedFile | null>(), abortSignal } = options
  const supported = await supportedUrls
  const requests = new Map<string, DownloadRequest>()
  for (const file of remote) {
    const isUrlSupportedByModel = isFetched(file, supported, model)
    // One that is named twice must be fetched if one place needs it.
    const isNeeded = requests.get(file.url.href)?.isUrlSupportedByModel !== false
    if (isNeeded && !downloads.has(file.url.href)) requests.set(file.url.href, { url: file.url, isUrlSupportedByModel })
  }
  const list = [...requests.values()]
  const download = options.download ?? (await defaultDownload(abortSignal))
  const files = list.length === 0 ? [] : await download(list)
  list.forEach(({ url }, index) => {
    downloads.set(url.href, files[index] ?? null)
  })
  const wanted = remote.flatMap(({ url }) => {
    const file = downloads.get(url.href)
    return file ? [[url.href, file] as const] : []
  })
  return new Map(wanted)
}

/** Loaded when it is needed: most prompts name no files. */
async function defaultDownload(abortSignal: AbortSignal | undefined): Promise<DownloadFunction> {
  const { downloadFile } = await import('./download-file.ts')
  return (requests) =>
    Promise.all(
      requests.map(({ url, isUrlSupportedByModel }) =>
        isUrlSupportedByModel ? null : downloadFile(url, { abortSignal }),
      ),
    )
}

function write(
  messages: readonly AnyModelMessage[],
  system: string | SystemModelMessage | readonly SystemModelMessage[] | undefined,
  model: PromptModel,
  files: ReadonlyMap<string, DownloadedFile>,
): AnyModelMessage[] {
  const prompt: AnyModelMessage[] = systemMessages(system)
  // Ours read every version, and repair histories by themselves.
  if (isOwn(model) && files.size === 0) {
    for (const message of messages) prompt.push(message)
    return prompt
  }
  const { specificationVersion: version, provider } = model
  const target = { version, provider: provider.split('.')[0]!, files }
  for (const given of messages) {
    const message = writePromptMessage(given, target)
    const last = prompt.at(-1)
    if (message.role !== 'tool') prompt.push(message)
    else if (message.content.length === 0) continue
    else if (last?.role === 'tool') prompt[prompt.length - 1] = join(last, message)
    else prompt.push(message)
  }
  return prompt
}

function systemMessages(
  system: string | SystemModelMessage | readonly SystemModelMessage[] | undefined,
): SystemModelMessage[] {
  if (system === undefined) return []
  if (typeof system === 'string') return [{ role: 'system', content: system }]
  return Array.isArray(system) ? [...system] : [system as SystemModelMessage]
}

/** Two tool messages are one turn. What was said of the first as a whole is said of its last part: there a cache mark has its place. */
function join(first: AnyToolModelMessage, second: AnyToolModelMessage): AnyToolModelMessage {
  const { providerOptions: _, ...rest } = second
  const options = second.providerOptions === undefined ? {} : { providerOptions: second.providerOptions }
  if (first.providerOptions === undefined)
    return { ...rest, ...options, content: [...first.content, ...second.content] }
  const last = first.content.at(-1) as AnyToolPart & { providerOptions?: AnyToolModelMessage['providerOptions'] }
  const marked = { ...last, providerOptions: { ...first.providerOptions, ...last.providerOptions } } as AnyToolPart
  return { ...rest, ...options, content: [...first.content.slice(0, -1), marked, ...second.content] }
}
