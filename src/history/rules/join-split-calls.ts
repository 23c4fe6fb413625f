import type { AnyModelMessage } from '../../core/message.ts'
import { type AnyPart, type AssistantMessage, type Entry, isClientCall, joinMessages, partsOf } from '../entry.ts'
import type { Rule } from '../rule.ts'

/** Assistant messages that follow each other at once, and what of their calls is open. */
interface Piece {
  readonly at: number
  readonly messages: AssistantMessage[]
  readonly open: Set<string>
  readonly answered: Set<string>
}

/**
 * An assistant message with open calls that another one follows at once: one turn, which was stored in pieces. As two turns,
 * parallel calls would lose their signature, which only the first of them has.
 */
export const joinSplitCalls: Rule = {
  id: 'join-split-calls',
  mend(entries, { report }) {
    const isSplit = entries.some(
      ({ message }, index) => isOfAssistant(message) && isOfAssistant(entries[index + 1]?.message),
    )
    if (!isSplit) return entries
    const mended: (Entry | Piece)[] = []
    for (const entry of entries) {
      const { message, at } = entry
      const last = mended.at(-1)
      if (message.role !== 'assistant') mended.push(entry)
      else if (last === undefined || 'message' in last || last.open.size === 0) mended.push(createPiece(message, at))
      else {
        const problem = 'An assistant message follows one whose calls are not answered.'
        report({ action: 'joined', at, problem, item: message })
        take(last, message)
      }
    }
    return mended.length === entries.length ? entries : mended.map(toEntry)
  },
}

function isOfAssistant(message: AnyModelMessage | undefined): boolean {
  return message?.role === 'assistant'
}

function createPiece(message: AssistantMessage, at: number): Piece {
  const piece: Piece = { at, messages: [], open: new Set(), answered: new Set() }
  take(piece, message)
  return piece
}

/** A call is open as long as it has no result beside it, which is where it stands with the provider's own tools. */
function take({ messages, open, answered }: Piece, message: AssistantMessage): void {
  messages.push(message)
  const parts: readonly AnyPart[] = partsOf(message)
  for (const part of parts) if (part.type === 'tool-result') answered.add(part.toolCallId)
  for (const part of parts) if (isClientCall(part) && !answered.has(part.toolCallId)) open.add(part.toolCallId)
  for (const part of parts) if (part.type === 'tool-result') open.delete(part.toolCallId)
}

function toEntry(piece: Entry | Piece): Entry {
  return 'message' in piece ? piece : { at: piece.at, message: joinMessages(piece.messages) }
}
