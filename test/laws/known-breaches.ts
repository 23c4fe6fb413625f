import type { Json, JsonObject } from '../../src/core/json.ts'

/** The laws that have exceptions. */
export type Law =
  | 'accepted'
  | 'sound'
  | 'enforced'
  | 'reported'
  | 'tight'
  | 'pure'
  | 'bounded'
  | 'openai'
  | 'json-schema'
  | 'callable'
  | 'natural'
  | 'simulated'

interface KnownBreach {
  readonly finding: string
  readonly laws: readonly Law[]
  matches(schema: JsonObject): boolean
}

/**
 * THE ONE PLACE for inputs that are kept out of the generated ones, because an oracle is known to be wrong about them or
 * because they break a law and are not repaired yet. Each entry says which.
 */
const knownBreaches: readonly KnownBreach[] = [
  {
    // The oracle closes objects for each choice of branches; a branch that counts its properties then takes another choice.
    finding: 'the oracle: undeclared properties inside a branch that stands beside one with maxProperties',
    laws: ['sound'],
    matches: (schema) =>
      [schema['anyOf'], schema['oneOf']].some(
        (list) =>
          Array.isArray(list) &&
          list.some((each) => typeof each === 'object' && each !== null && 'maxProperties' in each),
      ),
  },
  {
    // ajv compares only strings when `items` is a string type, and so misses two nulls in the positions before.
    finding: 'ajv: uniqueItems beside prefixItems',
    laws: ['enforced'],
    matches: (schema) => schema['uniqueItems'] === true && schema['prefixItems'] !== undefined,
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
