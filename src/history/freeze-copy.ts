import { ToolfitError } from '../core/errors.ts'
import { findShapeProblem, isPlainObject, setOwn } from '../core/json.ts'

/** Deeper than this, a message is refused: what reads and stores it recurses. */
const deepest = 500

/**
 * A copy that nobody can change. Bytes and URLs are not copied: they cannot be frozen, and are large.
 *
 * @throws ToolfitError `value-circular` or `value-too-deep` for what could not be stored either.
 */
export function freezeCopy<T>(value: T): T {
  const problem = findShapeProblem(value, deepest)
  if (problem === 'circular') throw new ToolfitError('value-circular', 'A message contains itself.')
  if (problem === 'too-deep') {
    throw new ToolfitError('value-too-deep', `A message is nested deeper than ${deepest} levels.`, { limit: deepest })
  }
  return copy(value) as T
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(copy))
  if (!isPlainObject(value)) return value
  const target: Record<string, unknown> = {}
  for (const key of Object.keys(value)) setOwn(target, key, copy(value[key]))
  return Object.freeze(target)
}
