import { parseRejection, type Rejection } from '../rule/rule.ts'
import { type JsonRuleId, jsonTooDeep } from './json-rules.ts'

/**
 * The cost of nesting. The JSON parser stops at a certain depth. There is one measurement (Cloud Code, 2026-09-05): 30 nested
 * `properties` pass, and the schema of the 31st is refused. Two readings fit, and strict checks use the one that allows less:
 *
 * - strict, levels of JSON: each object and each list costs 1. `properties` costs 2 (the map, the schema), `anyOf` 2 (the
 *   list, the schema), `items` 1. 30 hops are 60, the 31st schema stands at 62.
 * - lenient, levels of the proto writer out of about 100, of which the envelope takes 8: a map's value stands inside a map
 *   entry and costs 2. `properties` costs 3, `anyOf` 2, `items` 1. 30 hops are 90, the 31st schema stands at 93.
 *
 * A response schema has a smaller envelope, but was not measured: it gets the same budget.
 */
interface NestingBudget {
  readonly limit: number
  /** A map, a list, a message in a field or in a list. */
  readonly level: number
  /** The value of a map entry. */
  readonly mapValue: number
}

const strictNesting: NestingBudget = { limit: 61, level: 1, mapValue: 1 }
const lenientNesting: NestingBudget = { limit: 92, level: 1, mapValue: 2 }

/** Thrown to stop reading, so that the nesting budget bounds the recursion of callers. */
export class ReadingStopped {
  readonly rejection: Rejection<JsonRuleId>
  constructor(rejection: Rejection<JsonRuleId>) {
    this.rejection = rejection
  }
}

/** The depth of values that only the JSON parser bounds. */
export const unbudgeted = Number.NEGATIVE_INFINITY

/** Counts how deep the values of a parsed text are nested, and stops where they are too deep for Google's JSON parser. */
export class JsonReader {
  readonly nesting: NestingBudget

  constructor(strict: boolean) {
    this.nesting = strict ? strictNesting : lenientNesting
  }

  /** The depth inside a value at `depth`. A scalar has no inside. */
  enter(value: JsonValue, depth: number, cost: number, key: string): number {
    if (typeof value !== 'object' || value === null) return depth
    if (depth + cost > this.nesting.limit) throw new ReadingStopped(parseRejection(jsonTooDeep, { key }))
    return depth + cost
  }

  /** Skips a value that no field takes, and checks its depth and size only. */
  skip(value: JsonValue, depth: number, key: string): void {
    if (typeof value !== 'object' || value === null) return
    const inside = this.enter(value, depth, this.nesting.mapValue, key)
    if (Array.isArray(value)) for (const element of value) this.skip(element, inside, '')
    else for (const [name, member] of membersOf(value)) this.skip(member, inside, name)
  }
}

/** The members of an object, in the order of the document. */
export function membersOf(object: object): readonly [key: string, value: JsonValue][] {
  return (object instanceof JsonMembers ? object.entries : Object.entries(object)) as [string, JsonValue][]
}

/** A JSON scalar. A bigint is an integer that a double cannot hold. */
export type JsonScalar = string | number | bigint | boolean

/** A JSON value whose members are not read yet. */
export type JsonValue = JsonScalar | object | null

/**
 * A JSON object in the order of its text, where a JavaScript object would lose something: keys that come twice, keys that look
 * like numbers (which JavaScript puts first), and `__proto__`.
 */
export class JsonMembers {
  readonly entries: [key: string, value: unknown][]

  constructor(entries: [key: string, value: unknown][]) {
    this.entries = entries
  }
}

/** Returns a test for keys that came before. A JavaScript object has each key once, so only {@link JsonMembers} can repeat one. */
export function repeatedKeys(object: object): (key: string) => boolean {
  if (!(object instanceof JsonMembers)) return () => false
  const seen = new Set<string>()
  return (key) => seen.size === seen.add(key).size
}
