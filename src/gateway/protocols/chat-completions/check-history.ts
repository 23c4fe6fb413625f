import { isPlainObject } from '../../../core/json.ts'
import type { AnyModelMessage } from '../../../core/message.ts'
import { checkHistory } from '../../../history/check.ts'
import type { Violation } from '../../../history/rules/rule.ts'
import { invalidField } from '../../refused-request.ts'

/**
 * Refuses a history that OpenAI would refuse. `sent` is the client's list: in `messages`, results that follow each other are one message.
 *
 * @throws RefusedRequest in OpenAI's words.
 */
export function refuseBrokenHistory(messages: readonly AnyModelMessage[], sent: readonly unknown[]): void {
  const violation = checkHistory(messages, 'openai-chat').find(({ refusal }) => refusal !== undefined)
  if (violation === undefined) return
  throw invalidField(`messages[${sentIndex(sent, violation.at)}]`, 'invalid_value', wordsFor(violation))
}

function wordsFor({ rule, refusal, toolCallId }: Violation): string {
  const isOpen = rule === 'answer-calls' || rule === 'gather-results'
  if (!isOpen || toolCallId === undefined) return refusal!
  return `${refusal} The following tool_call_ids did not have response messages: ${toolCallId.slice(0, 100)}`
}

/** The position in the client's list of the message with this index. */
function sentIndex(sent: readonly unknown[], index: number): number {
  let seen = -1
  let wasResult = false
  for (const [position, message] of sent.entries()) {
    const role = isPlainObject(message) ? message['role'] : undefined
    const isResult = role === 'tool' || role === 'function'
    if (!isResult || !wasResult) seen++
    if (seen === index) return position
    wasResult = isResult
  }
  return sent.length - 1
}
