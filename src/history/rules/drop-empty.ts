import type { AnyModelMessage, ProviderOptions } from '../../core/message.ts'
import { type AnyPart, type Entry, partsOf, withParts } from '../entry.ts'
import type { TurnRules } from '../turn-rules.ts'
import type { Rule } from './rule.ts'

/** Removes messages and texts without content, which providers refuse. */
export const dropEmpty: Rule = {
  id: 'drop-empty',
  repair(entries, { profile, report }) {
    if (entries.every((entry) => hasContent(entry, profile))) return entries
    return entries.flatMap((entry) => {
      if (hasContent(entry, profile)) return [entry]
      const { message, at } = entry
      const isEmpty = (part: AnyPart) => isEmptyPart(part, message.role, profile)
      const parts = partsOf(message).filter((part) => !isEmpty(part))
      if (parts.length === 0) {
        report({ action: 'removed', at, problem: `A message of the ${message.role} is empty.`, item: message })
        return []
      }
      for (const part of partsOf(message).filter(isEmpty)) {
        report({ action: 'removed', at, problem: 'A text is empty.', item: part })
      }
      return [{ ...entry, message: withParts(message, parts) }]
    })
  },
}

/** Whether the message has content and no empty part. */
function hasContent({ message }: Entry, profile: TurnRules): boolean {
  const { content, role } = message
  if (typeof content === 'string') return !isEmptyText(content, profile)
  for (const part of content) if (isEmptyPart(part, role, profile)) return false
  return content.length > 0
}

function isEmptyText(text: string, profile: TurnRules): boolean {
  return text === '' || (profile.refusesBlankText && text.trim() === '')
}

function isEmptyPart(part: AnyPart, role: AnyModelMessage['role'], profile: TurnRules): boolean {
  // Redacted and encrypted reasoning has data and no text.
  if (part.type === 'reasoning') return part.text === '' && !hasData(part.providerOptions, undefined)
  if (part.type !== 'text' || !isEmptyText(part.text, profile)) return false
  // Only texts of the model are signed.
  return role !== 'assistant' || !hasData(part.providerOptions, profile.signsEmptyText)
}

function hasData(options: ProviderOptions | undefined, providers: readonly string[] | undefined): boolean {
  const names = Object.keys(options ?? {}).filter((name) => name !== 'toolfit')
  return names.some((name) => providers === undefined || providers.includes(name))
}
