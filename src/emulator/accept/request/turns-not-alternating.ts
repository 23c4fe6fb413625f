import type { SentenceRule } from './request-rule.ts'

/** AI Studio and Vertex take neighbours of one role. Function responses count for no role here. */
export const turnsNotAlternating: SentenceRule = {
  id: 'turns-not-alternating',
  says: 'User and model take turns.',
  source: 'public write-up of Cloud Code, 2026; the text is of 2023 and quoted again in 2026-06',
  evidence: { 'cloud-code': 'unsure' },
  check: ({ turns }) =>
    turns.some(({ kind, speaker, index }) => {
      const before = turns[index - 1]
      return kind === 'plain' && before?.kind === 'plain' && before.speaker === speaker
    })
      ? 'Please ensure that multiturn requests alternate between user and model'
      : undefined,
}
