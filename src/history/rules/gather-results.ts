import type { AnyToolResultPart } from '../../core/message.ts'
import {
  blockAfter,
  type Entry,
  isResult,
  partsOf,
  pendingFrom,
  type ResultBlock,
  withParts,
  writeBlock,
} from '../turns/entry.ts'
import type { CallSlot, FoundResult } from '../turns/history-index.ts'
import { placeOf } from '../turns/history-index.ts'
import type { Rule } from './rule.ts'

/** Results stand directly after their calls, in the order of the calls; results of the provider's own tools stand beside their call. */
export const gatherResults: Rule = {
  id: 'gather-results',
  repair(entries, context) {
    const { slots, slotsByEntry } = context.index(entries)
    if (slots.length === 0) return entries
    const end = context.allowPending ? pendingFrom(entries) : entries.length
    const plan = planMoves(entries, slotsByEntry, end)
    if (plan.rewritten.size === 0 && plan.executed.size === 0) return entries
    const problem = 'A result does not follow its call in the order of the calls.'
    for (const { entry, result } of plan.moved) {
      const { at } = entries[entry]!
      context.report({ action: 'moved', at, problem, toolCallId: result.toolCallId, item: result })
    }
    return writeEntries(entries, plan)
  },
}

interface Plan {
  /** Entries whose block of results is rewritten, with the results. */
  readonly rewritten: Map<number, { readonly block: ResultBlock; readonly results: readonly AnyToolResultPart[] }>
  /** Results of the provider's own tools that move beside their call, by the place of the call. */
  readonly executed: Map<number, AnyToolResultPart>
  readonly moved: FoundResult[]
}

function planMoves(entries: readonly Entry[], slots: ReadonlyMap<number, readonly CallSlot[]>, end: number): Plan {
  const plan: Plan = { rewritten: new Map(), executed: new Map(), moved: [] }
  for (const [index, list] of slots) {
    if (index >= end) continue
    const answered = list.filter((slot) => slot.result !== undefined)
    for (const { part, call, result } of answered) {
      if (call.providerExecuted !== true || entries[result!.entry]!.message.role === 'assistant') continue
      plan.executed.set(placeOf(index, part), result!.result)
      plan.moved.push(result!)
    }
    const wanted = answered.filter(({ call }) => call.providerExecuted !== true).map(({ result }) => result!)
    const block = blockAfter(entries, index)
    if (isInPlace(entries, block, wanted)) continue
    plan.rewritten.set(index, { block, results: wanted.map(({ result }) => result) })
    plan.moved.push(...outOfPlace(block, wanted))
  }
  return plan
}

/** Whether the block holds exactly the wanted results, in their order. */
function isInPlace(entries: readonly Entry[], block: ResultBlock, wanted: readonly FoundResult[]): boolean {
  let next = 0
  for (let entry = block.from; entry < block.to; entry++) {
    for (const part of partsOf(entries[entry]!.message)) {
      if (isResult(part) && part !== wanted[next++]?.result) return false
    }
  }
  return next === wanted.length
}

/** Results outside the block, and results behind one that belongs after them. */
function outOfPlace(block: ResultBlock, wanted: readonly FoundResult[]): FoundResult[] {
  let last = -1
  return wanted.filter(({ entry, part }) => {
    const place = entry * 1e9 + part
    if (entry < block.from || entry >= block.to || place < last) return true
    last = place
    return false
  })
}

function writeEntries(entries: readonly Entry[], plan: Plan): Entry[] {
  const written: Entry[] = []
  const moved = new Set(plan.moved.map(({ entry, part }) => placeOf(entry, part)))
  const replaced = new Set<number>()
  for (const { block } of plan.rewritten.values()) {
    for (let index = block.from; index < block.to; index++) replaced.add(index)
  }
  for (const [index, entry] of entries.entries()) {
    if (replaced.has(index)) continue
    let isTouched = false
    const left = partsOf(entry.message).flatMap((part, at) => {
      const place = placeOf(index, at)
      const beside = plan.executed.get(place)
      isTouched ||= beside !== undefined || moved.has(place)
      if (beside !== undefined) return [part, beside]
      return moved.has(place) ? [] : [part]
    })
    if (!isTouched) written.push(entry)
    else if (left.length > 0) written.push({ ...entry, message: withParts(entry.message, left) })
    const rewritten = plan.rewritten.get(index)
    const block = rewritten && writeBlock(entries, rewritten.block, rewritten.results)
    if (block !== undefined) written.push(block)
  }
  return written
}
