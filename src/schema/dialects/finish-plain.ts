import type { Json } from '../../core/json.ts'
import type { Around, Output } from './plain-writer.ts'

/** Adds what stands around a schema, in the order in which the compiler writes it, and what has to be said in words. */
export function finishPlain(
  out: Output,
  { title, description }: Around,
  fallback: Json | undefined,
  said: string,
): Output {
  if (title !== undefined) out['title'] = title
  if (said !== '') out['description'] = description === undefined ? said : `${String(description)} ${said}`
  else if (description !== undefined) out['description'] = description
  if (fallback !== undefined) out['default'] = fallback
  return out
}
