import type { Json, JsonObject } from '../../src/core/json.ts'

/** The laws that have exceptions. */
export type Law =
  | 'accepted'
  | 'sound'
  | 'enforced'
  | 'confessed'
  | 'tight'
  | 'pure'
  | 'bounded'
  | 'openai'
  | 'json-schema'

interface KnownBreach {
  readonly finding: string
  readonly laws: readonly Law[]
  matches(schema: JsonObject): boolean
}

/**
 * THE ONE PLACE for inputs that are known to break a law and are kept out of the generated ones until they are mended.
 * Each entry names its finding; an empty list is the goal.
 */
const knownBreaches: readonly KnownBreach[] = [
  {
    finding: 'F1 the null type beside the declared parts',
    laws: ['sound', 'enforced'],
    matches: (schema) =>
      ['additionalProperties', 'items', 'additionalItems'].some((keyword) => isNull(schema[keyword])),
  },
  {
    finding: 'F4 patternProperties alone',
    laws: ['sound'],
    matches: (schema) => schema['patternProperties'] !== undefined,
  },
  {
    finding: 'F5 impossible but nullable',
    laws: ['sound'],
    matches: (schema) => schema['not'] === true && schema['nullable'] === true,
  },
  {
    finding: 'F6 dependentSchemas without a type',
    laws: ['sound', 'confessed'],
    matches: (schema) => schema['dependentSchemas'] !== undefined && schema['type'] === undefined,
  },
  {
    finding: 'F7 unevaluatedProperties that allows others',
    laws: ['sound', 'confessed', 'enforced'],
    matches: (schema) => (schema['unevaluatedProperties'] ?? false) !== false,
  },
  {
    finding: 'F10, F11 a union with a branch that has no type, or that is nullable',
    laws: ['sound', 'enforced'],
    matches: (schema) =>
      ['anyOf', 'oneOf'].some((keyword) => Array.isArray(schema[keyword]) && schema[keyword].some(isTypeless)),
  },
  {
    finding: 'F8, F13 an impossible property',
    laws: ['sound', 'enforced', 'confessed'],
    matches: (schema) => Object.values((schema['properties'] ?? {}) as JsonObject).includes(false),
  },
  {
    finding: 'F12 a tuple with a rest',
    laws: ['enforced'],
    matches: (schema) =>
      (schema['prefixItems'] !== undefined && (schema['items'] ?? false) !== false) ||
      (Array.isArray(schema['items']) && (schema['additionalItems'] ?? false) !== false),
  },
  {
    finding: 'F14 exclusive flags without a bound',
    laws: ['confessed'],
    matches: (schema) =>
      (schema['exclusiveMinimum'] === true && schema['minimum'] === undefined) ||
      (schema['exclusiveMaximum'] === true && schema['maximum'] === undefined),
  },
  {
    finding: 'F16 two bounds of one side',
    laws: ['confessed'],
    matches: (schema) =>
      (schema['minimum'] !== undefined && schema['exclusiveMinimum'] !== undefined) ||
      (schema['maximum'] !== undefined && schema['exclusiveMaximum'] !== undefined),
  },
  {
    finding: 'F17 nullable without a type of its own',
    laws: ['confessed'],
    matches: (schema) => schema['nullable'] === true && (schema['type'] === undefined || isNull(schema)),
  },
  {
    finding: 'F19 the length of a tuple',
    laws: ['sound', 'enforced', 'confessed'],
    matches: (schema) =>
      (schema['prefixItems'] !== undefined || Array.isArray(schema['items'])) &&
      (schema['minItems'] !== undefined || schema['maxItems'] !== undefined),
  },
  { finding: 'F20 no items', laws: ['enforced', 'confessed'], matches: (schema) => schema['items'] === false },
  { finding: 'F22 an empty description', laws: ['confessed'], matches: (schema) => schema['description'] === '' },
  {
    finding: 'F21 oneOf confessed as anyOf; dependentSchemas as anyOf',
    laws: ['confessed'],
    matches: (schema) => schema['oneOf'] !== undefined || schema['dependentSchemas'] !== undefined,
  },
  {
    finding: 'F24 a rule keyword without a type',
    laws: ['json-schema'],
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
  {
    finding: 'F25 the ordering of a record',
    laws: ['confessed'],
    matches: (schema) => schema['propertyOrdering'] !== undefined,
  },
  { finding: 'F15 example', laws: ['confessed'], matches: (schema) => schema['example'] !== undefined },
]

function isTypeless(branch: Json): boolean {
  const schema = branch as JsonObject
  return typeof branch === 'object' && (schema['type'] === undefined || schema['nullable'] === true)
}

/** True when a schema holds, anywhere, what is known to break the law. */
export function isKnownBreach(source: Json, law: Law): boolean {
  const known = knownBreaches.filter(({ laws }) => laws.includes(law))
  const holds = (part: Json): boolean => {
    if (typeof part !== 'object' || part === null) return false
    if (!Array.isArray(part) && known.some(({ matches }) => matches(part as JsonObject))) return true
    return Object.values(part).some((child) => holds(child as Json))
  }
  return known.length > 0 && holds(source)
}

/** Hostile inputs that do not end well yet, by dialect. */
const knownHangs: Readonly<Record<string, readonly string[]>> = {
  gemini: [
    'a $ref bomb of allOf',
    'a $ref bomb of anyOf',
    'a $ref bomb of conditions',
    'a $ref bomb of not',
    'a deep default',
    'a deep enum',
    'a deep const',
    'a cycle inside a default',
    'a long chain of references',
  ],
  'json-schema': [
    'a $ref bomb of allOf',
    'a $ref bomb of anyOf',
    'allOf that holds itself',
    'a deep enum',
    'a deep const',
    'a cycle inside a default',
  ],
  openai: [
    'a $ref bomb of allOf',
    'a $ref bomb of anyOf',
    'allOf that holds itself',
    'a deep enum',
    'a deep const',
    'a cycle inside a default',
  ],
}

/** True for a hostile input that is known to hang or to overflow (F30 to F32). */
export function isKnownHang(dialect: string, name: string): boolean {
  return knownHangs[dialect]?.includes(name) ?? false
}

function isNull(schema: Json | undefined): boolean {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    JSON.stringify((schema as JsonObject)['type'])?.includes('null') === true
  )
}
