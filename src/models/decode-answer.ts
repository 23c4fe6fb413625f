import type { CompiledSchema } from '../schema/compiled-schema.ts'

/** The JSON text of an answer in its schema's own shape. One that was cut off, or is no JSON, stays: the caller's parser says so. */
export function decodeAnswer(text: string, compiled: CompiledSchema | undefined): string {
  if (compiled === undefined) return text
  let wire: unknown
  try {
    wire = JSON.parse(text)
  } catch {
    return text
  }
  return JSON.stringify(compiled.decode(wire)) ?? text
}

/** Whether the model sees another shape, so that its answer has to be decoded. */
export function isEncoded({ changes }: Pick<CompiledSchema, 'changes'>): boolean {
  return changes.some(({ effect }) => effect === 'encoded')
}
