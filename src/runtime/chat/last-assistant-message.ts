import type { AnyUIMessage, DynamicToolUIPart, ToolUIPart, UIMessagePart } from '../ui/ui-message.ts'
import { isToolUIPart } from '../ui/ui-message-parts.ts'

/** What the conditions for sending a conversation again take. */
export interface LastMessageOptions {
  readonly messages: readonly AnyUIMessage[]
}

/**
 * For `sendAutomaticallyWhen` of `useChat`: whether the last step of the last message has calls, and each has its result, so that the
 * model can go on.
 *
 * @example
 * ```ts
 * import { lastAssistantMessageIsCompleteWithToolCalls } from 'toolfit'
 *
 * const answered = { type: 'tool-ask', toolCallId: 'c1', state: 'output-available', input: {}, output: 'yes' }
 * const messages = [{ id: 'a1', role: 'assistant' as const, parts: [{ type: 'step-start' }, answered] }]
 * lastAssistantMessageIsCompleteWithToolCalls({ messages }) // true
 * ```
 */
export function lastAssistantMessageIsCompleteWithToolCalls({ messages }: LastMessageOptions): boolean {
  const step = lastStepOf(messages)
  const isOwn = (part: UIMessagePart) => isToolUIPart(part) && part.providerExecuted !== true
  const after = step.slice(step.findLastIndex(isOwn) + 1)
  const isWriting = after.some((part) => part.type === 'text' && part.state !== 'done')
  const calls = step.filter(isToolUIPart).filter(isOwn)
  return calls.length > 0 && !isWriting && calls.every((call) => call.state === 'output-error' || isDone(call))
}

/** The same for approvals: whether at least one was given or denied in the last step, and none is waited for. */
export function lastAssistantMessageIsCompleteWithApprovalResponses({ messages }: LastMessageOptions): boolean {
  const calls = lastStepOf(messages).filter(isToolUIPart)
  const isOver = (call: ToolUIPart | DynamicToolUIPart) =>
    isDone(call) || ['output-error', 'output-denied', 'approval-responded'].includes(call.state)
  return calls.some(({ state }) => state === 'approval-responded') && calls.every(isOver)
}

function isDone(call: ToolUIPart | DynamicToolUIPart): boolean {
  return call.state === 'output-available' && call.preliminary !== true
}

/** The last step of the last message, if it is the assistant's. */
function lastStepOf(messages: readonly AnyUIMessage[]): UIMessagePart[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return []
  return last.parts.slice(last.parts.findLastIndex(({ type }) => type === 'step-start') + 1) as UIMessagePart[]
}
