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
