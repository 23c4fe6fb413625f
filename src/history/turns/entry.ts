import { mapSame } from '../../core/collections.ts'
import { findJsonProblem, isPlainObject } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultContent,
  AnyToolResultOutput,
  AnyToolResultPart,
  ProviderOptions,
  ReasoningPart,
  ToolCallPart,
  UserPart,
} from '../../core/message.ts'

/** A message on its way through the rules, with its index in the input. */
export interface Entry {
  readonly message: AnyModelMessage
  readonly at: number
}

export type AnyPart = UserPart | AnyAssistantPart | AnyToolPart

const none: readonly AnyPart[] = []

/** The parts of a message; none where the content is text. */
export function partsOf(message: AnyModelMessage): readonly AnyPart[] {
  return typeof message.content === 'string' ? none : message.content
}

/** A call that the client has to answer, in contrast to one that the provider runs. */
export function isClientCall(part: AnyPart): part is ToolCallPart {
  return part.type === 'tool-call' && part.providerExecuted !== true
}

export function isResult(part: AnyPart): part is AnyToolResultPart {
  return part.type === 'tool-result'
}

export function isReasoning(part: AnyPart): boolean {
  return (part.type === 'reasoning' && !isProviderBlock(part)) || part.type === 'reasoning-file'
}

/** A block that only its provider can read (a compaction of Anthropic's) has no part of its own: it travels as an empty thought. */
function isProviderBlock({ text, providerOptions }: ReasoningPart): boolean {
  return (
    text === '' && Object.values(providerOptions ?? {}).some((own) => isPlainObject(own) && isPlainObject(own['block']))
  )
}

export function hasClientCalls(message: AnyModelMessage): boolean {
  return message.role === 'assistant' && partsOf(message).some(isClientCall)
}

/** The same message with other parts. */
export function withParts<T extends AnyModelMessage>(message: T, parts: readonly AnyPart[]): T {
  return { ...message, content: parts } as T
}

/** Entries with other parts; one that has none left is dropped. Returns the same list where nothing changes. */
export function mapParts(
  entries: readonly Entry[],
  map: (parts: readonly AnyPart[], entry: Entry, index: number) => readonly AnyPart[],
): readonly Entry[] {
  return mapSame(entries, (entry, index) => {
    const parts = partsOf(entry.message)
    const mapped = map(parts, entry, index)
    if (mapped === parts) return entry
    return mapped.length === 0 ? undefined : { ...entry, message: withParts(entry.message, mapped) }
  })
}

export type AssistantMessage = AnyModelMessage & { role: 'assistant' }

/**
 * Joins assistant messages. Providers apply a message's options to its last part, so the options of all but the last message move
 * to that part; the part's own options win.
 */
export function joinMessages(messages: readonly AssistantMessage[]): AnyModelMessage {
  const last = messages.at(-1)!
  if (messages.length === 1) return last
  const content = messages.flatMap((message, index) =>
    index === messages.length - 1 ? listParts(message) : listPartsWithOptions(message),
  )
  return { ...last, content }
}

/** The parts of an assistant message, with text content as a part. */
function listParts(message: AssistantMessage): readonly AnyAssistantPart[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}

function listPartsWithOptions(message: AssistantMessage): readonly AnyAssistantPart[] {
  const parts = listParts(message)
  const last = parts.at(-1)
  if (message.providerOptions === undefined || last === undefined) return parts
  const own = 'providerOptions' in last ? last.providerOptions : undefined
  const options: ProviderOptions = { ...message.providerOptions, ...own }
  return [...parts.slice(0, -1), { ...last, providerOptions: options } as AnyAssistantPart]
}

/**
 * The index of the first entry whose calls may still wait for an answer: the last assistant message, if it has calls and only tool
 * messages follow it. Otherwise the number of entries.
 */
export function pendingFrom(entries: readonly Entry[]): number {
  let index = entries.length - 1
  while (index >= 0 && entries[index]!.message.role === 'tool') index--
  const last = entries[index]
  return last !== undefined && hasClientCalls(last.message) ? index : entries.length
}

/** The tool messages directly after an entry: `from` the first, `to` the index after the last. */
export interface ResultBlock {
  readonly from: number
  readonly to: number
}

export function blockAfter(entries: readonly Entry[], index: number): ResultBlock {
  let to = index + 1
  while (entries[to]?.message.role === 'tool') to++
  return { from: index + 1, to }
}

/**
 * A block as one tool message: the results, then the approvals of the block. The options of a single replaced message are kept;
 * those of several are not, because it is unknown to which results they belong.
 */
export function writeBlock(
  entries: readonly Entry[],
  block: ResultBlock,
  results: readonly AnyToolPart[],
): Entry | undefined {
  const old = entries.slice(block.from, block.to)
  const approvals = old.flatMap(({ message }) => partsOf(message).filter((part) => !isResult(part)))
  const content = [...results, ...(approvals as AnyToolPart[])]
  if (content.length === 0) return undefined
  const message: AnyModelMessage = { ...(old.length === 1 ? old[0]!.message : {}), role: 'tool', content }
  return { message, at: old[0]?.at ?? entries[block.from - 1]!.at }
}

/** Deeper values are not written as JSON, because `JSON.stringify` recurses. */
const maxDepth = 1000

/** A tool's output as text, for an output that is shortened or has lost its call. */
export function outputText(output: AnyToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return jsonText(output.value)
    case 'execution-denied':
      return output.reason ?? 'The user did not allow it.'
    case 'content':
      return output.value.map(contentText).join('\n')
    default:
      // A kind of output from a later version of `ai`.
      return jsonText(output)
  }
}

function contentText(entry: AnyToolResultContent): string {
  if (entry.type === 'text') return entry.text
  const mediaType = 'mediaType' in entry && entry.mediaType !== undefined ? ` of type ${entry.mediaType}` : ''
  return `[${entry.type}${mediaType}]`
}

function jsonText(value: unknown): string {
  return findJsonProblem(value, maxDepth) === undefined ? JSON.stringify(value) : '[a value without a JSON form]'
}
