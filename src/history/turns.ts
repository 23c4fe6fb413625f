import type { AnyModelMessage } from '../core/message.ts'
import { readMark } from './mark.ts'

/** A turn: what the user said, and everything until the user speaks again. `to` is the index after its last message. */
export interface Turn {
  readonly from: number
  readonly to: number
  /** How many messages at its start are the user's (or the system's, between them). */
  readonly opening: number
}

/**
 * The turns of a history. Messages of the user in a row open one turn together, for providers merge them; a summary is a turn of its
 * own. What stands before the user first speaks is a turn without an opening.
 */
export function splitTurns(messages: readonly AnyModelMessage[]): Turn[] {
  const starts: number[] = []
  let before: AnyModelMessage | undefined
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system') continue
    const isNew = message.role === 'user' && (before?.role !== 'user' || isSummary(before) || isSummary(message))
    if (isNew || before === undefined) starts.push(index)
    before = message
  }
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? messages.length
    let opening = 0
    while (from + opening < to && isOpening(messages[from + opening]!)) opening++
    return { from, to, opening }
  })
}

function isOpening({ role }: AnyModelMessage): boolean {
  return role === 'user' || role === 'system'
}

export function isSummary(message: AnyModelMessage): boolean {
  return readMark(message).summary !== undefined
}
