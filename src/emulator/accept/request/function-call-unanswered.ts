import { countsDiffer } from './function-response-count.ts'
import { readExchanges } from './read-turns.ts'
import { knownEverywhere, type SentenceRule } from './request-rule.ts'

/** A call that something else than its response follows. */
export const functionCallUnanswered: SentenceRule = {
  id: 'function-call-unanswered',
  says: 'Function calls are answered before anything else is said.',
  source: 'https://github.com/microsoft/vscode/issues/299295',
  evidence: knownEverywhere,
  check: ({ turns }) =>
    readExchanges(turns).some(({ answers, next }) => answers.length === 0 && next !== undefined)
      ? countsDiffer
      : undefined,
}
