import { type AnyPart, type AssistantMessage, type Entry, isClientCall, joinMessages, partsOf } from '../turns/entry.ts'
import type { Rule } from './rule.ts'

/** Adjacent assistant messages, and their open calls. */
interface Piece {
  readonly at: number
  readonly messages: AssistantMessage[]
  readonly open: Set<string>
  readonly answered: Set<string>
}

/**
 * Joins an assistant message to an adjacent one with open calls: they are one turn that was stored in pieces. As two turns,
 * parallel calls would lose their signature, because only the first call has it.
 */
export const joinSplitCalls: Rule = {
  id: 'join-split-calls',
  repair(entries, { report, index }) {
    if (!index(entries).hasAdjacentAssistants) return entries
    const repaired: (Entry | Piece)[] = []
    for (const entry of entries) {
      const { message, at } = entry
      const last = repaired.at(-1)
      if (message.role !== 'assistant') repaired.push(entry)
      else if (last === undefined || 'message' in last || last.open.size === 0) repaired.push(createPiece(message, at))
      else {
        const problem = 'An assistant message follows one with open calls.'
        report({ action: 'joined', at, problem, item: message })
        addMessage(last, message)
      }
    }
    return repaired.length === entries.length ? entries : repaired.map(toEntry)
  },
}

function createPiece(message: AssistantMessage, at: number): Piece {
  const piece: Piece = { at, messages: [], open: new Set(), answered: new Set() }
  addMessage(piece, message)
  return piece
}

/** A call is open unless a result stands beside it, as results of the provider's own tools do. */
function addMessage({ messages, open, answered }: Piece, message: AssistantMessage): void {
  messages.push(message)
  const parts: readonly AnyPart[] = partsOf(message)
  for (const part of parts) if (part.type === 'tool-result') answered.add(part.toolCallId)
  for (const part of parts) if (isClientCall(part) && !answered.has(part.toolCallId)) open.add(part.toolCallId)
  for (const part of parts) if (part.type === 'tool-result') open.delete(part.toolCallId)
}

function toEntry(piece: Entry | Piece): Entry {
  return 'message' in piece ? piece : { at: piece.at, message: joinMessages(piece.messages) }
}
