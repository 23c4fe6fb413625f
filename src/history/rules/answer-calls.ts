import type { AnyToolResultPart, ToolCallPart } from '../../core/message.ts'
import { type Entry, isResult, partsOf, pendingFrom } from '../entry.ts'
import { markOptions } from '../mark.ts'
import { slotsByEntry } from '../match-results.ts'
import { blockAfter, writeBlock } from '../result-block.ts'
import type { Rule, RuleContext } from '../rule.ts'

/**
 * Every call is answered. Where nobody recorded a result, the model is told just that, or that the user said no.
 * Results that stand elsewhere are left to be gathered.
 */
export const answerCalls: Rule = {
  id: 'answer-calls',
  mend(entries, context) {
    const matched = context.match(entries).slots
    if (matched.every(({ call, result }) => result !== undefined || call.providerExecuted === true)) return entries
    const slots = slotsByEntry(matched)
    const end = context.allowPending ? pendingFrom(entries) : entries.length
    const denied = deniedCalls(entries)
    const mended: Entry[] = []
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index]!
      mended.push(entry)
      const list = (slots.get(index) ?? []).filter(({ call }) => call.providerExecuted !== true)
      if (index >= end || list.every(({ result }) => result !== undefined)) continue
      const block = blockAfter(entries, index)
      const own = list.flatMap(({ call, result }) => {
        if (result === undefined) return [answer(call, denied.get(keyOf(index, call.toolCallId)), entry.at, context)]
        return result.entry >= block.from && result.entry < block.to ? [result.result] : []
      })
      const ownResults = new Set(own)
      const strangers = entries
        .slice(block.from, block.to)
        .flatMap(({ message }) => partsOf(message).filter(isResult))
        .filter((result) => !ownResults.has(result))
      const results = [...own, ...strangers]
      const written = writeBlock(entries, block, results)
      if (written !== undefined) mended.push(written)
      index = block.to - 1
    }
    return mended
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

/** Ids get reused: a call is known by its message too, which is also where its request for approval stands. */
function keyOf(entry: number, callId: string): string {
  return `${entry} ${callId}`
}

/** The calls that the user refused, with the reason if one was given. */
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
