import { answerCalls } from './answer-calls.ts'
import { dropEmpty } from './drop-empty.ts'
import { dropLoneReasoning } from './drop-lone-reasoning.ts'
import { dropStrayApprovals } from './drop-stray-approvals.ts'
import { dropStrayResults } from './drop-stray-results.ts'
import { dropUnreadable } from './drop-unreadable.ts'
import { fitIds } from './fit-ids.ts'
import { gatherResults } from './gather-results.ts'
import { joinCallToText } from './join-call-to-text.ts'
import { joinSplitCalls } from './join-split-calls.ts'
import { liftSystem } from './lift-system.ts'
import { matchNames } from './match-names.ts'
import { openWithUser } from './open-with-user.ts'
import type { Rule } from './rule.ts'
import { trimFinalText } from './trim-final-text.ts'

/**
 * The rules, in the order in which they run. No rule undoes an earlier one: first invalid parts are removed, then calls and results
 * are paired, and rules that depend on adjacent messages come last.
 */
export const allRules: readonly Rule[] = [
  dropUnreadable,
  dropStrayApprovals,
  dropStrayResults,
  // As soon as pairs are known: from here on the id alone identifies the call of a result, wherever it moves.
  fitIds,
  matchNames,
  dropEmpty,
  liftSystem,
  // Before gather-results: the pieces of one turn share the results after the last piece.
  joinSplitCalls,
  answerCalls,
  gatherResults,
  // After gather-results: moving results can leave a message with nothing but reasoning.
  dropLoneReasoning,
  joinCallToText,
  openWithUser,
  trimFinalText,
]
