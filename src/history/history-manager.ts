import { getOrInsert } from '../core/collections.ts'
import { ToolfitError } from '../core/errors.ts'
import { findShapeProblem, isPlainObject, setOwn } from '../core/json.ts'
import type { AnyModelMessage, ModelMessage } from '../core/message.ts'
import { checkHistory } from './check.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { Profile, ProfileId } from './profile.ts'
import type { Budget, TokenCounter } from './prune/budget.ts'
import { type PrunedHistory, pruneHistory } from './prune.ts'
import { repairHistory } from './repair.ts'
import type { Repair, RepairOptions, Violation } from './rules/rule.ts'
import { type HistoryState, restoreHistory, type StoredHistory, storeHistory } from './stored-history.ts'
import { type Summariser, type Summary, summarise } from './summarise.ts'

/** Options of a {@link HistoryManager}. */
export interface HistoryManagerOptions {
  /** The provider that views are written for. */
  readonly profile: ProfileId | Profile
  /** The limits of a view. Without a budget, a view holds everything. */
  readonly budget?: Budget
  /** How a view is repaired. */
  readonly repair?: RepairOptions
}

/** The messages to send. */
export interface HistoryView<M extends AnyModelMessage> extends PrunedHistory<M> {
  readonly repairs: readonly Repair[]
}

/**
 * A conversation: an append-only log, and views of it that a provider accepts. Pruning, repairs and summaries change the view, never
 * the log. Messages are copied and frozen when they are appended.
 *
 * @example
 * ```ts
 * import { HistoryManager } from 'toolfit/history'
 *
 * const history = new HistoryManager({ profile: 'gemini', budget: { maxTurns: 2 } })
 * history.append({ role: 'system', content: 'Be brief.' })
 * for (const city of ['Rome', 'Oslo', 'Lima']) {
 *   history.append({ role: 'user', content: `And in ${city}?` }, { role: 'assistant', content: '31 degrees.' })
 * }
 *
 * history.view().messages.length // 5
 * history.log.length // 7
 * const restored = HistoryManager.fromJSON(JSON.parse(JSON.stringify(history)), { profile: 'anthropic' })
 * restored.log.length // 7
 * ```
 */
export class HistoryManager<M extends AnyModelMessage = ModelMessage> {
  readonly #options: HistoryManagerOptions
  readonly #log: M[] = []
  #summary: HistoryState['summary']
  #tokenRatio = 1
  #lastView: readonly M[] = []
  #summarising: Promise<unknown> = Promise.resolve()
  readonly #counts = new WeakMap<TokenCounter, WeakMap<AnyModelMessage, number>>()

  constructor(options: HistoryManagerOptions) {
    this.#options = options
  }

  /** All appended messages. */
  get log(): readonly M[] {
    return [...this.#log]
  }

  /** @throws ToolfitError `value-circular`, `value-too-deep`; nothing is appended then. */
  append(...messages: M[]): this {
    const copies = messages.map((message) => freezeCopy(message))
    for (const copy of copies) this.#log.push(copy)
    return this
  }

  /** What to send now: with summaries, repaired, and within the budget. */
  view(overrides: Partial<HistoryManagerOptions> = {}): HistoryView<M> {
    const { profile, budget = {}, repair = {} } = { ...this.#options, ...overrides }
    const repaired = repairHistory(this.#base().messages, profile, repair)
    const pruned = pruneHistory(repaired.messages, { ...budget, countTokens: this.#counter(budget.countTokens) })
    this.#lastView = pruned.messages
    return { ...pruned, repairs: repaired.repairs }
  }

  /** What the provider would refuse in the unchanged log. */
  check(): Violation[] {
    return checkHistory(this.#log, this.#options.profile, this.#options.repair)
  }

  /**
   * Summarises the turns before the last ones; later views hold the summary in their place. Undefined if there is nothing to
   * summarise. The summariser gets messages that the provider accepts.
   *
   * @throws ToolfitError `summary-not-smaller`, `summary-empty`, or what the summariser throws. Nothing changes then.
   */
  async summarise(write: Summariser, options: { keepTurns?: number } = {}): Promise<Summary | undefined> {
    // One at a time: concurrent runs would summarise the same messages.
    const run = this.#summarising.then(() => this.#summarise(write, options))
    this.#summarising = run.catch(() => undefined)
    return run
  }

  /** Corrects later token counts by what the provider counted for the last view (`usage.inputTokens`). */
  calibrate(inputTokens: number): void {
    if (!(inputTokens > 0 && inputTokens < Infinity)) {
      const problem = 'calibrate takes the number of tokens that the provider counted, above 0.'
      throw new ToolfitError('option-invalid', problem, { option: 'inputTokens' })
    }
    const count = this.#counter(this.#options.budget?.countTokens, 1)
    const counted = this.#lastView.reduce((sum, message) => sum + count(message), 0)
    if (counted > 0) this.#tokenRatio = inputTokens / counted
  }

  toJSON(): StoredHistory {
    return storeHistory({ log: this.#log, summary: this.#summary, tokenRatio: this.#tokenRatio })
  }

  /** @throws ToolfitError `history-unreadable`, `history-version-unknown`. */
  static fromJSON<M extends AnyModelMessage = ModelMessage>(
    stored: unknown,
    options: HistoryManagerOptions,
  ): HistoryManager<M> {
    const { log, summary, tokenRatio } = restoreHistory(stored)
    const manager = new HistoryManager<M>(options)
    for (const message of log) manager.append(message as M)
    manager.#summary = summary
    manager.#tokenRatio = tokenRatio
    return manager
  }

  /** The log with the summary in it, and for each message its index in the log; -1 for the summary. */
  #base(): { messages: M[]; indexes: number[] } {
    const covers = this.#summary?.covers
    const first = this.#log.findIndex((_, index) => covers?.has(index))
    const messages: M[] = []
    const indexes: number[] = []
    for (const [index, message] of this.#log.entries()) {
      if (index === first) {
        messages.push(this.#summary!.message as M)
        indexes.push(-1)
      }
      if (covers?.has(index)) continue
      messages.push(message)
      indexes.push(index)
    }
    return { messages, indexes }
  }

  async #summarise(write: Summariser, options: { keepTurns?: number }): Promise<Summary | undefined> {
    const { messages, indexes } = this.#base()
    const { profile, repair, budget } = this.#options
    const made = await summarise(messages, {
      ...options,
      summarise: (replaced) => write(repairHistory(replaced, profile, repair).messages),
      countTokens: this.#counter(budget?.countTokens),
    })
    if (made === undefined) return undefined
    const covered = made.replaces.map((index) => indexes[index]!).filter((index) => index >= 0)
    this.#summary = {
      message: freezeCopy(made.message),
      covers: new Set([...(this.#summary?.covers ?? []), ...covered]),
    }
    return made
  }

  #counter(counter: TokenCounter = estimateTokens, ratio = this.#tokenRatio): TokenCounter {
    const counts = getOrInsert(this.#counts, counter, () => new WeakMap<AnyModelMessage, number>())
    return (message) => {
      const tokens = getOrInsert(counts, message, () => counter(message))
      return ratio === 1 ? tokens : Math.ceil(tokens * ratio)
    }
  }
}

/** Deeper messages are refused, because reading and storing them recurses. */
const maxDepth = 500

/**
 * A frozen copy. Bytes and URLs are shared, because they cannot be frozen and may be large.
 *
 * @throws ToolfitError `value-circular` or `value-too-deep` for values that cannot be stored.
 */
function freezeCopy<T>(value: T): T {
  const problem = findShapeProblem(value, maxDepth)
  if (problem === 'circular') throw new ToolfitError('value-circular', 'A message contains itself.')
  if (problem === 'too-deep') {
    throw new ToolfitError('value-too-deep', `A message is nested deeper than ${maxDepth} levels.`, { limit: maxDepth })
  }
  return copy(value) as T
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(copy))
  if (!isPlainObject(value)) return value
  const target: Record<string, unknown> = {}
  for (const key of Object.keys(value)) setOwn(target, key, copy(value[key]))
  return Object.freeze(target)
}
