import type { SentenceRule } from './request-rule.ts'

export const endsWithModelTurn = 'Requests ending with a model turn are not supported.'

/** Earlier models go on from what they are said to have begun. */
export const modelTurnLast: SentenceRule = {
  id: 'model-turn-last',
  says: 'From Gemini 3.6 on (and 3.5 Flash-Lite), the model does not speak last.',
  source: 'https://github.com/pipecat-ai/pipecat/pull/5821, https://github.com/Zoo-Code-Org/Zoo-Code/issues/1052',
  evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
  check: ({ turns }, { model }) =>
    turns.at(-1)?.speaker === 'model' && !model.supports.has('prefill') ? endsWithModelTurn : undefined,
}
