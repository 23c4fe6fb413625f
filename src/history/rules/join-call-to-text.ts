import type { AnyModelMessage } from '../../core/message.ts'
import { type AssistantMessage, type Entry, hasClientCalls, isResult, joinMessages, partsOf } from '../turns/entry.ts'
import type { Rule, RuleContext } from './rule.ts'

/** Where calls must follow the user or results, joins them with the assistant messages before them: they are one turn. */
export const joinCallToText: Rule = {
  id: 'join-call-to-text',
  repair(entries, context) {
    if (context.profile.callAfterAssistant) return entries
    const { hasAdjacentAssistants, hasApprovals } = context.index(entries)
    if (!hasAdjacentAssistants && !hasApprovals) return entries
    const repaired: Entry[] = []
    for (const entry of entries) {
      if (hasClientCalls(entry.message)) repaired.push(...joinBefore(repaired, entry, context))
      else repaired.push(entry)
    }
    return repaired.length === entries.length ? entries : repaired
  },
}

/** Removes the assistant messages at the end of `before` and joins them to `calling`. Messages between them follow it. */
function joinBefore(before: Entry[], calling: Entry, { report }: RuleContext): Entry[] {
  const taken: AssistantMessage[] = []
  const between: Entry[] = []
  for (;;) {
    const place = before.findLastIndex(({ message }) => !isOnlyApprovals(message))
    const last = before[place]
    if (last?.message.role !== 'assistant') break
    const problem = 'A call follows a message of the assistant.'
    report({ action: 'joined', at: last.at, problem, item: last.message })
    taken.push(last.message)
    between.unshift(...before.splice(place).slice(1))
  }
  if (taken.length === 0) return [calling]
  const message = joinMessages([...taken.reverse(), calling.message as AssistantMessage])
  return [{ ...calling, message }, ...between]
}

/** A tool message with nothing but approvals is not sent, so the messages around it are adjacent. */
function isOnlyApprovals(message: AnyModelMessage): boolean {
  return message.role === 'tool' && !partsOf(message).some(isResult)
}
