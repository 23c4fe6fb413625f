import type { Turn } from './read-turns.ts'
import { knownEverywhere, type SentenceRule } from './request-rule.ts'

/** A response turn follows a call turn, or another response turn of the same calls, which `function-response-split` judges. */
export const functionResponseOrder: SentenceRule = {
  id: 'function-response-order',
  says: 'A content with function responses follows the one with the calls.',
  source: 'recorded on AI Studio, 2026; since 2024 without the name',
  evidence: knownEverywhere,
  check: ({ turns }) => {
    const lost = turns.find(
      ({ kind, index }) => kind === 'response' && !['call', 'response'].includes(kindAt(turns, index - 1)),
    )
    return lost === undefined
      ? undefined
      : `Please ensure that function response turn comes immediately after a function call turn. Got function response with name '${lost.responses[0]?.name ?? ''}'.`
  },
}

function kindAt(turns: readonly Turn[], index: number): string {
  return turns[index]?.kind ?? ''
}
