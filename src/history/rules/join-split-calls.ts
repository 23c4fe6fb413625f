import type { AnyModelMessage } from '../../core/message.ts'
import { type Entry, isClientCall, joinMessages, partsOf } from '../entry.ts'
import type { Rule } from '../rule.ts'

/**
 * An assistant message with open calls that another one follows at once: one turn, which was stored in pieces. As two turns,
 * parallel calls would lose their signature, which only the first of them has.
 */
export const joinSplitCalls: Rule = {
  id: 'join-split-calls',
  mend(entries, { report }) {
    const mended: Entry[] = []
    for (const entry of entries) {
      const last = mended.at(-1)
      if (last?.message.role !== 'assistant' || entry.message.role !== 'assistant' || !hasOpenCalls(last.message)) {
        mended.push(entry)
        continue
      }
      const problem = 'An assistant message follows one whose calls are not answered.'
      report({ action: 'joined', at: entry.at, problem, item: entry.message })
      mended[mended.length - 1] = { ...last, message: joinMessages(last.message, entry.message) }
    }
    return mended.length === entries.length ? entries : mended
  },
}

/** True where a call has no result inside its own message, which is where it stands with the provider's own tools. */
function hasOpenCalls(message: AnyModelMessage): boolean {
  const parts = partsOf(message)
  const answered = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])))
  return parts.some((part) => isClientCall(part) && !answered.has(part.toolCallId))
}
