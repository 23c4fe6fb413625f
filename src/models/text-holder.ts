import type { ModelStreamPart } from './versions/language-model.ts'

/** Holds text back until it is complete, and hands it out decoded: half an encoded answer is no part of the decoded one. */
export function createTextHolder(decode: (text: string) => string): (part: ModelStreamPart) => ModelStreamPart[] {
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
