import type { JsonObject } from '../../core/json.ts'
import { isPlainObject, ownValue } from '../../core/json.ts'

/** The names that an object schema requires: its own list, then the properties that carry `required: true`. */
export function requiredNames(schema: JsonObject): readonly string[] {
  const list = ownValue(schema, 'required')
  const properties = ownValue(schema, 'properties')
  const names = new Set<string>()
  if (Array.isArray(list)) for (const name of list) if (typeof name === 'string') names.add(name)
  if (isPlainObject(properties)) {
    for (const name of Object.keys(properties)) if (hasRequiredFlag(properties[name])) names.add(name)
  }
  return names.size === 0 ? none : [...names]
}

const none: readonly string[] = []

function hasRequiredFlag(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && (schema as { required?: unknown }).required === true
}
