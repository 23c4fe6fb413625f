import type { Capabilities } from '../../feature.ts'
import type { Node } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { findComponents } from './find-components.ts'
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

/** The definitions that a node refers to without a step into the value: through `allOf`, `anyOf` and other references. */
function targetsInPlace(root: Node): string[] {
  return collect(root, (node) => {
    if (node.kind === 'union') return node.options
    return node.kind === 'all' ? node.parts : []
  })
}

/**
 * The definitions that every value of a node needs a value of, as Gemini sees it: an optional property or a list that may be
 * empty ends a loop, nothing else does. Not even null beside an object, and not a list that may be null (both measured).
 */
function requiredTargets(root: Node): string[] {
  return collect(root, (node) => {
    switch (node.kind) {
      case 'union':
        return node.options
      case 'all':
        return node.parts
      case 'object':
        return [
          ...node.fields.filter((field) => field.required).map((field) => field.value),
          ...node.patterns.map((each) => each.value),
          ...(node.extras === undefined ? [] : [node.extras]),
        ]
      case 'array': {
        const mayBeEmpty = (node.minItems ?? 0) === 0 && !node.nullable
        return mayBeEmpty || node.items === undefined ? node.prefix : [...node.prefix, node.items]
      }
      default:
        return []
    }
  })
}

function collect(root: Node, next: (node: Node) => readonly Node[]): string[] {
  const targets = new Set<string>()
  const stack: Node[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'ref') targets.add(node.target)
    else stack.push(...next(node))
  }
  return [...targets]
}
