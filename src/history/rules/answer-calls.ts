import type { AnyToolResultPart, ToolCallPart } from '../../core/message.ts'
import { blockAfter, type Entry, isResult, partsOf, pendingFrom, writeBlock } from '../turns/entry.ts'
import { markOptions } from '../turns/mark.ts'
import type { Rule, RuleContext } from './rule.ts'

/**
 * Every call has a result. A call without one gets a result that says that it was interrupted, or that the user denied it.
 * Results elsewhere in the history are moved by `gather-results`.
 */
export const answerCalls: Rule = {
  id: 'answer-calls',
  repair(entries, context) {
    const { slots, slotsByEntry } = context.index(entries)
    if (slots.every(({ call, result }) => result !== undefined || call.providerExecuted === true)) return entries
    const end = context.allowPending ? pendingFrom(entries) : entries.length
    const denied = deniedCalls(entries)
    const repaired: Entry[] = []
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index]!
      repaired.push(entry)
      const list = (slotsByEntry.get(index) ?? []).filter(({ call }) => call.providerExecuted !== true)
      if (index >= end || list.every(({ result }) => result !== undefined)) continue
      const block = blockAfter(entries, index)
      const own = list.flatMap(({ call, result }) => {
        if (result === undefined) return [answer(call, denied.get(keyOf(index, call.toolCallId)), entry.at, context)]
        return result.entry >= block.from && result.entry < block.to ? [result.result] : []
      })
      const ownResults = new Set(own)
      const others = entries
        .slice(block.from, block.to)
        .flatMap(({ message }) => partsOf(message).filter(isResult))
        .filter((result) => !ownResults.has(result))
      const written = writeBlock(entries, block, [...own, ...others])
      if (written !== undefined) repaired.push(written)
      index = block.to - 1
    }
    return repaired
  },
}

function answer(
  call: ToolCallPart,
  denial: Denial | undefined,
  at: number,
  { interruptedText, report }: RuleContext,
): AnyToolResultPart {
  const { toolCallId, toolName } = call
  const result: AnyToolResultPart = {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: denial ? { type: 'execution-denied', ...denial } : { type: 'error-text', value: interruptedText },
    providerOptions: markOptions({ synthetic: denial ? 'denied' : 'interrupted' }),
  }
  report({ action: 'added', at, problem: 'A call has no result.', toolCallId, item: result })
  return result
}

interface Denial {
  readonly reason?: string
}

/** Ids are reused, so the key includes the message, which also holds the request for approval. */
function keyOf(entry: number, callId: string): string {
  return `${entry} ${callId}`
}

/** The calls that the user denied, with the reason if there is one. */
function deniedCalls(entries: readonly Entry[]): Map<string, Denial> {
  const requests = new Map<string, string>()
  const denied = new Map<string, Denial>()
  for (const [index, { message }] of entries.entries()) {
    for (const part of partsOf(message)) {
      if (part.type === 'tool-approval-request') requests.set(part.approvalId, keyOf(index, part.toolCallId))
      if (part.type !== 'tool-approval-response' || part.approved !== false) continue
      const key = requests.get(part.approvalId)
      if (key !== undefined) denied.set(key, part.reason === undefined ? {} : { reason: part.reason })
    }
  }
  return denied
}
