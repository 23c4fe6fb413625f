import type { AnyModelMessage, AnyToolModelMessage, AnyToolPart, SystemModelMessage } from '../../core/message.ts'
import { isOwn, type PromptModel } from '../versions/any-model.ts'
import type { PromptOptions } from './download-file.ts'
import { type FileWriter, keysOfText, type PromptTarget, withKeys, writePromptMessage } from './write-prompt-message.ts'

/**
 * Messages as the model takes them, in the version of its specification. Nothing is mutated. Returns a promise only where files have to
 * be downloaded, or the code for files has to be loaded first.
 *
 * @throws ToolfitError `download-failed`, or `prompt-unsupported` for a file without bytes.
 */
export function toPrompt(
  messages: readonly AnyModelMessage[],
  system: string | SystemModelMessage | readonly SystemModelMessage[] | undefined,
  model: PromptModel,
  options: PromptOptions = {},
): AnyModelMessage[] | Promise<AnyModelMessage[]> {
  if (!messages.some(holdsFiles)) return write(messages, system, model, undefined)
  const open = ({ openFiles }: typeof import('./open-files.ts')) => {
    const files = openFiles(messages, model, options)
    const finish = (writer: FileWriter | undefined) => write(messages, system, model, writer)
    return files instanceof Promise ? files.then(finish) : finish(files)
  }
  return loaded === undefined ? load().then(open) : open(loaded)
}

/** Most prompts have no files: the code for them is loaded with the first one. */
let loaded: typeof import('./open-files.ts') | undefined

async function load(): Promise<typeof import('./open-files.ts')> {
  loaded = await import('./open-files.ts')
  return loaded
}

function holdsFiles({ role, content }: AnyModelMessage): boolean {
  if (role === 'system' || typeof content === 'string') return false
  for (const part of content) {
    if (part.type === 'file' || part.type === 'image' || part.type === 'reasoning-file') return true
    if (part.type === 'tool-result' && part.output?.type === 'content') return true
  }
  return false
}

function write(
  messages: readonly AnyModelMessage[],
  system: string | SystemModelMessage | readonly SystemModelMessage[] | undefined,
  model: PromptModel,
  files: FileWriter | undefined,
): AnyModelMessage[] {
  const prompt: AnyModelMessage[] = systemMessages(system, isOwn(model))
  // Our models read every version, and repair histories themselves.
  if (isOwn(model) && files === undefined) {
    for (const message of messages) prompt.push(message)
    return prompt
  }
  const target: PromptTarget = { version: model.specificationVersion, files }
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
  isOwnModel: boolean,
): SystemModelMessage[] {
  if (system === undefined) return []
  if (typeof system === 'string') return [{ role: 'system', content: system }]
  const messages = [system].flat() as SystemModelMessage[]
  return isOwnModel ? messages : messages.map((message) => withKeys(message, keysOfText))
}

/** Two tool messages are one turn. Options of the first message move to its last part, where a cache mark belongs. */
function join(first: AnyToolModelMessage, second: AnyToolModelMessage): AnyToolModelMessage {
  if (first.providerOptions === undefined) return { ...second, content: [...first.content, ...second.content] }
  const last = first.content.at(-1) as AnyToolPart & { providerOptions?: AnyToolModelMessage['providerOptions'] }
  const marked = { ...last, providerOptions: { ...first.providerOptions, ...last.providerOptions } } as AnyToolPart
  return { ...second, content: [...first.content.slice(0, -1), marked, ...second.content] }
}
