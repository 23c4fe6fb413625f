import type { AnyModelMessage } from '../../core/message.ts'
import { type AssistantMessage, type Entry, hasClientCalls, isResult, joinMessages, partsOf } from '../entry.ts'
import type { Rule, RuleContext } from '../rule.ts'

/** Where calls must follow the user or results, assistant messages before them are joined to them: it was one turn. */
export const joinCallToText: Rule = {
  id: 'join-call-to-text',
  mend(entries, context) {
    if (context.profile.callAfterAssistant) return entries
    if (!entries.some(isBeforeAssistant)) return entries
    const mended: Entry[] = []
    for (const entry of entries) {
      if (hasClientCalls(entry.message)) mended.push(...joinBefore(mended, entry, context))
      else mended.push(entry)
    }
    return mended
  },
}

/** Whether something may have to be joined: a message of the assistant with another one after it, or with what is not sent between. */
function isBeforeAssistant({ message }: Entry, index: number, entries: readonly Entry[]): boolean {
  const next = entries[index + 1]?.message
  return message.role === 'assistant' && next !== undefined && (next.role === 'assistant' || isSilent(next))
}

/** Takes the assistant's messages at the end of `before` into the one with calls. What stood between them comes after it. */
function joinBefore(before: Entry[], calling: Entry, { report }: RuleContext): Entry[] {
  const taken: AssistantMessage[] = []
  const between: Entry[] = []
  for (;;) {
    const place = before.findLastIndex(({ message }) => !isSilent(message))
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

/** A tool message with nothing but approvals is not sent: what stands around it are neighbours. */
function isSilent(message: AnyModelMessage): boolean {
  return message.role === 'tool' && !partsOf(message).some(isResult)
}
