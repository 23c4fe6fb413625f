import type { Rule } from './rule.ts'

/** Where the system prompt is a separate field, moves later system messages behind the first ones, in their order. */
export const liftSystem: Rule = {
  id: 'lift-system',
  repair(entries, { profile, report }) {
    if (!profile.systemFirst) return entries
    const first = entries.findIndex(({ message }) => message.role !== 'system')
    const late = first < 0 ? [] : entries.slice(first).filter(({ message }) => message.role === 'system')
    if (late.length === 0) return entries
    const problem = 'A system message stands after the start of the conversation.'
    for (const { message, at } of late) report({ action: 'moved', at, problem, item: message })
    return [
      ...entries.filter(({ message }) => message.role === 'system'),
      ...entries.filter(({ message }) => message.role !== 'system'),
    ]
  },
}
