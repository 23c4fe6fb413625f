import { findShapeProblem } from '../core/json.ts'
import type { ParseResult } from './issue.ts'

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
