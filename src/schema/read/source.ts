import type { Change } from '../change.ts'
import type { Schema } from '../document/schema.ts'
import type { ParseResult } from '../issue.ts'

/** The source's own validator (Zod, a Standard Schema). Other sources are checked by our JSON Schema validator. */
export interface SourceValidator {
  /** A promise only if a check of the source is asynchronous. */
  parse(value: unknown): ParseResult | Promise<ParseResult>
}

/** A source that was read: a JSON Schema document, and what goes beyond it. */
export interface Source {
  /** Plain JSON Schema. Objects may carry a `native` mark. Never mutated after reading. */
  readonly schema: Schema
  readonly validator?: SourceValidator
  /** What the source checks beyond its JSON Schema (`refine`). */
  readonly changes: readonly Change[]
  /** Whether any object of `schema` carries a `native` mark. */
  readonly hasNatives: boolean
}

/** Why a Standard Schema refuses a value; undefined where it returned a value. Whatever else it returned is a failure. */
export function standardIssues(result: unknown): readonly unknown[] | undefined {
  const given = Object(result) as { issues?: unknown }
  if (given.issues === undefined) return 'value' in given ? undefined : noResult
  return Array.isArray(given.issues) && given.issues.length > 0 ? given.issues : [{}]
}

const noResult = [{ message: 'The validator returned no result.' }]

/** The result of a function, once its argument is there: at once, where that is no promise. */
export function whenDone<T, R>(value: T | PromiseLike<T>, then: (value: T) => R): R | Promise<R> {
  return isPromise(value) ? Promise.resolve(value).then(then) : then(value)
}

/** Whether `await` would wait for the value. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
