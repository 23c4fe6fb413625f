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
    finding: 'F7 unevaluatedProperties that allows others',
    laws: ['sound'],
    matches: (schema) => (schema['unevaluatedProperties'] ?? false) !== false,
  },
  { finding: 'F15 example', laws: ['confessed'], matches: (schema) => schema['example'] !== undefined },
  {
    finding: 'F17, F48 nullable that adds nothing, or is all that is left',
    laws: ['confessed'],
    matches: (schema) => schema['nullable'] === true || isNull(schema),
  },
  {
    finding: 'F41, F42 patterns beside properties or typed extras',
    laws: ['enforced'],
    matches: (schema) =>
      schema['patternProperties'] !== undefined &&
      (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined),
  },
  {
    finding: 'F43 nullable without a type',
    laws: ['json-schema'],
    matches: (schema) => schema['nullable'] === true && schema['type'] === undefined,
  },
  {
    finding: 'F44, F47 the length of a list that cannot have items',
    laws: ['confessed'],
    matches: (schema) =>
      schema['maxItems'] !== undefined || schema['minItems'] !== undefined || schema['prefixItems'] !== undefined,
  },
  {
    finding: 'F50 nullable in a part of allOf',
    laws: ['sound'],
    matches: (schema) =>
      Array.isArray(schema['allOf']) &&
      schema['allOf'].some((part: Json) => typeof part === 'object' && (part as JsonObject)['nullable'] === true),
  },
  {
    finding: 'F52, F53, F56 impossible, but compiled; counts of an object that holds nothing',
    laws: ['enforced', 'confessed'],
    matches: (schema) =>
      schema['additionalProperties'] === false ||
      schema['minProperties'] !== undefined ||
      schema['maxProperties'] !== undefined ||
      Object.values((schema['properties'] ?? {}) as JsonObject).includes(false),
  },
  {
    finding: 'F45, F54 merges',
    laws: ['confessed'],
    matches: (schema) =>
      ['allOf', 'dependentSchemas', '$ref', 'oneOf', 'anyOf'].some((keyword) => schema[keyword] !== undefined),
  },
]

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
const deep = ['deep allOf', 'deep anyOf', 'deep conditions', 'deep not']
const knownHangs: Readonly<Record<string, readonly string[]>> = {
  gemini: deep,
  'json-schema': deep,
  openai: deep,
  value: ['a bomb of shared parts', 'no JSON', 'a hostile toJSON'],
}

/** True for a hostile input that is known to hang or to overflow (F33 to F35). */
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
