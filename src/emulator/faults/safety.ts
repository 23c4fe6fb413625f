import type { Chunk, Fault } from './fault.ts'
import { lastResponse, onlyCandidate } from './finish.ts'

const rating = { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }

export const safetyFaults: readonly Fault[] = [
  {
    name: 'blocked-prompt',
    summary: '200 without candidates: `promptFeedback.blockReason`',
    parameters: { reason: { default: 'PROHIBITED_CONTENT', summary: 'what it says' } },
    rewrite: (chunks, { reason }) => {
      const { candidates: _, ...last } = lastResponse(chunks)
      return [{ promptFeedback: { blockReason: String(reason) }, ...last }]
    },
  },
  {
    name: 'blocked-answer',
    summary: 'The answer stops with a `finishReason` of safety; in a stream, after its beginning',
    parameters: { reason: { default: 'SAFETY', summary: '`finishReason`' } },
    rewrite: (chunks, { reason }) =>
      [
        ...chunks.slice(0, -1).slice(0, 1),
        ...onlyCandidate(chunks, { finishReason: String(reason), index: 0, safetyRatings: [rating] }),
      ] satisfies readonly Chunk[],
  },
]
