import type { Rule } from '../rule.ts'
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
import { trimFinalText } from './trim-final-text.ts'

/**
 * The rules, in the order in which they mend. None undoes what an earlier one did: first what cannot stay goes, then calls get what
 * they lack and results come to their calls, and what needs settled neighbours comes last.
 */
export const rules: readonly Rule[] = [
  dropUnreadable,
  dropStrayApprovals,
  dropStrayResults,
  // As early as pairs are known: from here on an id says which result belongs to which call, wherever they are moved.
  fitIds,
  matchNames,
  dropEmpty,
  liftSystem,
  // Before results are gathered: pieces of one turn share the results after the last of them.
  joinSplitCalls,
  answerCalls,
  gatherResults,
  // After results are gathered: a message may hold nothing but thoughts when its results have left it.
  dropLoneReasoning,
  joinCallToText,
  openWithUser,
  trimFinalText,
]
