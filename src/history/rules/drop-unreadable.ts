import { mapSame } from '../../core/collections.ts'
import { isPlainObject } from '../../core/json.ts'
import { type AnyPart, type Entry, withParts } from '../turns/entry.ts'
import type { Rule, RuleContext } from './rule.ts'

type Fields = Record<string, unknown>

/** What a known part must contain. */
const requirements: Readonly<Record<string, (part: Fields) => boolean>> = {
  text: (part) => typeof part['text'] === 'string',
  reasoning: (part) => typeof part['text'] === 'string',
  image: (part) => part['image'] !== undefined && part['image'] !== null,
  file: (part) => part['data'] !== undefined && part['data'] !== null,
  'tool-call': (part) => typeof part['toolName'] === 'string' && part['toolName'] !== '',
  'tool-result': (part) => typeof part['toolName'] === 'string' && isOutput(part['output']),
  'tool-approval-request': (part) => typeof part['approvalId'] === 'string' && typeof part['toolCallId'] === 'string',
  'tool-approval-response': (part) => typeof part['approvalId'] === 'string',
}

/** Known parts that belong to other roles. Unknown parts stay: a later version may define them. */
const foreignParts: Readonly<Record<'user' | 'assistant', readonly string[]>> = {
  user: ['reasoning', 'reasoning-file', 'tool-call', 'tool-result', 'tool-approval-request', 'tool-approval-response'],
  assistant: ['image', 'tool-approval-response'],
}
const toolParts = ['tool-result', 'tool-approval-response']

function isOutput(output: unknown): boolean {
  if (!isPlainObject(output) || typeof output['type'] !== 'string') return false
  if (output['type'] === 'content') return Array.isArray(output['value'])
  if (output['type'] === 'text' || output['type'] === 'error-text') return typeof output['value'] === 'string'
  return true
}

export function isReadableMessage(message: unknown): message is { role: string; content: string | unknown[] } {
  if (!isPlainObject(message)) return false
  const { role, content } = message
  if (role === 'system') return typeof content === 'string'
  if (role === 'tool') return Array.isArray(content)
  return (role === 'user' || role === 'assistant') && (typeof content === 'string' || Array.isArray(content))
}

function isReadablePart(part: unknown, role: string): boolean {
  if (!isPlainObject(part) || typeof part['type'] !== 'string') return false
  const type = part['type']
  if (role === 'tool' ? !toolParts.includes(type) : foreignParts[role as 'user' | 'assistant'].includes(type))
    return false
  return !Object.hasOwn(requirements, type) || requirements[type]!(part)
}

/** Removes values that are not messages, and parts that cannot be read. All other rules rely on it. */
export const dropUnreadable: Rule = {
  id: 'drop-unreadable',
  repair: (entries, { report }) => readEntries(entries, report),
}

/** The readable entries, each with its readable parts; the same list if everything is readable. */
export function readEntries(entries: readonly Entry[], report: RuleContext['report']): readonly Entry[] {
  return mapSame(entries, (entry) => {
    const { message, at }: { message: unknown; at: number } = entry
    if (!isReadableMessage(message)) {
      report({ action: 'removed', at, problem: 'This is not a message of a known role.', item: message })
      return undefined
    }
    const { role, content } = message
    if (typeof content === 'string') return entry
    const parts = Array.from(content).filter((part) => {
      if (isReadablePart(part, role)) return true
      report({ action: 'removed', at, problem: `This is not a part of a message of the ${role}.`, item: part })
      return false
    })
    return parts.length === content.length ? entry : { at, message: withParts(entry.message, parts as AnyPart[]) }
  })
}
