import { knownOnStudio, type SentenceRule } from './request-rule.ts'

/** One content is a question. */
export const modelTurnAlone: SentenceRule = {
  id: 'model-turn-alone',
  says: 'The only content is one of the user.',
  source: 'quoted for AI Studio by many clients, 2024 to 2026',
  evidence: knownOnStudio,
  check: ({ turns: [first, second] }) =>
    first?.speaker === 'model' && first.kind === 'plain' && second === undefined
      ? 'Please ensure that single turn requests end with a user role or the role field is empty.'
      : undefined,
}
