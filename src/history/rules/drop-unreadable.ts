import { isPlainObject } from '../../core/json.ts'
import type { Entry } from '../entry.ts'
import type { Rule, RuleContext } from '../rule.ts'

type Fields = Record<string, unknown>

/** What a known part must hold to mean anything. */
const needs: Readonly<Record<string, (part: Fields) => boolean>> = {
  text: (part) => typeof part['text'] === 'string',
  reasoning: (part) => typeof part['text'] === 'string',
  image: (part) => part['image'] !== undefined && part['image'] !== null,
  file: (part) => part['data'] !== undefined && part['data'] !== null,
  'tool-call': (part) => typeof part['toolName'] === 'string' && part['toolName'] !== '',
  'tool-result': (part) => typeof part['toolName'] === 'string' && isOutput(part['output']),
  'tool-approval-request': (part) => typeof part['approvalId'] === 'string' && typeof part['toolCallId'] === 'string',
  'tool-approval-response': (part) => typeof part['approvalId'] === 'string',
}

/** Known parts that another role cannot hold. A part that is not known may be of a later version, and stays. */
const strangers: Readonly<Record<'user' | 'assistant', readonly string[]>> = {
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

export function isReadablePart(part: unknown, role: string): boolean {
  if (!isPlainObject(part) || typeof part['type'] !== 'string') return false
  const type = part['type']
  if (role === 'tool' ? !toolParts.includes(type) : strangers[role as 'user' | 'assistant'].includes(type)) return false
  return !Object.hasOwn(needs, type) || needs[type]!(part)
}

/** Takes out what is no message, and what is no part of its message. All other rules rely on what is left. */
export const dropUnreadable: Rule = {
  id: 'drop-unreadable',
  mend: (entries, { report }) => readEntries(entries, report),
}

/** The entries that can be read, as far as they can. */
export function readEntries(entries: readonly Entry[], report: RuleContext['report']): Entry[] {
  const readable: Entry[] = []
  for (const entry of entries) {
    const message: unknown = entry.message
    if (!isReadableMessage(message)) {
      report({ action: 'removed', at: entry.at, problem: 'This is no message of a known role.', item: message })
      continue
    }
    const { role, content } = message
    if (typeof content === 'string' || content.every((part) => isReadablePart(part, role))) {
      readable.push(entry)
      continue
    }
    const parts = content.filter((part) => {
      if (isReadablePart(part, role)) return true
      report({ action: 'removed', at: entry.at, problem: `This is no part of a message of the ${role}.`, item: part })
      return false
    })
    readable.push({ ...entry, message: { ...entry.message, content: parts } as typeof entry.message })
  }
  return readable
}
