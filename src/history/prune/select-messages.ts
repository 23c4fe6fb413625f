import type { AnyModelMessage } from '../../core/message.ts'
import { partsOf } from '../turns/entry.ts'
import { indexHistory } from '../turns/history-index.ts'
import { readMark } from '../turns/mark.ts'
import type { Budget } from './budget.ts'

/** A turn: a message of the user, and everything up to the next one. `to` is the index after its last message. */
export interface Turn {
  readonly from: number
  readonly to: number
  /** How many messages at its start are from the user (or the system, between them). */
  readonly opening: number
}

/**
 * The turns of a history. Adjacent messages of the user open one turn together, because providers merge them; a summary is a
 * separate turn. Messages before the first one of the user are a turn without an opening.
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

/** A message before and after it was shortened, and its index in the input. */
export interface PruneItem<M extends AnyModelMessage = AnyModelMessage> {
  readonly at: number
  readonly before: M
  readonly after: M
  readonly isPinned: boolean
}

/** Which messages must stay, and which turns may be removed. */
export interface Selection {
  readonly required: ReadonlySet<number>
  readonly current: Turn | undefined
  /** Earlier turns, newest first. */
  readonly earlier: readonly Turn[]
}

export function selectRequired(items: readonly PruneItem[], budget: Budget): Selection {
  const messages = items.map(({ after }) => after)
  const links = linkPairs(messages)
  const turns = mergeTurns(splitTurns(messages), links)
  const current = turns.at(-1)
  const turnOf = new Array<Turn | undefined>(messages.length)
  for (const turn of turns) turnOf.fill(turn, turn.from, turn.to)
  const required = new Set<number>()
  const open = pinnedIndexes(items, budget)
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (required.has(index)) continue
    required.add(index)
    open.push(...(links[index] ?? []))
    const turn = turnOf[index]
    // Without its question, an answer could come first or follow another answer: providers refuse both.
    if (turn === undefined || messages[index]!.role === 'user' || messages[index]!.role === 'system') continue
    for (let other = turn.from; other < turn.from + turn.opening; other++) open.push(other)
  }
  if (current !== undefined) for (let index = current.from; index < current.to; index++) required.add(index)
  return { required, current, earlier: turns.slice(0, -1).reverse() }
}

function pinnedIndexes(items: readonly PruneItem[], { keepFirst = 0, keepLast = 0 }: Budget): number[] {
  const pinned: number[] = []
  const spoken: number[] = []
  for (const [index, { after, isPinned }] of items.entries()) {
    if (after.role !== 'system') spoken.push(index)
    if (after.role === 'system' || isPinned) pinned.push(index)
  }
  return [...pinned, ...spoken.slice(0, keepFirst), ...(keepLast > 0 ? spoken.slice(-keepLast) : [])]
}

/** The default of `isPinned`: summaries, and messages with a mark on them or on a part. */
export function isPinnedByMark(message: AnyModelMessage): boolean {
  const isMarked = (of: Parameters<typeof readMark>[0]) => readMark(of).pinned === true
  return (
    isMarked(message) ||
    readMark(message).summary !== undefined ||
    partsOf(message).some((part) => 'providerOptions' in part && isMarked(part))
  )
}

type Links = readonly (readonly number[] | undefined)[]

/** For each message, the messages with its calls, results or approvals, and the tool messages beside these. */
function linkPairs(messages: readonly AnyModelMessage[]): Links {
  const links = new Array<number[] | undefined>(messages.length)
  const add = (from: number, to: number) => {
    const list = links[from]
    if (list === undefined) links[from] = [to]
    else if (list.at(-1) !== to) list.push(to)
  }
  const link = (one: number, other: number) => {
    add(one, other)
    add(other, one)
  }
  const entries = messages.map((message, at) => ({ message, at }))
  for (const { entry, result } of indexHistory(entries, 'first').slots) {
    if (result !== undefined && result.entry !== entry) link(entry, result.entry)
  }
  const requests = new Map<string, number>()
  for (let index = 0; index < messages.length; index++) {
    for (const part of partsOf(messages[index]!)) {
      if (part.type === 'tool-approval-request') requests.set(part.approvalId, index)
      const asked = part.type === 'tool-approval-response' ? requests.get(part.approvalId) : undefined
      if (asked !== undefined) link(asked, index)
    }
  }
  // A tool message with nothing but approvals belongs to the calls before it.
  for (let index = 1; index < messages.length; index++) {
    const before = messages[index - 1]!.role
    if (messages[index]!.role === 'tool' && (before === 'assistant' || before === 'tool')) link(index - 1, index)
  }
  return links
}

/** Merges turns that share a call and its result: they are kept or removed together. */
function mergeTurns(turns: readonly Turn[], links: Links): Turn[] {
  const merged: Turn[] = []
  let reach = -1
  for (const turn of turns) {
    const last = merged.at(-1)
    if (last !== undefined && turn.from <= reach) merged[merged.length - 1] = { ...last, to: turn.to }
    else merged.push(turn)
    for (let index = turn.from; index < turn.to; index++) {
      for (const other of links[index] ?? []) reach = Math.max(reach, other)
    }
  }
  return merged
}
