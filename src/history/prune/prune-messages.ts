import type { ModelMessage } from '../../core/message.ts'

/** Which calls are removed: all of them, or those before the last messages. */
export type PrunedToolCalls = 'all' | 'before-last-message' | `before-last-${number}-messages`

/** The options of {@link pruneMessages}. */
export interface PruneMessagesOptions {
  readonly messages: readonly ModelMessage[]
  /** Which reasoning is removed. Default `none`. */
  readonly reasoning?: 'all' | 'before-last-message' | 'none' | undefined
  /** Which calls are removed, with their results and approvals; each rule for all tools, or for those that it names. Default none. */
  readonly toolCalls?:
    | PrunedToolCalls
    | 'none'
    | readonly { readonly type: PrunedToolCalls; readonly tools?: readonly string[] | undefined }[]
    | undefined
  /** Whether messages stay that have no content left. Default `remove`. */
  readonly emptyMessages?: 'keep' | 'remove' | undefined
}

/**
 * Removes reasoning and tool calls from messages, as `pruneMessages` of `ai` does: by position. `pruneHistory` of `toolfit/history`
 * prunes by a budget of tokens or turns, and says what it removed.
 *
 * @example
 * ```ts
 * import { pruneMessages } from 'toolfit'
 *
 * const messages = pruneMessages({
 *   messages: [
 *     { role: 'user', content: 'Hi' },
 *     { role: 'assistant', content: [{ type: 'reasoning', text: 'A greeting.' }, { type: 'text', text: 'Hello.' }] },
 *   ],
 *   reasoning: 'all',
 * })
 * messages[1].content // [{ type: 'text', text: 'Hello.' }]
 * ```
 */
export function pruneMessages({
  messages,
  reasoning = 'none',
  toolCalls = 'none',
  emptyMessages = 'remove',
}: PruneMessagesOptions): ModelMessage[] {
  const rules = typeof toolCalls !== 'string' ? toolCalls : toolCalls === 'none' ? [] : [{ type: toolCalls }]
  let pruned = reasoning === 'none' ? [...messages] : removeReasoning(messages, reasoning)
  for (const rule of rules) pruned = removeCalls(pruned, rule)
  return emptyMessages === 'remove' ? pruned.filter(({ content }) => content.length > 0) : pruned
}

/** A part of an assistant or tool message, as far as it matters here. */
interface Part {
  readonly type: string
  readonly toolCallId?: string
  readonly toolName?: string
  readonly approvalId?: string
}

function partsOf({ role, content }: ModelMessage): readonly Part[] {
  return (role === 'assistant' || role === 'tool') && typeof content !== 'string' ? (content as readonly Part[]) : []
}

function withParts(message: ModelMessage, parts: readonly Part[]): ModelMessage {
  return { ...message, content: parts } as unknown as ModelMessage
}

function isReasoning({ type }: Part): boolean {
  return type === 'reasoning' || type === 'reasoning-file'
}

function removeReasoning(messages: readonly ModelMessage[], which: 'all' | 'before-last-message'): ModelMessage[] {
  return messages.map((message, index) => {
    const isKept = which === 'before-last-message' && index === messages.length - 1
    if (message.role !== 'assistant' || typeof message.content === 'string' || isKept) return message
    return withParts(
      message,
      partsOf(message).filter((part) => !isReasoning(part)),
    )
  })
}

interface Rule {
  readonly type: PrunedToolCalls
  readonly tools?: readonly string[] | undefined
}

function removeCalls(messages: readonly ModelMessage[], rule: Rule): ModelMessage[] {
  const count = lastMessagesOf(rule.type)
  const isStaying = createStaying(messages, rule, count)
  return messages.map((message, index) => {
    const isLast = count > 0 && index >= messages.length - count
    if (isLast || !(message.role === 'assistant' || message.role === 'tool') || typeof message.content === 'string')
      return message
    const parts = partsOf(message)
    const stays = parts.map(isStaying)
    if (message.role === 'assistant') removeLoneReasoning(parts, stays)
    return withParts(
      message,
      parts.filter((_, at) => stays[at]),
    )
  })
}

/** How many messages at the end keep their calls. */
function lastMessagesOf(type: PrunedToolCalls): number {
  if (type === 'all') return 0
  if (type === 'before-last-message') return 1
  return Number(type.slice('before-last-'.length, -'-messages'.length))
}

/** Whether a part stays: it is no call, belongs to one of the last messages, or to a tool that the rule does not name. */
function createStaying(messages: readonly ModelMessage[], { tools }: Rule, count: number): (part: Part) => boolean {
  const all = messages.flatMap(partsOf)
  const toolNames = new Map<string, string>()
  for (const { type, toolCallId, toolName } of all) {
    if (type === 'tool-call' || type === 'tool-result') toolNames.set(toolCallId!, toolName!)
  }
  const requests = new Map<string, string>()
  for (const { type, approvalId, toolCallId } of all) {
    if (type === 'tool-approval-request') requests.set(approvalId!, toolCallId!)
  }
  const calls = new Set<string>()
  const approvals = new Set<string>()
  for (const { type, toolCallId, approvalId } of count > 0 ? messages.slice(-count).flatMap(partsOf) : []) {
    if (type === 'tool-call' || type === 'tool-result') calls.add(toolCallId!)
    else if (approvalId !== undefined) approvals.add(approvalId)
  }
  // An approval needs the call that it is about.
  for (const id of approvals) if (requests.has(id)) calls.add(requests.get(id)!)
  return ({ type, toolCallId, toolName, approvalId }) => {
    const isCall = type === 'tool-call' || type === 'tool-result'
    if (!isCall && type !== 'tool-approval-request' && type !== 'tool-approval-response') return true
    if (isCall ? calls.has(toolCallId!) : approvals.has(approvalId!)) return true
    const name = isCall ? toolName : toolNames.get(requests.get(approvalId!) ?? '')
    return tools !== undefined && name !== undefined && !tools.includes(name)
  }
}

/** Providers refuse reasoning whose call is gone: it goes with all that follows it. */
function removeLoneReasoning(parts: readonly Part[], stays: boolean[]): void {
  for (let start = 0; start < parts.length; ) {
    if (!isReasoning(parts[start]!)) {
      start += 1
      continue
    }
    let end = start
    while (end < parts.length && isReasoning(parts[end]!)) end += 1
    let next = end
    while (next < parts.length && !isReasoning(parts[next]!)) next += 1
    if (next > end && !stays.slice(end, next).includes(true)) stays.fill(false, start, end)
    start = next
  }
}
