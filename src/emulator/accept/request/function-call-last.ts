import { countsDiffer } from './function-response-count.ts'
import { type SentenceRule, unsureEverywhere } from './request-rule.ts'

/** Late models refuse any last turn of the model. What early ones say to a call that is never answered is not recorded. */
export const functionCallLast: SentenceRule = {
  id: 'function-call-last',
  says: 'A request does not end with function calls.',
  source: 'by analogy with unanswered calls elsewhere in the history',
  evidence: unsureEverywhere,
  check: ({ turns }, { model }) =>
    turns.at(-1)?.kind === 'call' && model.supports.has('prefill') ? countsDiffer : undefined,
}
