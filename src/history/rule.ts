import type { Entry } from './entry.ts'
import type { Matching } from './match-results.ts'
import type { Profile } from './profile.ts'
import type { Repair, RuleId } from './violation.ts'

/** What is to be done where there is a choice. */
export interface RepairOptions {
  /** Results without a call: taken out, or turned into a user's text. Either way they are reported. */
  readonly orphans?: 'remove' | 'text'
  /** Of several results for one call, the one that stays. */
  readonly duplicates?: 'first' | 'last'
  /** Leaves the calls of the last assistant message open: somebody is still to run or to approve them. */
  readonly allowPending?: boolean
  /** What the model is told about a call without a result. */
  readonly interruptedText?: string
  /** The text that opens a conversation which does not begin with the user. */
  readonly openingText?: string
  /** Makes ids for calls that need a new one. Called until it gives one that is free. */
  readonly nextId?: () => string
}

/** The options, complete, and what rules need besides. */
export interface RuleContext {
  readonly profile: Profile
  readonly orphans: 'remove' | 'text'
  readonly duplicates: 'first' | 'last'
  readonly allowPending: boolean
  readonly interruptedText: string
  readonly openingText: string
  readonly nextId: () => string
  report(repair: Omit<Repair, 'rule'>): void
  /** Which result belongs to which call. Rules that leave the entries as they are leave it to the next one to use. */
  match(entries: readonly Entry[]): Matching
}

/**
 * One rule about turns. `mend` gives the entries back as they are where the rule holds, and reports what it did where it does
 * not: that report is what a check shows, so that the two cannot disagree.
 */
export interface Rule {
  readonly id: RuleId
  mend(entries: readonly Entry[], context: RuleContext): readonly Entry[]
}
