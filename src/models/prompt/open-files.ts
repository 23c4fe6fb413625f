import type { AnyModelMessage } from '../../core/message.ts'
import { isOwn, type PromptModel, type SupportedUrls } from '../versions/any-model.ts'
import type { DownloadedFile, DownloadFunction, DownloadRequest, PromptOptions } from './download-file.ts'
import { isSupported, type RemoteFile, remoteFiles, writePromptFile, writeResultEntry } from './write-prompt-file.ts'
import type { FileWriter } from './write-prompt-message.ts'

/** Downloads the files of messages where necessary, and returns how they are written. Undefined where a model of ours reads them as they are. */
export function openFiles(
  messages: readonly AnyModelMessage[],
  model: PromptModel,
  options: PromptOptions,
): FileWriter | undefined | Promise<FileWriter | undefined> {
  const finish = (files: ReadonlyMap<string, DownloadedFile>) => createWriter(model, files)
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

function createWriter(model: PromptModel, files: ReadonlyMap<string, DownloadedFile>): FileWriter | undefined {
  if (isOwn(model) && files.size === 0) return undefined
  const { specificationVersion: version, provider } = model
  const target = { version, provider: provider.split('.')[0]!, files }
  return {
    file: (part, isOfUser = false) => writePromptFile(part, target, isOfUser),
    entry: (entry) => writeResultEntry(entry, target),
  }
}

/** Whether the provider fetches it. A v2 model takes no URL in a result. */
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
    // A file that occurs twice is downloaded if one of the places needs it.
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

/** Loaded when it is needed: most prompts have no files. */
async function defaultDownload(abortSignal: AbortSignal | undefined): Promise<DownloadFunction> {
  const { downloadFile } = await import('./download-file.ts')
  return (requests) =>
    Promise.all(
      requests.map(({ url, isUrlSupportedByModel }) =>
        isUrlSupportedByModel ? null : downloadFile(url, { abortSignal }),
      ),
    )
}
