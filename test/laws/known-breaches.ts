import type { Json, JsonObject } from '../../src/core/json.ts'

/**
 * THE ONE PLACE for inputs that are known to break a law and are kept out of the generated ones until they are mended.
 * Each entry names its finding; an empty list is the goal.
 */
const knownBreaches: readonly { readonly finding: string; matches(schema: JsonObject): boolean }[] = [
  {
    finding: 'F1 the null type beside the declared parts',
    matches: (schema) =>
      ['additionalProperties', 'items', 'additionalItems'].some((keyword) => isNull(schema[keyword])),
  },
  { finding: 'F4 patternProperties alone', matches: (schema) => schema['patternProperties'] !== undefined },
  { finding: 'F5 impossible but nullable', matches: (schema) => schema['not'] === true && schema['nullable'] === true },
  {
    finding: 'F6 dependentSchemas without a type',
    matches: (schema) => schema['dependentSchemas'] !== undefined && schema['type'] === undefined,
  },
  {
    finding: 'F7 unevaluatedProperties that allows others',
    matches: (schema) => (schema['unevaluatedProperties'] ?? false) !== false,
  },
  {
    finding: 'F10, F11 a union with a branch that has no type, or that is nullable',
    matches: (schema) =>
      ['anyOf', 'oneOf'].some((keyword) => Array.isArray(schema[keyword]) && schema[keyword].some(isTypeless)),
  },
  {
    finding: 'F8, F13 an impossible property',
    matches: (schema) => Object.values((schema['properties'] ?? {}) as JsonObject).includes(false),
  },
  {
    finding: 'F12 a tuple with a rest',
    matches: (schema) =>
      (schema['prefixItems'] !== undefined && (schema['items'] ?? false) !== false) ||
      (Array.isArray(schema['items']) && (schema['additionalItems'] ?? false) !== false),
  },
  {
    finding: 'F14 exclusive flags without a bound',
    matches: (schema) =>
      (schema['exclusiveMinimum'] === true && schema['minimum'] === undefined) ||
      (schema['exclusiveMaximum'] === true && schema['maximum'] === undefined),
  },
  {
    finding: 'F16 two bounds of one side',
    matches: (schema) =>
      (schema['minimum'] !== undefined && schema['exclusiveMinimum'] !== undefined) ||
      (schema['maximum'] !== undefined && schema['exclusiveMaximum'] !== undefined),
  },
  {
    finding: 'F17 nullable without a type of its own',
    matches: (schema) => schema['nullable'] === true && (schema['type'] === undefined || isNull(schema)),
  },
  {
    finding: 'F19 the length of a tuple',
    matches: (schema) =>
      (schema['prefixItems'] !== undefined || Array.isArray(schema['items'])) &&
      (schema['minItems'] !== undefined || schema['maxItems'] !== undefined),
  },
  { finding: 'F20 no items', matches: (schema) => schema['items'] === false },
  { finding: 'F22 an empty description', matches: (schema) => schema['description'] === '' },
  {
    finding: 'F21 oneOf confessed as anyOf; dependentSchemas as anyOf',
    matches: (schema) => schema['oneOf'] !== undefined || schema['dependentSchemas'] !== undefined,
  },
  {
    finding: 'F24 a rule keyword without a type',
    matches: (schema) =>
      schema['type'] === undefined &&
      [
        'unevaluatedProperties',
        'unevaluatedItems',
        'contentMediaType',
        'contentEncoding',
        'minContains',
        'maxContains',
        'propertyNames',
        'dependentRequired',
        'contains',
      ].some((keyword) => schema[keyword] !== undefined),
  },
  { finding: 'F25 the ordering of a record', matches: (schema) => schema['propertyOrdering'] !== undefined },
  { finding: 'F15 example', matches: (schema) => schema['example'] !== undefined },
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
  return (
    typeof schema === 'object' &&
    schema !== null &&
    JSON.stringify((schema as JsonObject)['type'])?.includes('null') === true
  )
}
