import type { Capabilities } from '../../feature.ts'
import type { Node } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { findComponents } from './find-components.ts'
import type { Keeps } from './inline-refs.ts'
import { collectTargets, neededTargets } from './needed-targets.ts'

/**
 * Which references a dialect can keep: none without `refs`; none that leads back to itself before any step into the value,
 * because nothing could be said about such a value; and only with `requiredLoops` one that every value would need again.
 */
export function keepableRefs(graph: Forest, dialect: Capabilities, excluded: ReadonlySet<string>): Keeps | undefined {
  if (!dialect.supports.has('refs')) return undefined
  const inPlace = findComponents(graph, targetsInPlace)
  const required = dialect.supports.has('requiredLoops') ? undefined : findComponents(graph, neededTargets)
  return (target) => !excluded.has(target) && !inPlace(target).recursive && required?.(target).recursive !== true
}

/** The definitions that a node refers to without a step into the value: through `allOf`, `anyOf` and other references. */
function targetsInPlace(root: Node): string[] {
  return collectTargets(root, (node) => {
    if (node.kind === 'union') return node.options
    return node.kind === 'all' ? node.parts : []
  })
}
