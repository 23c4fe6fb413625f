import type { Part } from '../api/message.ts'
import { sign, signedPart } from '../api/signature.ts'
import type { Chunk, Fault, FaultContext } from './fault.ts'

/** Signatures at places where clients do not expect them. They are the emulator's own, so an echo is checked as usual. */
export const signatureFaults: readonly Fault[] = [
  {
    name: 'duplicate-signatures',
    summary: 'Every function call of a step carries the signature of the first',
    parameters: {},
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
    parameters: {},
    rewrite: (chunks, _settings, context) => {
      const signature = findSignature(chunks) ?? ownSignature(chunks, context)
      const bare = mapParts(chunks, ({ thoughtSignature: _, ...part }) => part)
      const lastWithParts = bare.findLastIndex((chunk) => partsOf(chunk).length > 0)
      return bare.map((chunk, index) =>
        index === lastWithParts
          ? withParts(chunk, [...partsOf(chunk), { text: '', thoughtSignature: signature }])
          : chunk,
      )
    },
  },
  {
    name: 'no-signature',
    summary: 'No signature at all',
    parameters: {},
    rewrite: (chunks) => mapParts(chunks, ({ thoughtSignature: _, ...part }) => part),
  },
]

function partsOf(chunk: Chunk): readonly Part[] {
  return 'error' in chunk ? [] : (chunk.candidates?.[0]?.content?.parts ?? [])
}

function withParts(chunk: Chunk, parts: readonly Part[]): Chunk {
  if ('error' in chunk) return chunk
  const candidates = chunk.candidates?.map((candidate, index) =>
    index === 0 ? { ...candidate, content: { ...candidate.content, parts } } : candidate,
  )
  return { ...chunk, ...(candidates !== undefined && { candidates }) }
}

function mapParts(chunks: readonly Chunk[], change: (part: Part) => Part): Chunk[] {
  return chunks.map((chunk) => {
    const parts = partsOf(chunk)
    return parts.length === 0 ? chunk : withParts(chunk, parts.map(change))
  })
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
