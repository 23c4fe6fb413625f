import type { AnyModelMessage, AnyToolResultPart, ToolCallPart } from '../core/message.ts'
import type { Profile } from './profile.ts'
import { isReadableMessage, isReadablePart } from './rules/drop-unreadable.ts'

/**
 * Whether a history is one that no rule has anything to do with, as far as one look at it can tell: the system first, then a user, and
 * every message of the assistant that calls tools followed by their results, in order. What most histories are. False means no more than
 * that the rules have to look.
 */
export function isInOrder(messages: readonly AnyModelMessage[], profile: Profile): boolean {
  const ids = new Set<string>()
  let last: AnyModelMessage | undefined
  for (const message of messages) {
    if (!isWhole(message, profile) || !mayFollow(message, last)) return false
    if (message.role === 'tool' ? !answers(message.content, last!) : hasCalls(last)) return false
    if (message.role === 'assistant' && !addCalls(message, ids, profile)) return false
    last = message
  }
  // One that begins may be cut off, and one that ends with the assistant may end in white space.
  return messages.length > 0 && (last?.role === 'user' || last?.role === 'tool')
}

function mayFollow({ role }: AnyModelMessage, last: AnyModelMessage | undefined): boolean {
  switch (role) {
    case 'system':
      return last === undefined || last.role === 'system'
    case 'user':
      return true
    case 'assistant':
      return last?.role === 'user' || last?.role === 'tool'
    default:
      return hasCalls(last)
  }
}

/** Something in it, and of a kind that no rule is about. */
function isWhole(message: AnyModelMessage, profile: Profile): boolean {
  if (!isReadableMessage(message)) return false
  const { role, content } = message as AnyModelMessage
  if (typeof content === 'string') return isText(content, profile)
  for (const part of content) {
    if (!isReadablePart(part, role)) return false
    if (part.type === 'text' ? !isText(part.text, profile) : !plainParts.includes(part.type)) return false
  }
  return content.length > 0
}

const plainParts: readonly string[] = ['tool-call', 'tool-result', 'image', 'file']

function isText(text: string, { refusesBlankText }: Profile): boolean {
  return refusesBlankText ? text.trim() !== '' : text !== ''
}

function hasCalls(message: AnyModelMessage | undefined): boolean {
  if (message?.role !== 'assistant' || typeof message.content === 'string') return false
  for (const { type } of message.content) if (type === 'tool-call') return true
  return false
}

/** Whether all calls have ids that are good, and new. */
function addCalls({ content }: AnyModelMessage, ids: Set<string>, { idLength, idPattern }: Profile): boolean {
  if (typeof content === 'string') return true
  for (const part of content) {
    if (part.type === 'tool-result') return false
    if (part.type !== 'tool-call') continue
    const id: unknown = part.toolCallId
    if (part.providerExecuted === true || typeof id !== 'string' || id === '' || ids.has(id)) return false
    if (id.length > idLength || !idPattern.test(id)) return false
    ids.add(id)
  }
  return true
}

/** Whether these are the results of the calls, one for each, in their order. */
function answers(results: AnyModelMessage['content'], calling: AnyModelMessage): boolean {
  let next = 0
  for (const part of calling.content as readonly { readonly type: string }[]) {
    if (part.type !== 'tool-call') continue
    const result = results[next++] as AnyToolResultPart | undefined
    const { toolCallId, toolName } = part as ToolCallPart
    if (result?.type !== 'tool-result' || result.toolCallId !== toolCallId || result.toolName !== toolName) return false
  }
  return next === results.length
}
