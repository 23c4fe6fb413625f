import type { Entry } from '../turns/entry.ts'
import type { HistoryIndex } from '../turns/history-index.ts'
import type { TurnRules } from '../turns/turn-rules.ts'

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

/** Every rule of history, by the name of its file. */
export type RuleId =
  | 'drop-unreadable'
  | 'drop-stray-approvals'
  | 'drop-stray-results'
  | 'drop-empty'
  | 'lift-system'
  | 'join-split-calls'
  | 'gather-results'
  | 'answer-calls'
  | 'drop-lone-reasoning'
  | 'match-names'
  | 'fit-ids'
  | 'join-call-to-text'
  | 'open-with-user'
  | 'trim-final-text'

/** A place where a history breaks a provider's rules. */
export interface Violation {
  readonly rule: RuleId
  /** The index of the message. */
  readonly at: number
  /** What is wrong, in one sentence. */
  readonly problem: string
  /** The call that the violation is about, if there is one. */
  readonly toolCallId?: string
  /** The provider's recorded error message for this rule, where one is known. */
  readonly refusal?: string
}

/** What a repair did. `item` is the message or part that was removed, added, moved, joined or changed. */
export interface Repair {
  readonly rule: RuleId
  readonly action: 'removed' | 'added' | 'moved' | 'joined' | 'changed'
  /** The index in the input; for an added item, the index of the message that needed it. */
  readonly at: number
  readonly problem: string
  readonly toolCallId?: string
  readonly item?: unknown
}
