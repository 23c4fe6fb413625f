/**
 * Whether a value satisfies a schema. Unknown: a pattern decides that was not run. It is truthy, because unknown never refuses
 * a value; compare with `true` where only certainty counts.
 */
export type Outcome = boolean | 'unknown'

/** The outcome of two schemas that both apply. */
export function both(left: Outcome, right: Outcome): Outcome {
  if (left === false || right === false) return false
  return left === true ? right : left
}
