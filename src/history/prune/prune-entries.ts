import { getOrInsert } from '../../core/collections.ts'
import { ToolfitError } from '../../core/errors.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import type { Entry } from '../turns/entry.ts'
import { assertBudget, type Budget, type TokenCounter } from './budget.ts'
import { isPinnedByMark, type PruneItem, type Selection, selectRequired, splitTurns } from './select-messages.ts'
import { dropReasoning, shrinkResults } from './shorten-message.ts'

export interface PrunedHistory<M extends AnyModelMessage = AnyModelMessage> {
  /** A new list. Unchanged messages are the same objects as before. */
  readonly messages: M[]
  /** The removed messages, oldest first. */
  readonly removed: readonly M[]
  /** Messages that were kept in a shorter form: without reasoning, or with shorter results. */
  readonly shortened: readonly { readonly before: M; readonly after: M }[]
  /** The tokens of the messages; counted only with `maxTokens`. */
  readonly tokens: number | undefined
  /** False only with `tooSmall: 'least'`, if what must stay is over budget. */
  readonly fits: boolean
}

/** The default of `shrinkTo`. */
const defaultLength = 500

/** Prunes messages whose parts are readable, as they are in the entries. */
export function pruneEntries<M extends AnyModelMessage>(
  messages: readonly M[],
  entries: readonly Entry[],
  budget: Budget,
): PrunedHistory<M> {
  assertBudget(budget)
  const items = prepareItems(messages, entries, budget)
  const count = createCounter(items, budget.countTokens ?? estimateTokens)
  const selection = selectRequired(items, budget)
  const original = items.map(({ after }) => after)
  const minimum = fitRequired(items, selection, budget, count)
  const isTooSmall = Object.keys(minimum).length > 0
  if (isTooSmall && budget.tooSmall !== 'least') throw tooSmall(budget, minimum)
  // If the current turn had to shrink, no earlier turn is added: a larger budget must not keep less of the current one.
  const isFull = isTooSmall || items.some(({ after }, index) => after !== original[index])
  const kept = isFull ? selection.required : addEarlierTurns(selection, budget, count)
  const list = items.filter((_, index) => kept.has(index))
  const places = new Set(list.map(({ at }) => at))
  return {
    messages: list.map(({ after }) => after),
    removed: Array.from(messages).filter((_, at) => !places.has(at)),
    shortened: list.flatMap(({ before, after }) => (before === after ? [] : [{ before, after }])),
    tokens: budget.maxTokens === undefined ? undefined : sum(kept, count),
    fits: !isTooSmall,
  }
}

/** Applies what does not depend on limits: removes reasoning and long results of earlier turns. Pinned messages stay. */
function prepareItems<M extends AnyModelMessage>(
  messages: readonly M[],
  entries: readonly Entry[],
  budget: Budget,
): PruneItem<M>[] {
  const { dropReasoning: isDropped = false, oldResults, isPinned = isPinnedByMark } = budget
  const turns = isDropped || oldResults !== undefined ? splitTurns(entries.map(({ message }) => message)) : []
  const current = turns.at(-1)?.from ?? 0
  const items: PruneItem<M>[] = []
  for (const [index, { message, at }] of entries.entries()) {
    const item = { at, before: messages[at]!, after: message as M, isPinned: isPinned(message, at) }
    const isUntouched = index >= current || item.isPinned
    const shorter = isDropped && !isUntouched ? dropReasoning(item.after) : item.after
    if (shorter === undefined) continue
    if (isUntouched || (shorter === item.after && oldResults === undefined)) items.push(item)
    else items.push({ ...item, after: oldResults === undefined ? shorter : shrinkResults(shorter, oldResults) })
  }
  return items
}

type Count = (index: number) => number

/** Counts each message at most once. A shortened message is a different message. */
function createCounter<M extends AnyModelMessage>(items: readonly PruneItem<M>[], counter: TokenCounter): Count {
  const counts = new Map<AnyModelMessage, number>()
  const countChecked = (message: AnyModelMessage) => {
    const tokens = counter(message)
    if (tokens >= 0) return tokens
    const problem = `countTokens returned ${tokens}. It must return a number of at least 0.`
    throw new ToolfitError('option-invalid', problem, { option: 'countTokens' })
  }
  return (index) => {
    const { after } = items[index]!
    return getOrInsert(counts, after, () => countChecked(after))
  }
}

function sum(indexes: Iterable<number>, count: Count): number {
  let total = 0
  for (const index of indexes) total += count(index)
  return total
}

type Minimum = Partial<Record<'maxMessages' | 'maxTokens' | 'maxTurns', number>>

/** Shrinks results of the current turn until what must stay fits. Returns the limits that are too small, with their minimum. */
function fitRequired<M extends AnyModelMessage>(
  items: PruneItem<M>[],
  { required, current }: Selection,
  budget: Budget,
  count: Count,
): Minimum {
  const { maxMessages, maxTokens, maxTurns, currentTurn = 'shrink', shrinkTo = defaultLength } = budget
  const minimum: Minimum = {}
  if (maxMessages !== undefined && required.size > maxMessages) minimum.maxMessages = required.size
  if (maxTurns !== undefined && maxTurns < 1 && current !== undefined) minimum.maxTurns = 1
  if (maxTokens === undefined) return minimum
  let total = sum(required, count)
  const end = currentTurn === 'shrink' ? (current?.to ?? 0) : 0
  for (let index = current?.from ?? 0; index < end && total > maxTokens; index++) {
    const item = items[index]!
    const after = shrinkResults(item.after, shrinkTo)
    if (item.isPinned || after === item.after) continue
    const before = count(index)
    items[index] = { ...item, after }
    if (count(index) < before) total += count(index) - before
    else items[index] = item
  }
  if (total > maxTokens) minimum.maxTokens = total
  return minimum
}

/** Adds whole turns, newest first, up to the first one that does not fit. */
function addEarlierTurns({ required, earlier, current }: Selection, budget: Budget, count: Count): ReadonlySet<number> {
  const { maxMessages = Infinity, maxTokens, maxTurns = Infinity } = budget
  const kept = new Set(required)
  let turns = current === undefined ? 0 : 1
  let tokens = maxTokens === undefined ? 0 : sum(required, count)
  for (const turn of earlier) {
    const added: number[] = []
    for (let index = turn.from; index < turn.to; index++) if (!kept.has(index)) added.push(index)
    if (added.length === 0) continue
    if (turns >= maxTurns || kept.size + added.length > maxMessages) break
    if (maxTokens !== undefined) {
      tokens += sum(added, count)
      if (tokens > maxTokens) break
    }
    turns++
    for (const index of added) kept.add(index)
  }
  return kept
}

function tooSmall(budget: Budget, minimum: Minimum): ToolfitError {
  const limits = Object.entries(minimum).map(([name, least]) => `${name} of at least ${least}`)
  return new ToolfitError(
    'history-budget-too-small',
    `The messages that must stay need ${limits.join(' and ')}. Raise the limit, pin less, or set tooSmall: 'least'.`,
    { minimum, maxMessages: budget.maxMessages, maxTokens: budget.maxTokens, maxTurns: budget.maxTurns },
  )
}
