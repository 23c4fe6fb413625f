import { lenientNesting, type NestingBudget, strictNesting } from './nesting-budget.ts'
import { jsonTooDeep, jsonTooLarge } from './parse-errors.ts'
import type { JsonScalar } from './proto-scalars.ts'
import type { Rejection } from './rejection.ts'

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

/** Goes through a value as JSON has it, and stops where it is too deep or too large for Google's JSON parser. */
export class JsonReader {
  readonly nesting: NestingBudget
  #remaining = maxValues

  constructor(strict: boolean) {
    this.nesting = strict ? strictNesting : lenientNesting
  }

  *members(object: object): Generator<[string, JsonValue]> {
    for (const key of Object.keys(object)) {
      const value = asJson((object as Record<string, unknown>)[key])
      if (value === undefined) continue
      this.#count()
      yield [key, value]
    }
  }

  *elements(list: readonly unknown[]): Generator<[number, JsonValue]> {
    for (let index = 0; index < list.length; index++) {
      this.#count()
      yield [index, asJson(list[index]) ?? null]
    }
  }

  /** The depth inside a value at `depth`. A scalar has no inside. */
  enter(value: JsonValue, depth: number, cost: number, key: string): number {
    if (typeof value !== 'object' || value === null) return depth
    if (depth + cost > this.nesting.limit) throw new ReadingStopped(jsonTooDeep(key))
    return depth + cost
  }

  /** Reads past a value that no field takes, or that may be anything: only its depth and its size can be wrong. */
  skip(value: JsonValue, depth: number, key: string): void {
    if (typeof value !== 'object' || value === null) return
    const inside = this.enter(value, depth, this.nesting.mapValue, key)
    if (Array.isArray(value)) for (const [, element] of this.elements(value)) this.skip(element, inside, '')
    else for (const [name, member] of this.members(value)) this.skip(member, inside, name)
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
      return Number.isFinite(value) ? value : null
    default:
      return value as JsonValue
  }
}
