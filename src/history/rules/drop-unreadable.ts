import { isPlainObject } from '../../core/json.ts'
import type { Entry } from '../entry.ts'
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

function isReadableMessage(message: unknown): message is { role: string; content: string | unknown[] } {
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
  if (entries.every(isReadable)) return entries
  const readable: Entry[] = []
  for (const entry of entries) {
    const message: unknown = entry.message
    if (isReadable(entry)) readable.push(entry)
    else if (!isReadableMessage(message)) {
      report({ action: 'removed', at: entry.at, problem: 'This is not a message of a known role.', item: message })
    } else {
      const parts = (message.content as unknown[]).filter((part) => {
        if (isReadablePart(part, message.role)) return true
        const problem = `This is not a part of a message of the ${message.role}.`
        report({ action: 'removed', at: entry.at, problem, item: part })
        return false
      })
      readable.push({ ...entry, message: { ...entry.message, content: parts } as typeof entry.message })
    }
  }
  return readable
}

function isReadable({ message }: { readonly message: unknown }): boolean {
  if (!isReadableMessage(message)) return false
  const { role, content } = message
  return typeof content === 'string' || content.every((part) => isReadablePart(part, role))
}
