import { mapSame } from '../../core/collections.ts'
import type { AnyModelMessage, ProviderOptions } from '../../core/message.ts'
import { type AnyPart, partsOf, withParts } from '../turns/entry.ts'
import type { TurnRules } from '../turns/turn-rules.ts'
import type { Rule } from './rule.ts'

/** Removes messages and texts without content, which providers refuse. */
export const dropEmpty: Rule = {
  id: 'drop-empty',
  repair(entries, { profile, report }) {
    return mapSame(entries, (entry) => {
      const { message, at } = entry
      const { role, content } = message
      if (typeof content === 'string' && !isEmptyText(content, profile)) return entry
      const isEmpty = (part: AnyPart) => isEmptyPart(part, role, profile)
      const parts = mapSame(partsOf(message), (part) => (isEmpty(part) ? undefined : part))
      if (parts.length === 0) {
        report({ action: 'removed', at, problem: `A message of the ${role} is empty.`, item: message })
        return undefined
      }
      if (parts === content) return entry
      for (const part of partsOf(message).filter(isEmpty)) {
        report({ action: 'removed', at, problem: 'A text is empty.', item: part })
      }
      return { at, message: withParts(message, parts) }
    })
  },
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
