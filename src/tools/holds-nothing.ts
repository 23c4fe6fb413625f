import type { Json, JsonObject } from '../core/json.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'

/** Keywords that ask for no argument, as long as they list none. */
const quiet: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'propertyOrdering', 'additionalProperties', 'title', 'description', '$schema'],
])

/** True where the wire schema of a tool's parameters leaves the model nothing to write: no property, or only the placeholder. */
export function holdsNothing(compiled: CompiledSchema): boolean {
  const { schema } = compiled
  const { type, properties = {}, required = [], additionalProperties = false } = schema
  if (type !== 'OBJECT' && type !== 'object') return false
  if (additionalProperties !== false || (required as readonly Json[]).length > 0) return false
  const names = Object.keys(properties as JsonObject)
  if (names.length > 1 || !Object.keys(schema).every((keyword) => quiet.has(keyword))) return false
  return names.length === 0 || isPlaceholder(names[0]!, compiled)
}

/** Dialects that need a property in every object put one there that decoding takes out again. */
function isPlaceholder(name: string, { decode }: CompiledSchema): boolean {
  const decoded = decode({ [name]: true })
  return typeof decoded === 'object' && decoded !== null && Object.keys(decoded).length === 0
}
