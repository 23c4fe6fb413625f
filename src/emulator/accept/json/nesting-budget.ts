/**
 * What nesting costs. The JSON parser gives up below a certain depth; the one measurement (Cloud Code, 2026-09-05) is that
 * 30 nested `properties` pass and the schema of the 31st is refused. Two readings of it fit, and a strict judge takes the
 * one that leaves less room to every other shape:
 *
 * - strict, levels of JSON: each object and each list costs 1. `properties` costs 2 (the map, the schema), `anyOf` 2 (the
 *   list, the schema), `items` 1. 30 hops are 60, the 31st schema stands at 62.
 * - lenient, levels of the proto writer out of about 100, of which the envelope takes 8: a map's value stands inside a map
 *   entry and costs 2. `properties` costs 3, `anyOf` 2, `items` 1. 30 hops are 90, the 31st schema stands at 93.
 *
 * A response schema has a smaller envelope, but nobody measured whether it may be deeper: it gets the same budget.
 */
export interface NestingBudget {
  readonly limit: number
  /** A map, a list, a message in a field or in a list. */
  readonly level: number
  /** The value of a map entry. */
  readonly mapValue: number
}

export const strictNesting: NestingBudget = { limit: 61, level: 1, mapValue: 1 }
export const lenientNesting: NestingBudget = { limit: 92, level: 1, mapValue: 2 }
