import type { AnyModelMessage, AnyToolPart } from '../core/message.ts'
import { type Entry, isResult, partsOf } from './entry.ts'

/** The tool messages that directly follow an entry: `from` the first of them, `to` the one after the last. */
export interface ResultBlock {
  readonly from: number
  readonly to: number
}

export function blockAfter(entries: readonly Entry[], index: number): ResultBlock {
  let to = index + 1
  while (entries[to]?.message.role === 'tool') to++
  return { from: index + 1, to }
}

/**
 * A block as one tool message: the results, then the approvals that stood there. Options of a message that it replaces are kept
 * if there is but one; of several, nobody could say to which results they belong.
 */
export function writeBlock(
  entries: readonly Entry[],
  block: ResultBlock,
  results: readonly AnyToolPart[],
): Entry | undefined {
  const old = entries.slice(block.from, block.to)
  const approvals = old.flatMap(({ message }) => partsOf(message).filter((part) => !isResult(part)))
  const content = [...results, ...(approvals as AnyToolPart[])]
  if (content.length === 0) return undefined
  const message: AnyModelMessage = { ...(old.length === 1 ? old[0]!.message : {}), role: 'tool', content }
  return { message, at: old[0]?.at ?? entries[block.from - 1]!.at }
}
