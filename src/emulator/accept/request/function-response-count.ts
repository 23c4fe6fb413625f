import { readExchanges } from './read-turns.ts'
import { knownEverywhere, type SentenceRule } from './request-rule.ts'

/** The sentence for every kind of mismatch between calls and responses. */
export const countsDiffer =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'

/** However the responses are spread over contents. None at all is the business of `function-call-unanswered`. */
export const functionResponseCount: SentenceRule = {
  id: 'function-response-count',
  says: 'There are as many function responses as calls.',
  source: 'https://github.com/earendil-works/pi/issues/5528',
  evidence: knownEverywhere,
  check: ({ turns }) =>
    readExchanges(turns).some(
      ({ call, answers }) =>
        answers.length > 0 && answers.reduce((sum, { responses }) => sum + responses.length, 0) !== call.calls.length,
    )
      ? countsDiffer
      : undefined,
}
