import type { Json, JsonObject } from '../../src/core/json.ts'

/**
 * THE ONE PLACE for inputs that are known to break a law and are kept out of the generated ones until they are mended.
 * Each entry names its finding; an empty list is the goal.
 */
const knownBreaches: readonly { readonly finding: string; matches(schema: JsonObject): boolean }[] = [
  { finding: 'F1 the null type beside the declared parts', matches: (schema) => ['additionalProperties', 'items', 'additionalItems'].some((keyword) => isNull(schema[keyword])) },
  { finding: 'F4 patternProperties alone', matches: (schema) => schema['patternProperties'] !== undefined },
  { finding: 'F5 impossible but nullable', matches: (schema) => schema['not'] === true && schema['nullable'] === true },
  { finding: 'F6 dependentSchemas without a type', matches: (schema) => schema['dependentSchemas'] !== undefined && schema['type'] === undefined },
  { finding: 'F7 unevaluatedProperties that allows others', matches: (schema) => (schema['unevaluatedProperties'] ?? false) !== false },
  { finding: 'F10, F11 a union with a branch that has no type, or that is nullable', matches: (schema) => ['anyOf', 'oneOf'].some((keyword) => Array.isArray(schema[keyword]) && schema[keyword].some(isTypeless)) },
]

function isTypeless(branch: Json): boolean {
  const schema = branch as JsonObject
  return typeof branch === 'object' && (schema['type'] === undefined || schema['nullable'] === true)
}

/** True when a schema holds, anywhere, what is known to break a law. */
export function isKnownBreach(source: Json): boolean {
  if (typeof source !== 'object' || source === null) return false
  if (!Array.isArray(source) && knownBreaches.some(({ matches }) => matches(source as JsonObject))) return true
  return Object.values(source).some((child) => isKnownBreach(child as Json))
}

function isNull(schema: Json | undefined): boolean {
  return typeof schema === 'object' && schema !== null && JSON.stringify((schema as JsonObject)['type'])?.includes('null') === true
}
