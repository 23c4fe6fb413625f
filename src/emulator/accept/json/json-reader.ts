import { jsonTooDeep, jsonTooLarge } from '../proto/parse-errors.ts'
import type { JsonScalar } from '../proto/proto-scalars.ts'
import type { Rejection } from '../rule/rejection.ts'
import { keysOf, valueAt } from './json-members.ts'
import { lenientNesting, type NestingBudget, strictNesting } from './nesting-budget.ts'

/** A JSON value whose inside is not looked at yet. */
export type JsonValue = JsonScalar | object | null

/**
 * JavaScript objects can share parts, so that a small one stands for more JSON than there is memory. Google's limit is in
 * bytes of the whole request; this many values are far beyond any schema that was ever sent, and read in a second.
 */
const maxValues = 1_000_000

/** Ends the reading. Nothing behind it is looked at, so the recursion of callers is bounded by the nesting budget. */
export class ReadingStopped {
  readonly rejection: Rejection
  constructor(rejection: Rejection) {
    this.rejection = rejection
  }
}

/** The depth of what is bounded by the JSON parser alone. */
export const unbudgeted = Number.NEGATIVE_INFINITY

/** Goes through a value as JSON has it, and stops where it is too deep or too large for Google's JSON parser. */
export class JsonReader {
  readonly nesting: NestingBudget
  readonly #isParsed: boolean
  #remaining = maxValues

  /** `parsed`: the values come from a JSON text. They are JSON already, and no larger than their text. */
  constructor(strict: boolean, source: 'parsed' | 'any-value' = 'any-value') {
    this.nesting = strict ? strictNesting : lenientNesting
    this.#isParsed = source === 'parsed'
  }

  /** The member at a position of `keysOf(object)`; undefined where JSON would leave it out. */
  member(object: object, keys: readonly string[], position: number): JsonValue | undefined {
    const value = valueAt(object, keys, position)
    if (this.#isParsed) return value as JsonValue
    const json = asJson(value)
    if (json !== undefined) this.#count()
    return json
  }

  element(list: readonly unknown[], position: number): JsonValue {
    if (this.#isParsed) return list[position] as JsonValue
    this.#count()
    return asJson(list[position]) ?? null
  }

  /** The depth inside a value at `depth`. A scalar has no inside. */
  enter(value: JsonValue, depth: number, cost: number, key: string): number {
    if (typeof value !== 'object' || value === null) return depth
    if (depth + cost > this.nesting.limit) throw new ReadingStopped(jsonTooDeep(key))
    return depth + cost
  }

  /** Reads past a value that no field takes: only its depth and its size can be wrong. */
  skip(value: JsonValue, depth: number, key: string): void {
    if (typeof value !== 'object' || value === null) return
    const inside = this.enter(value, depth, this.nesting.mapValue, key)
    if (Array.isArray(value)) {
      for (let position = 0; position < value.length; position++) this.skip(this.element(value, position), inside, '')
      return
    }
    const keys = keysOf(value)
    for (let position = 0; position < keys.length; position++) {
      this.skip(this.member(value, keys, position) ?? null, inside, keys[position] as string)
    }
  }

  #count(): void {
    if (--this.#remaining < 0) throw new ReadingStopped(jsonTooLarge())
  }
}

/** What JSON.stringify makes of a value: undefined for what it leaves out. */
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

/** Beyond what a double holds exactly, the parser sees the digits that JSON.stringify writes. */
function asJsonNumber(value: number): number | bigint | null {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return Number.isFinite(value) ? value : null
  return value >= -(2 ** 63) && value < 2 ** 64 ? BigInt(String(value)) : value
}
