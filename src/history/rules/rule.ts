import type { Entry } from '../entry.ts'
import type { HistoryIndex } from '../history-index.ts'
import type { TurnRules } from '../turn-rules.ts'
import type { Repair, RuleId } from '../violation.ts'

/** What to do where a repair has a choice. */
export interface RepairOptions {
  /** Results without a call are removed, or turned into a text of the user. Both are reported. */
  readonly orphans?: 'remove' | 'text'
  /** Which of several results of one call to keep. */
  readonly duplicates?: 'first' | 'last'
  /** Leaves the calls of the last assistant message open, because they are still to be run or approved. */
  readonly allowPending?: boolean
  /** What the model is told about a call without a result. */
  readonly interruptedText?: string
  /** The text that opens a conversation which does not begin with the user. */
  readonly openingText?: string
  /** Makes ids for calls that need a new one. Called until it returns an unused id. */
  readonly nextId?: () => string
}

/** The options with their defaults filled in, and what else the rules need. */
export interface RuleContext {
  readonly profile: TurnRules
  readonly orphans: 'remove' | 'text'
  readonly allowPending: boolean
  readonly interruptedText: string
  readonly openingText: string
  readonly nextId: () => string
  report(repair: Omit<Repair, 'rule'>): void
  /** The index of these entries. Rules that change nothing share it. */
  index(entries: readonly Entry[]): HistoryIndex
}

/**
 * One rule about turns. `repair` returns the same list if the rule holds; otherwise it reports every change it makes. `checkHistory`
 * shows these reports, so check and repair cannot disagree.
 */
export interface Rule {
  readonly id: RuleId
  repair(entries: readonly Entry[], context: RuleContext): readonly Entry[]
}
