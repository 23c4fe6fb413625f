import { ToolfitError } from '../core/errors.ts'
import { findShapeProblem } from '../core/json.ts'

/** What is wrong with a value (`error`), or what was repaired in it or could not be checked (`warning`). */
export interface Issue {
  readonly level: 'error' | 'warning'
  /** JSON Pointer into the value. */
  readonly pointer: string
  /** The schema keyword that the value breaks: `type`, `required`, `minLength`, … `refine` for a check of the source itself. */
  readonly keyword: string
  /** One sentence that a model can act on: what is wrong and what is wanted. */
  readonly message: string
}

/**
 * The outcome of parsing: the value with defaults, transforms and coercions applied, or what is wrong with it. `warnings` say
 * what could not be checked.
 */
export type ParseResult =
  | { readonly value: unknown; readonly issues?: undefined; readonly warnings?: readonly Issue[] }
  | { readonly issues: readonly Issue[]; readonly value?: undefined }

/** Values nested deeper are no work of a model, and could exhaust the call stack. */
export const deepestValue = 1_000

/** What is wrong with the shape of a value that came from a model: its mistake is an issue, not an exception. */
export function refusedShape(value: unknown): ParseResult | undefined {
  const problem = findShapeProblem(value, deepestValue)
  if (problem === undefined) return undefined
  const message =
    problem === 'circular' ? 'The value contains itself.' : `The value nests deeper than ${deepestValue} levels.`
  return { issues: [{ level: 'error', pointer: '', keyword: 'type', message }] }
}

/** Refuses a value of the caller that is too deep or contains itself. */
export function refuseShape(value: unknown): void {
  const problem = findShapeProblem(value, deepestValue)
  if (problem === 'circular') {
    throw new ToolfitError('value-circular', 'The value contains itself. Pass a value that JSON can express.')
  }
  if (problem === 'too-deep') {
    const message = `The value nests deeper than ${deepestValue} levels. Flatten it, or pass the deep part as JSON text.`
    throw new ToolfitError('value-too-deep', message, { limit: deepestValue })
  }
}
