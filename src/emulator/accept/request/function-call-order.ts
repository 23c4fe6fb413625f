import { knownEverywhere, type SentenceRule } from './request-rule.ts'

/** A call turn is never the first, and never follows a turn of the model. */
export const functionCallOrder: SentenceRule = {
  id: 'function-call-order',
  says: 'A content with function calls follows one of the user.',
  source: 'https://github.com/continuedev/continue/issues/11164',
  evidence: knownEverywhere,
  check: ({ turns }) =>
    turns.some(({ kind, index }) => kind === 'call' && turns[index - 1]?.speaker !== 'user')
      ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
      : undefined,
}
