import { errorObject, failure, type Status } from '../api/envelope.ts'
import type { Candidate, GenerateContentRequest, GenerateContentResponse, Part } from '../api/message.ts'
import { sign, signedPart } from '../api/signature.ts'
import { after, type Chunk, changeParts, type Fault, type FaultContext, partsOf, positionIn } from './fault.ts'

const messages = {
  UNAVAILABLE: 'The model is overloaded. Please try again later.',
  INTERNAL: 'Internal error encountered.',
  RESOURCE_EXHAUSTED: 'Resource has been exhausted (e.g. check quota).',
  DEADLINE_EXCEEDED: 'Deadline expired before operation could complete.',
} as const satisfies Partial<Record<Status, string>>

const rating = { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }

/** Signatures are the emulator's own, so an echo is checked as usual. */
export const answerFaults: readonly Fault[] = [
  {
    name: 'stream-error',
    summary: 'An error object instead of the rest of the stream; without a stream, an error with its status',
    parameters: {
      after,
      status: { default: 'UNAVAILABLE', summary: 'which error', oneOf: Object.keys(messages) },
    },
    rewrite: (chunks, settings, { endpoint }) => {
      const status = settings.status as keyof typeof messages
      const problem = errorObject(failure(status, messages[status]), { endpoint }) as Extract<Chunk, { error: unknown }>
      return [...chunks.slice(0, positionIn(chunks.length, settings.after)), problem]
    },
  },
  {
    name: 'malformed-function-call',
    summary: 'No parts, `finishReason: MALFORMED_FUNCTION_CALL`, and a `finishMessage` that shows the attempt',
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
    rewrite: (chunks) => mapCandidates(chunks, ({ finishReason: _, ...candidate }) => candidate),
  },
  {
    name: 'no-usage',
    summary: 'No `usageMetadata`',
    rewrite: (chunks) =>
      chunks.map((chunk) => {
        if ('error' in chunk) return chunk
        const { usageMetadata: _, ...rest } = chunk
        return rest
      }),
  },
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
  {
    name: 'duplicate-signatures',
    summary: 'Every function call of a step carries the signature of the first',
    rewrite: (chunks, _settings, context) => {
      const signature = findSignature(chunks) ?? ownSignature(chunks, context)
      return mapParts(chunks, (part) =>
        part.functionCall === undefined ? part : { ...part, thoughtSignature: signature },
      )
    },
  },
  {
    name: 'late-signature',
    summary: 'The signature comes behind the part that it belongs to, on a part with an empty text',
    rewrite: (chunks, _settings, context) => {
      const signature = findSignature(chunks) ?? ownSignature(chunks, context)
      const bare = mapParts(chunks, ({ thoughtSignature: _, ...part }) => part)
      const lastWithParts = bare.findLastIndex((chunk) => partsOf(chunk).length > 0)
      return bare.map((chunk, index) =>
        index === lastWithParts
          ? changeParts(chunk, (parts) => [...parts, { text: '', thoughtSignature: signature }])
          : chunk,
      )
    },
  },
  {
    name: 'no-signature',
    summary: 'No signature at all',
    rewrite: (chunks) => mapParts(chunks, ({ thoughtSignature: _, ...part }) => part),
  },
]

/** The last response with only this candidate: a model that fails says nothing before. */
function onlyCandidate(chunks: readonly Chunk[], candidate: Candidate): readonly Chunk[] {
  return [{ ...lastResponse(chunks), candidates: [candidate] }]
}

/** The last response, which has the usage of all. */
function lastResponse(chunks: readonly Chunk[]): GenerateContentResponse {
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

function mapParts(chunks: readonly Chunk[], change: (part: Part) => Part): Chunk[] {
  return chunks.map((chunk) => (partsOf(chunk).length === 0 ? chunk : changeParts(chunk, (parts) => parts.map(change))))
}

function findSignature(chunks: readonly Chunk[]): string | undefined {
  return chunks.flatMap(partsOf).find(({ thoughtSignature }) => thoughtSignature !== undefined)?.thoughtSignature
}

/** A signature for models that sign nothing by themselves. */
function ownSignature(chunks: readonly Chunk[], { endpoint, model }: FaultContext): string {
  const parts = chunks.flatMap(partsOf)
  const call = parts.find(({ functionCall }) => functionCall !== undefined)
  const part = call ?? { text: parts.map(({ text = '' }) => text).join('') }
  return sign(signedPart(part), { endpoint, generation: model.generation })
}
