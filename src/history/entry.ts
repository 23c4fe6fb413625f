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
function listParts(message: AssistantMessage): readonly AnyAssistantPart[] {
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

export type AssistantMessage = AnyModelMessage & { role: 'assistant' }

/**
 * Assistant messages as one. Options of a message apply to its last part from then on, which is what providers read them as; the
 * part's own options win. Those of the last message stay where they are.
 */
export function joinMessages(messages: readonly AssistantMessage[]): AnyModelMessage {
  const last = messages.at(-1)!
  if (messages.length === 1) return last
  const content = messages.flatMap((message, index) =>
    index === messages.length - 1 ? listParts(message) : closeParts(message),
  )
  return { ...last, content }
}

function closeParts(message: AssistantMessage): readonly AnyAssistantPart[] {
  const parts = listParts(message)
  const last = parts.at(-1)
  if (message.providerOptions === undefined || last === undefined) return parts
  const own = 'providerOptions' in last ? last.providerOptions : undefined
  const options: ProviderOptions = { ...message.providerOptions, ...own }
  return [...parts.slice(0, -1), { ...last, providerOptions: options } as AnyAssistantPart]
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
