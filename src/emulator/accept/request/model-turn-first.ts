import { bareRefusal, type SentenceRule, unsureEverywhere } from './request-rule.ts'

/** A call in the first turn is refused for its order. A text of the model was seen to pass on AI Studio, by few. */
export const modelTurnFirst: SentenceRule = {
  id: 'model-turn-first',
  says: 'The model does not speak first.',
  source: 'contradictory reports, 2024 to 2026',
  evidence: unsureEverywhere,
  check: ({ turns: [first] }) => (first?.speaker === 'model' && first.kind === 'plain' ? bareRefusal : undefined),
}
