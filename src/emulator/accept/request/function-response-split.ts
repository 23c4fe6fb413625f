import { countsDiffer } from './function-response-count.ts'
import { readExchanges } from './read-turns.ts'
import type { SentenceRule } from './request-rule.ts'

/** Vertex was tried in 2026-08: refused apart, taken together. AI Studio took both with 2.5, and refused with gemini-3-pro. */
export const functionResponseSplit: SentenceRule = {
  id: 'function-response-split',
  says: 'The responses to the calls of one content come in one content; up to 2.5 only on Vertex.',
  source:
    'https://github.com/cloudwego/eino-ext/issues/571, https://github.com/vertesia/llumiverse/pull/620, https://github.com/Oaklight/llm-rosetta/issues/300',
  evidence: { vertex: 'known', 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
  check: ({ turns }, { endpoint, model }) =>
    !(endpoint === 'ai-studio' && model.generation === '2.5') &&
    readExchanges(turns).some(({ answers }) => answers.length > 1)
      ? countsDiffer
      : undefined,
}
