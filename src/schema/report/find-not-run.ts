import { isPlainObject } from '../../core/json.ts'
import { isPattern, parsePattern } from '../../core/pattern/parse-pattern.ts'
import type { Place } from '../document/reachable-keywords.ts'
import type { PendingChange } from '../ir/node.ts'
import { patternNotRun } from '../ir/pattern-changes.ts'

/** The patterns of a source that nothing runs, wherever they stand. */
export function findNotRun(places: readonly Place[]): PendingChange[] {
  const changes: PendingChange[] = []
  // A schema often says one pattern in many places.
  const known = new Map<string, boolean>()
  const isNotRun = (pattern: string): boolean => {
    const found = known.get(pattern) ?? (parsePattern(pattern) === undefined && isPattern(pattern))
    known.set(pattern, found)
    return found
  }
  for (const { at, schema } of places) {
    const { pattern, patternProperties } = schema
    if (typeof pattern === 'string' && isNotRun(pattern)) changes.push(patternNotRun(at, 'pattern'))
    if (isPlainObject(patternProperties) && Object.keys(patternProperties).some(isNotRun))
      changes.push(patternNotRun(at, 'patternProperties'))
  }
  return changes
}
