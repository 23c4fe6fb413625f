import { findShapeProblem, isPlainObject } from '../../core/json.ts'
import { mapSame } from '../../core/map-same.ts'
import type { AnyModelMessage, AnyToolPart, MessageJson } from '../../core/message.ts'
import { checkHistory } from '../../history/check.ts'
import { repairHistory } from '../../history/repair.ts'
import type { RuleId, Violation } from '../../history/violation.ts'
import { invalidField } from '../refused-request.ts'
import { losesNumbers } from './exact-numbers.ts'

export interface MendedHistory {
  readonly messages: readonly AnyModelMessage[]
  /** The rules that had something to mend, each once. A text without words is nobody's loss. */
  readonly repaired: readonly RuleId[]
}

/** Makes a history one that Gemini takes. Calls without results, results without calls: what clients send after they were cut off. */
export function mendHistory(messages: readonly AnyModelMessage[]): MendedHistory {
  const mended = repairHistory(messages, 'gemini')
  if (mended.repairs.length === 0) return { messages: mended.messages, repaired: [] }
  const rules = mended.repairs.map(({ rule }) => rule).filter((rule) => rule !== 'drop-empty')
  return { messages: mended.messages, repaired: [...new Set(rules)] }
}

/**
 * Refuses what OpenAI would refuse. `given` is the list as the client wrote it: results that follow each other are one message by now.
 *
 * @throws RefusedRequest in OpenAI's words.
 */
export function refuseBrokenHistory(messages: readonly AnyModelMessage[], given: readonly unknown[]): void {
  const violation = checkHistory(messages, 'openai-chat').find(({ refusal }) => refusal !== undefined)
  if (violation === undefined) return
  const at = `messages[${givenIndex(given, violation.at)}]`
  throw invalidField(at, 'invalid_value', wordsFor(violation))
}

function wordsFor({ rule, refusal, toolCallId }: Violation): string {
  const isOpen = rule === 'answer-calls' || rule === 'gather-results'
  if (!isOpen || toolCallId === undefined) return refusal!
  return `${refusal} The following tool_call_ids did not have response messages: ${toolCallId.slice(0, 100)}`
}

/** Where the message with this index stands in the client's list. */
function givenIndex(given: readonly unknown[], index: number): number {
  let seen = -1
  let wasResult = false
  for (const [position, message] of given.entries()) {
    const role = isPlainObject(message) ? message['role'] : undefined
    const isResult = role === 'tool' || role === 'function'
    if (!isResult || !wasResult) seen++
    if (seen === index) return position
    wasResult = isResult
  }
  return given.length - 1
}

/** Gemini answers somebody: where only the system speaks, its last message is taken for a user's. OpenAI answers it as it is. */
export function hearSystem(messages: readonly AnyModelMessage[]): {
  readonly messages: readonly AnyModelMessage[]
  readonly isMoved: boolean
} {
  const last = messages.at(-1)
  if (last?.role !== 'system' || messages.some(({ role }) => role !== 'system')) return { messages, isMoved: false }
  return { messages: [...messages.slice(0, -1), { role: 'user', content: last.content }], isMoved: true }
}

/**
 * Results that are the JSON of an object or a list, as what they are: OpenAI's results are texts, Gemini's are objects, and JSON in a
 * text in JSON is hard to read for a model.
 */
export function readResults(messages: readonly AnyModelMessage[], maxJsonDepth: number): AnyModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'tool') return message
    const content = mapSame(message.content, (part) => readResult(part, maxJsonDepth))
    return content === message.content ? message : { ...message, content }
  })
}

function readResult(part: AnyToolPart, maxJsonDepth: number): AnyToolPart {
  if (part.type !== 'tool-result' || part.output.type !== 'text') return part
  const text = part.output.value
  const value = parse(text)
  if (value === undefined || findShapeProblem(value, maxJsonDepth) !== undefined) return part
  // An id whose last digits are gone is another id: such a text is told as the text that it is.
  if (losesNumbers(text)) return part
  return { ...part, output: { type: 'json', value } }
}

function parse(text: string): MessageJson | undefined {
  // A number or a quoted text says the same as a text.
  if (!/^\s{0,99}[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text) as MessageJson
  } catch {
    // A text that merely begins like JSON.
    return undefined
  }
}
