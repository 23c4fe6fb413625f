import type { Candidate, GenerateContentRequest, GenerateContentResponse } from '../api/message.ts'
import type { Chunk, Fault } from './fault.ts'

export const finishFaults: readonly Fault[] = [
  {
    name: 'malformed-function-call',
    summary: 'No parts, `finishReason: MALFORMED_FUNCTION_CALL`, and a `finishMessage` that shows the attempt',
    parameters: {},
    rewrite: (chunks, _settings, { request }) =>
      onlyCandidate(chunks, {
        content: {},
        finishReason: 'MALFORMED_FUNCTION_CALL',
        finishMessage: `Malformed function call: print(default_api.${firstFunction(request)}(query='x'))`,
        index: 0,
      }),
  },
  {
    name: 'empty-candidate',
    summary: 'A candidate without parts that says `STOP`',
    parameters: {},
    rewrite: (chunks) => onlyCandidate(chunks, { content: { role: 'model' }, finishReason: 'STOP', index: 0 }),
  },
  {
    name: 'finish-reason',
    summary: 'A `finishReason` that no client knows, or the one that is given',
    parameters: { reason: { default: 'NOT_YET_INVENTED', summary: 'what it says' } },
    rewrite: (chunks, { reason }) =>
      mapCandidates(chunks, (candidate) =>
        candidate.finishReason === undefined ? candidate : { ...candidate, finishReason: String(reason) },
      ),
  },
  {
    name: 'no-finish-reason',
    summary: 'The answer ends properly, and never says that it is finished',
    parameters: {},
    rewrite: (chunks) => mapCandidates(chunks, ({ finishReason: _, ...candidate }) => candidate),
  },
  {
    name: 'no-usage',
    summary: 'No `usageMetadata`',
    parameters: {},
    rewrite: (chunks) =>
      chunks.map((chunk) => {
        if ('error' in chunk) return chunk
        const { usageMetadata: _, ...rest } = chunk
        return rest
      }),
  },
]

/** The last response with nothing but this candidate: a model that fails has nothing to say before. */
export function onlyCandidate(chunks: readonly Chunk[], candidate: Candidate): readonly Chunk[] {
  return [{ ...lastResponse(chunks), candidates: [candidate] }]
}

/** The last one has the usage of all. */
export function lastResponse(chunks: readonly Chunk[]): GenerateContentResponse {
  return chunks.findLast((chunk): chunk is GenerateContentResponse => !('error' in chunk)) ?? {}
}

function mapCandidates(chunks: readonly Chunk[], change: (candidate: Candidate) => Candidate): readonly Chunk[] {
  return chunks.map((chunk) => {
    if ('error' in chunk || chunk.candidates === undefined) return chunk
    return { ...chunk, candidates: chunk.candidates.map(change) }
  })
}

function firstFunction({ tools = [] }: GenerateContentRequest): string {
  return tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)[0]?.name ?? 'search'
}
