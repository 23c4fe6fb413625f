import type { Capabilities } from '../feature.ts'
import type { Forest } from '../ir/walk.ts'
import { findComponents } from './find-components.ts'
import { requiredTargets, targetsInPlace } from './find-loops.ts'
import type { Keeps } from './inline-refs.ts'

/**
 * Which references a dialect can keep: none without `refs`; none that leads back to itself before any step into the value,
 * because nothing could be said about such a value; and only with `requiredLoops` one that every value would need again.
 */
export function keepableRefs(graph: Forest, dialect: Capabilities, excluded: ReadonlySet<string>): Keeps {
  if (!dialect.supports.has('refs')) return () => false
  const inPlace = findComponents(graph, targetsInPlace)
  const required = dialect.supports.has('requiredLoops') ? undefined : findComponents(graph, requiredTargets)
  return (target) => !excluded.has(target) && !inPlace(target).recursive && required?.(target).recursive !== true
}
