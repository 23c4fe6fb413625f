import { bareRefusal, knownOnStudio, type SentenceRule } from './request-rule.ts'

/** Function responses are the user's. The text is not recorded. */
export const functionResponseInModelTurn: SentenceRule = {
  id: 'function-response-in-model-turn',
  says: 'Function responses come in contents of the user.',
  source: 'recorded on AI Studio without its text',
  evidence: knownOnStudio,
  check: ({ turns }) =>
    turns.some(({ speaker, responses }) => speaker === 'model' && responses.length > 0) ? bareRefusal : undefined,
}
