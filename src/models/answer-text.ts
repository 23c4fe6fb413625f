import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { ReplyContent } from '../wire/model-reply.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

/** From the JSON text of an answer, as the model wrote it, to the same in the schema's own shape. */
export type TextDecoding = (text: string) => string

/** The decoding that a response schema needs; undefined where the model sees the schema's own shape. */
export function textDecodingFor(compiled: CompiledSchema | undefined): TextDecoding | undefined {
  if (compiled === undefined || !compiled.changes.some(({ effect }) => effect === 'encoded')) return undefined
  return (text) => {
    let wire: unknown
    try {
      wire = JSON.parse(text)
    } catch {
      // Cut off, or not JSON: the caller's parser reports it.
      return text
    }
    return JSON.stringify(compiled.decode(wire)) ?? text
  }
}

/** Decodes the texts of a whole answer. */
export function decodeTexts(content: readonly ReplyContent[], decode: TextDecoding | undefined): ReplyContent[] {
  if (decode === undefined) return [...content]
  return content.map((part) => (part.type === 'text' ? { ...part, text: decode(part.text) } : part))
}

/** Decodes the texts of a stream. Each is delivered when it is complete: half of an encoded answer cannot be decoded. */
export function createTextMapper(decode: TextDecoding): (part: ModelStreamPart) => ModelStreamPart[] {
  const texts = new Map<string, string>()
  return (part) => {
    if (part.type === 'text-delta') {
      texts.set(part.id, (texts.get(part.id) ?? '') + part.delta)
      return []
    }
    if (part.type !== 'text-end') return [part]
    const text = texts.get(part.id)
    texts.delete(part.id)
    return text === undefined ? [part] : [{ type: 'text-delta', id: part.id, delta: decode(text) }, part]
  }
}
