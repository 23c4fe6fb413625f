import type { Json } from '../../core/json.ts'
import { JsonReader } from '../output/json-reader.ts'

/** What {@link parsePartialJson} gives. */
export interface PartialJson {
  readonly value: Json | undefined
  readonly state: 'undefined-input' | 'successful-parse' | 'repaired-parse' | 'failed-parse'
}

/**
 * Parses JSON that may be cut off anywhere. Open values are closed where they stand.
 *
 * @example
 * ```ts
 * import { parsePartialJson } from 'toolfit'
 *
 * const { value, state } = await parsePartialJson('{ "city": "Ro')
 * value // { city: 'Ro' }
 * state // 'repaired-parse'
 * ```
 */
export async function parsePartialJson(jsonText: string | undefined): Promise<PartialJson> {
  if (jsonText === undefined) return { value: undefined, state: 'undefined-input' }
  try {
    return { value: JSON.parse(jsonText), state: 'successful-parse' }
  } catch {
    // It is not whole.
  }
  const reader = new JsonReader()
  reader.push(jsonText)
  const value = reader.isBroken ? undefined : ((reader.live as Json | undefined) ?? literalOf(jsonText))
  return { value, state: value === undefined ? 'failed-parse' : 'repaired-parse' }
}

/** The word that a text begins, where it is nothing else: `nu` is null. A reader of answers takes it for prose. */
function literalOf(text: string): Json | undefined {
  const written = text.trim()
  const word = written === '' ? undefined : ['true', 'false', 'null'].find((literal) => literal.startsWith(written))
  return word === undefined ? undefined : (JSON.parse(word) as Json)
}
