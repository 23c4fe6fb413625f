import type { AnyModelMessage } from '../../core/message.ts'
import { markOptions } from '../mark.ts'
import type { Rule } from '../rule.ts'

/** Where the user must come first, a marked message opens the conversation: taking out what the assistant said would lose it. */
export const openWithUser: Rule = {
  id: 'open-with-user',
  mend(entries, { profile, openingText, report }) {
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
