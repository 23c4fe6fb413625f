import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultPart,
  ProviderOptions,
  ToolCallPart,
  UserPart,
} from '../core/message.ts'

/** A message on its way through the rules, with its index in the messages that were given. */
export interface Entry {
  readonly message: AnyModelMessage
  readonly at: number
}

export type AnyPart = UserPart | AnyAssistantPart | AnyToolPart

const none: readonly AnyPart[] = []

/** The parts of a message. Text content is no list of parts: see {@link listParts}. */
export function partsOf(message: AnyModelMessage): readonly AnyPart[] {
  return typeof message.content === 'string' ? none : message.content
}

/** The parts of an assistant message, with text content as a part. */
function listParts(message: AnyModelMessage & { role: 'assistant' }): readonly AnyAssistantPart[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}

/** A call that our side has to answer, as against one that the provider runs itself. */
export function isClientCall(part: AnyPart): part is ToolCallPart {
  return part.type === 'tool-call' && part.providerExecuted !== true
}

export function isResult(part: AnyPart): part is AnyToolResultPart {
  return part.type === 'tool-result'
}

export function isReasoning(part: AnyPart): boolean {
  return part.type === 'reasoning' || part.type === 'reasoning-file'
}

export function hasClientCalls(message: AnyModelMessage): boolean {
  return message.role === 'assistant' && partsOf(message).some(isClientCall)
}

/** The same message with other parts. */
export function withParts<T extends AnyModelMessage>(message: T, parts: readonly AnyPart[]): T {
  return { ...message, content: parts } as T
}

/**
 * Two assistant messages as one. Options of the first message apply to its last part from then on, which is what providers
 * read them as; the part's own options win.
 */
export function joinMessages(
  first: AnyModelMessage & { role: 'assistant' },
  second: AnyModelMessage & { role: 'assistant' },
): AnyModelMessage {
  const parts = [...listParts(first)]
  const last = parts.at(-1)
  if (first.providerOptions !== undefined && last !== undefined) {
    const own = 'providerOptions' in last ? last.providerOptions : undefined
    const options: ProviderOptions = { ...first.providerOptions, ...own }
    parts[parts.length - 1] = { ...last, providerOptions: options } as AnyAssistantPart
  }
  return { ...second, content: [...parts, ...listParts(second)] }
}

/**
 * Where the calls begin that may still be waiting for an answer: the index of the last assistant message with calls, if only
 * tool messages follow it. Otherwise the number of entries.
 */
export function pendingFrom(entries: readonly Entry[]): number {
  let index = entries.length - 1
  while (index >= 0 && entries[index]!.message.role === 'tool') index--
  const last = entries[index]
  return last !== undefined && hasClientCalls(last.message) ? index : entries.length
}
