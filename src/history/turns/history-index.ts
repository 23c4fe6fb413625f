import type { AnyToolResultPart, ToolCallPart } from '../../core/message.ts'
import { type AnyPart, type Entry, isReasoning, partsOf } from './entry.ts'

/** A result and its position. */
export interface FoundResult {
  readonly entry: number
  readonly part: number
  readonly result: AnyToolResultPart
}

/** The position of a part as one number, the key of maps and sets of parts. */
export function placeOf(entry: number, part: number): number {
  return entry * 2 ** 26 + part
}

/** A call, its position, and its result if it has one. */
export interface CallSlot {
  readonly entry: number
  readonly part: number
  readonly call: ToolCallPart
  result: FoundResult | undefined
}

/** What the rules ask about a history, collected in one pass over its parts. */
export interface HistoryIndex {
  readonly slots: readonly CallSlot[]
  /** The slots of each message with calls, by its entry. */
  readonly slotsByEntry: ReadonlyMap<number, readonly CallSlot[]>
  /** Results without a call before them. */
  readonly orphans: readonly FoundResult[]
  /** Results of calls that have another result. */
  readonly duplicates: readonly FoundResult[]
  readonly hasApprovals: boolean
  readonly hasReasoning: boolean
  /** Whether an assistant message follows another one directly. */
  readonly hasAdjacentAssistants: boolean
}

/**
 * Finds the call of every result, and notes what else occurs. A result belongs to the latest call with its id that came before it,
 * never to a later one: ids are reused, and such a result would answer the wrong call. Adjacent assistant messages count as one.
 * Where the call or the result has no id, the name of the tool decides, among the latest calls, in order.
 */
export function indexHistory(entries: readonly Entry[], keep: 'first' | 'last'): HistoryIndex {
  const slots: CallSlot[] = []
  const slotsByEntry = new Map<number, CallSlot[]>()
  const orphans: FoundResult[] = []
  const duplicates: FoundResult[] = []
  const found = { hasApprovals: false, hasReasoning: false, hasAdjacentAssistants: false }
  const calls = createCallLookup(entries.some(({ message }) => partsOf(message).some(lacksId)))
  const addCall = (entry: number, part: number, call: ToolCallPart) => {
    const slot: CallSlot = { entry, part, call, result: undefined }
    if (slots.at(-1)?.entry === entry) slotsByEntry.get(entry)!.push(slot)
    else slotsByEntry.set(entry, [slot])
    slots.push(slot)
    calls.add(slot)
  }
  const addResult = (result: FoundResult, isFromAssistant: boolean) => {
    const slot = calls.find(result.result, isFromAssistant)
    if (slot === undefined) orphans.push(result)
    else if (slot.result === undefined) slot.result = result
    else if (keep === 'first') duplicates.push(result)
    else {
      duplicates.push(slot.result)
      slot.result = result
    }
  }
  for (let entry = 0; entry < entries.length; entry++) {
    const { message } = entries[entry]!
    const isFromAssistant = message.role === 'assistant'
    if (calls.enterMessage(isFromAssistant)) found.hasAdjacentAssistants = true
    const parts = partsOf(message)
    for (let part = 0; part < parts.length; part++) {
      const value = parts[part]!
      if (value.type === 'tool-call') addCall(entry, part, value)
      else if (value.type === 'tool-result') addResult({ entry, part, result: value }, isFromAssistant)
      else if (isReasoning(value)) found.hasReasoning = true
      else if (value.type.startsWith('tool-approval-')) found.hasApprovals = true
    }
  }
  return { slots, slotsByEntry, orphans, duplicates, ...found }
}

/** Calls that share an id or a name; those before `next` are answered. */
interface Queue {
  readonly run: number
  readonly slots: CallSlot[]
  next: number
}

/** Calls by the properties that a result may identify them by. */
interface CallQueues {
  readonly byId: Map<string, Queue>
  readonly byName: Map<string, Queue>
  readonly withoutId: Map<string, Queue>
}

function createQueues(): CallQueues {
  return { byId: new Map(), byName: new Map(), withoutId: new Map() }
}

function createCallLookup(isNameNeeded: boolean) {
  // Separate, because one id may occur in both: results of the provider's own tools stand in the assistant's message.
  const own = createQueues()
  const executed = createQueues()
  let run = 0
  let latestRun = 0
  let isInRun = false
  const enqueue = (queues: Map<string, Queue>, key: string, slot: CallSlot) => {
    const queue = queues.get(key)
    if (queue?.run === run) queue.slots.push(slot)
    else queues.set(key, { run, slots: [slot], next: 0 })
  }
  const latest = (queue: Queue | undefined) => (queue?.run === latestRun ? queue : undefined)
  return {
    /** Returns whether this assistant message follows another one directly. */
    enterMessage(isFromAssistant: boolean): boolean {
      const isAdjacent = isFromAssistant && isInRun
      if (isFromAssistant && !isInRun) run++
      isInRun = isFromAssistant
      return isAdjacent
    },
    add(slot: CallSlot) {
      latestRun = run
      const queues = slot.call.providerExecuted === true ? executed : own
      if (isNameNeeded) enqueue(queues.byName, slot.call.toolName, slot)
      if (hasId(slot.call)) enqueue(queues.byId, slot.call.toolCallId, slot)
      else enqueue(queues.withoutId, slot.call.toolName, slot)
    },
    /** The call of a result: an open one if there is one, else one that is answered already. */
    find(result: AnyToolResultPart, isFromAssistant: boolean): CallSlot | undefined {
      const likely = isFromAssistant ? executed : own
      const other = isFromAssistant ? own : executed
      const { toolCallId, toolName } = result
      if (!hasId(result)) return choose(latest(likely.byName.get(toolName)), latest(other.byName.get(toolName)))
      return (
        choose(likely.byId.get(toolCallId), other.byId.get(toolCallId)) ??
        firstOpen(latest(likely.withoutId.get(toolName))) ??
        firstOpen(latest(other.withoutId.get(toolName)))
      )
    },
  }
}

function choose(likely: Queue | undefined, other: Queue | undefined): CallSlot | undefined {
  return firstOpen(likely) ?? firstOpen(other) ?? (likely ?? other)?.slots.at(-1)
}

function firstOpen(queue: Queue | undefined): CallSlot | undefined {
  if (queue === undefined) return undefined
  while (queue.slots[queue.next]?.result !== undefined) queue.next++
  return queue.slots[queue.next]
}

function lacksId(part: AnyPart): boolean {
  return (part.type === 'tool-call' || part.type === 'tool-result') && !hasId(part)
}

function hasId(part: { toolCallId: string }): boolean {
  return typeof part.toolCallId === 'string' && part.toolCallId !== ''
}
