import type { AnyModelMessage } from '../../core/message.ts'
import { markOptions } from '../turns/mark.ts'
import type { Rule } from './rule.ts'

/** Where the user must speak first, adds a marked opening message. Removing the assistant's message would lose it. */
export const openWithUser: Rule = {
  id: 'open-with-user',
  repair(entries, { profile, openingText, report }) {
    const index = entries.findIndex(({ message }) => message.role !== 'system')
    const first = entries[index]
    if (!profile.opensWithUser || first === undefined || first.message.role === 'user') return entries
    const message: AnyModelMessage = {
      role: 'user',
      content: openingText,
      providerOptions: markOptions({ synthetic: 'opening' }),
    }
    const problem = 'The conversation does not begin with the user.'
    report({ action: 'added', at: first.at, problem, item: message })
    return [...entries.slice(0, index), { message, at: first.at }, ...entries.slice(index)]
  },
}
