import { ToolfitError } from '../core/errors.ts'
import type { AnyModelMessage, ModelMessage } from '../core/message.ts'
import type { Budget, TokenCounter } from './budget.ts'
import { checkHistory } from './check.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { freezeCopy } from './freeze-copy.ts'
import type { Profile, ProfileId } from './profile.ts'
import { type PrunedHistory, pruneHistory } from './prune.ts'
import { repairHistory } from './repair.ts'
import type { RepairOptions } from './rule.ts'
import { type HistoryState, restoreHistory, type StoredHistory, storeHistory } from './stored-history.ts'
import { type Summariser, type Summary, summarise } from './summarise.ts'
import type { Repair, Violation } from './violation.ts'

export interface HistoryManagerOptions {
  /** The provider that views are made for. */
  readonly profile: ProfileId | Profile
  /** What a view may hold. Without one, everything. */
  readonly budget?: Budget
  readonly repair?: RepairOptions
}

/** What is to be sent. */
export interface HistoryView<M extends AnyModelMessage> extends PrunedHistory<M> {
  readonly repairs: readonly Repair[]
}

/**
 * A conversation: a log that only grows, and views of it that a provider takes. Pruning, repairs and summaries change the view and
 * never the log. Messages are copied and frozen when they are appended.
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

  /** Everything that was ever appended. */
  get log(): readonly M[] {
    return [...this.#log]
  }

  /** @throws ToolfitError `value-circular`, `value-too-deep`; then nothing was appended. */
  append(...messages: M[]): this {
    const copies = messages.map((message) => freezeCopy(message))
    for (const copy of copies) this.#log.push(copy)
    return this
  }

  /** What to send now: summaries in place of what they stand for, repaired, and within the budget. */
  view(overrides: Partial<HistoryManagerOptions> = {}): HistoryView<M> {
    const { profile, budget = {}, repair = {} } = { ...this.#options, ...overrides }
    const repaired = repairHistory(this.#base().messages, profile, repair)
    const pruned = pruneHistory(repaired.messages, { ...budget, countTokens: this.#counter(budget.countTokens) })
    this.#lastView = pruned.messages
    return { ...pruned, repairs: repaired.repairs }
  }

  /** What the provider would refuse if the log were sent as it is. */
  check(): Violation[] {
    return checkHistory(this.#log, this.#options.profile, this.#options.repair)
  }

  /**
   * Has the turns before the last ones summarised; later views hold the summary in their place. Undefined where there is nothing to
   * summarise. The summariser gets messages that the provider takes.
   *
   * @throws ToolfitError `summary-not-smaller`, `summary-empty`, or what the summariser throws. Then nothing has changed.
   */
  async summarise(write: Summariser, options: { keepTurns?: number } = {}): Promise<Summary | undefined> {
    // One after the other: two at once would summarise the same messages.
    const run = this.#summarising.then(() => this.#summarise(write, options))
    this.#summarising = run.catch(() => undefined)
    return run
  }

  /**
   * Tells how many tokens the provider counted for the last view (`usage.inputTokens`), so that later counts come closer.
   */
  calibrate(inputTokens: number): void {
    if (!(inputTokens > 0 && inputTokens < Infinity)) {
      throw new ToolfitError('option-invalid', 'calibrate takes the number of tokens that the provider counted.', {
        option: 'inputTokens',
      })
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
    const counts = this.#counts.get(counter) ?? new WeakMap<AnyModelMessage, number>()
    this.#counts.set(counter, counts)
    return (message) => {
      const known = counts.get(message)
      const tokens = known ?? counter(message)
      if (known === undefined) counts.set(message, tokens)
      return ratio === 1 ? tokens : Math.ceil(tokens * ratio)
    }
  }
}
