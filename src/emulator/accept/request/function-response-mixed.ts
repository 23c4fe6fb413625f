import { endsWithModelTurn } from './model-turn-last.ts'
import type { SentenceRule } from './request-rule.ts'

/** Late models take a content with responses and something else for one of the model. */
export const functionResponseMixed: SentenceRule = {
  id: 'function-response-mixed',
  says: 'From Gemini 3.6 on, nothing else stands in the last content beside function responses.',
  source: 'https://github.com/anomalyco/opencode/pull/43479, and a public live probe of Vertex, 2026-09',
  evidence: { vertex: 'known', 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
  check: ({ turns }, { model }) => {
    const last = turns.at(-1)
    return last?.kind === 'response' && last.others.length > 0 && !model.supports.has('prefill')
      ? endsWithModelTurn
      : undefined
  },
}
