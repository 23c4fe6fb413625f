import { parseRejection, type Rejection } from '../rule/rule.ts'
import { type JsonRuleId, jsonTooDeep, jsonTooLarge } from './json-rules.ts'

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

/**
 * JavaScript objects can share parts, so a small object can stand for more JSON than fits into memory. Google's limit is in bytes
 * of the whole request; this number of values is larger than any real schema, and takes a second to read.
 */
const maxValues = 1_000_000

/** Thrown to stop reading, so that the nesting budget bounds the recursion of callers. */
export class ReadingStopped {
  readonly rejection: Rejection<JsonRuleId>
  constructor(rejection: Rejection<JsonRuleId>) {
    this.rejection = rejection
  }
}

/** The depth of values that only the JSON parser bounds. */
export const unbudgeted = Number.NEGATIVE_INFINITY

/** Reads a value as JSON, and stops where it is too deep or too large for Google's JSON parser. */
export class JsonReader {
  readonly nesting: NestingBudget
  readonly #isParsed: boolean
  #remaining = maxValues

  /** `parsed`: the values come from a JSON text, so they are JSON and no larger than the text. */
  constructor(strict: boolean, source: 'parsed' | 'any-value' = 'any-value') {
    this.nesting = strict ? strictNesting : lenientNesting
    this.#isParsed = source === 'parsed'
  }

  /** The members of an object, in the order of the document. What JSON leaves out is not among them. */
  members(object: object): readonly (readonly [key: string, value: JsonValue])[] {
    const entries: readonly [string, unknown][] =
      object instanceof JsonMembers ? object.entries : Object.entries(object)
    if (this.#isParsed) return entries as [string, JsonValue][]
    return entries.flatMap(([key, value]) => {
      const json = asJson(value)
      if (json === undefined) return []
      this.#count()
      return [[key, json] as const]
    })
  }

  elements(list: readonly unknown[]): readonly JsonValue[] {
    if (this.#isParsed) return list as readonly JsonValue[]
    return Array.from(list, (element) => {
      this.#count()
      return asJson(element) ?? null
    })
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
    if (Array.isArray(value)) for (const element of this.elements(value)) this.skip(element, inside, '')
    else for (const [name, member] of this.members(value)) this.skip(member, inside, name)
  }

  #count(): void {
    if (--this.#remaining < 0) throw new ReadingStopped(parseRejection(jsonTooLarge, undefined))
  }
}

/** The value that JSON.stringify writes; undefined for values that it leaves out. */
export function asJson(value: unknown): JsonValue | undefined {
  switch (typeof value) {
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined
    case 'number':
      return asJsonNumber(value)
    default:
      return value as JsonValue
  }
}

/** For integers that a double does not hold exactly, the parser reads the digits that JSON.stringify writes. */
function asJsonNumber(value: number): number | bigint | null {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return Number.isFinite(value) ? value : null
  return value >= -(2 ** 63) && value < 2 ** 64 ? BigInt(String(value)) : value
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
