import type { AnyToolResultPart, ToolCallPart } from '../core/message.ts'
import { type AnyPart, type Entry, partsOf } from './entry.ts'

/** A result and where it stands. */
export interface FoundResult {
  readonly entry: number
  readonly part: number
  readonly result: AnyToolResultPart
}

/** A call, where it stands, and the result that belongs to it. */
export interface CallSlot {
  readonly entry: number
  readonly part: number
  readonly call: ToolCallPart
  result: FoundResult | undefined
}

export interface Matching {
  readonly slots: readonly CallSlot[]
  /** Results of no call before them. */
  readonly orphans: readonly FoundResult[]
  /** Results of calls that have one. */
  readonly duplicates: readonly FoundResult[]
}

/** Calls that share an id or a name; those before `next` are answered. */
interface Queue {
  readonly run: number
  readonly slots: CallSlot[]
  next: number
}

/**
 * Finds the call of every result. A result belongs to the latest call of its id that came before it, never to one that came
 * after: ids get reused, and a result that answers a later call would be a lie. Assistant messages in a row count as one. Where an
 * id is missing on either side, the name of the tool decides, among the latest calls, in order.
 */
export function matchResults(entries: readonly Entry[], keep: 'first' | 'last'): Matching {
  const slots: CallSlot[] = []
  const orphans: FoundResult[] = []
  const duplicates: FoundResult[] = []
  const calls = createCallIndex(entries.some(({ message }) => partsOf(message).some(lacksId)))
  for (let entry = 0; entry < entries.length; entry++) {
    const { message } = entries[entry]!
    if (message.role === 'assistant') calls.enterAssistant()
    else calls.leaveAssistant()
    const parts = partsOf(message)
    for (let part = 0; part < parts.length; part++) {
      const value = parts[part]!
      if (value.type === 'tool-call') {
        const slot: CallSlot = { entry, part, call: value, result: undefined }
        slots.push(slot)
        calls.add(slot)
      }
      if (value.type !== 'tool-result') continue
      const found: FoundResult = { entry, part, result: value }
      const slot = calls.find(value, message.role === 'assistant')
      if (slot === undefined) orphans.push(found)
      else if (slot.result === undefined) slot.result = found
      else if (keep === 'first') duplicates.push(found)
      else {
        duplicates.push(slot.result)
        slot.result = found
      }
    }
  }
  return { slots, orphans, duplicates }
}

/** {@link matchResults} for several rules in turn: the same entries are matched once, and most histories have nothing to mend. */
export function createMatcher(keep: 'first' | 'last'): (entries: readonly Entry[]) => Matching {
  let known: readonly Entry[] | undefined
  let matching: Matching | undefined
  return (entries) => {
    if (matching === undefined || entries !== known) matching = matchResults(entries, keep)
    known = entries
    return matching
  }
}

/** Calls by what a result may know them by. */
interface CallQueues {
  readonly byId: Map<string, Queue>
  readonly byName: Map<string, Queue>
  readonly withoutId: Map<string, Queue>
}

function createCallIndex(isNameNeeded: boolean) {
  const create = (): CallQueues => ({ byId: new Map(), byName: new Map(), withoutId: new Map() })
  // Apart, because an id may stand for one of each: the results of a provider's own tools come with the assistant's words.
  const own = create()
  const executed = create()
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
    enterAssistant() {
      if (!isInRun) run++
      isInRun = true
    },
    leaveAssistant() {
      isInRun = false
    },
    add(slot: CallSlot) {
      latestRun = run
      const queues = slot.call.providerExecuted === true ? executed : own
      if (isNameNeeded) enqueue(queues.byName, slot.call.toolName, slot)
      if (hasId(slot.call)) enqueue(queues.byId, slot.call.toolCallId, slot)
      else enqueue(queues.withoutId, slot.call.toolName, slot)
    },
    /** The call that a result belongs to: an open one if there is one, else one that is answered already. */
    find(result: AnyToolResultPart, isOfAssistant: boolean): CallSlot | undefined {
      const [likely, other] = isOfAssistant ? [executed, own] : [own, executed]
      const choices = hasId(result)
        ? [likely.byId.get(result.toolCallId), other.byId.get(result.toolCallId)]
        : [latest(likely.byName.get(result.toolName)), latest(other.byName.get(result.toolName))]
      const known = firstOpen(choices[0]) ?? firstOpen(choices[1]) ?? (choices[0] ?? choices[1])?.slots.at(-1)
      if (known !== undefined || !hasId(result)) return known
      const nameless = [likely, other].map(({ withoutId }) => latest(withoutId.get(result.toolName)))
      return firstOpen(nameless[0]) ?? firstOpen(nameless[1])
    },
  }
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

/** The slots of each entry, by the entry's index. */
export function slotsByEntry(slots: readonly CallSlot[]): ReadonlyMap<number, readonly CallSlot[]> {
  const byEntry = new Map<number, CallSlot[]>()
  for (const slot of slots) {
    const list = byEntry.get(slot.entry)
    if (list === undefined) byEntry.set(slot.entry, [slot])
    else list.push(slot)
  }
  return byEntry
}
