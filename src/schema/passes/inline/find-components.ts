import type { Node } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { childrenAndRules } from '../../ir/walk.ts'
import { collectTargets } from './needed-targets.ts'

/** A set of definitions that lead to each other. */
export interface Component {
  readonly id: number
  /** False for a definition that leads nowhere back to itself. */
  readonly recursive: boolean
}

/**
 * Finds which definitions form cycles (Tarjan's algorithm, without recursion: chains of definitions can be long).
 * `targetsOf` says which steps from one definition to another count; by default all.
 */
export function findComponents(
  graph: Forest,
  targetsOf: (node: Node) => readonly string[] = allTargets,
): (target: string) => Component {
  const found = new Map<string, Component>()
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  let nextId = 1

  for (const start of graph.definitions.keys()) {
    if (index.has(start)) continue
    const path: { name: string; targets: readonly string[]; next: number }[] = []
    const enter = (name: string) => {
      index.set(name, index.size)
      low.set(name, index.get(name)!)
      open.push(name)
      isOpen.add(name)
      path.push({ name, targets: targetsOf(graph.definitions.get(name)!), next: 0 })
    }
    enter(start)
    while (path.length > 0) {
      const top = path[path.length - 1]!
      const target = top.targets[top.next++]
      if (target !== undefined) {
        if (!index.has(target)) enter(target)
        else if (isOpen.has(target)) low.set(top.name, Math.min(low.get(top.name)!, index.get(target)!))
        continue
      }
      path.pop()
      const parent = path[path.length - 1]
      if (parent !== undefined) low.set(parent.name, Math.min(low.get(parent.name)!, low.get(top.name)!))
      if (low.get(top.name) !== index.get(top.name)) continue
      const members = open.splice(open.lastIndexOf(top.name))
      const recursive = members.length > 1 || top.targets.includes(top.name)
      for (const member of members) {
        isOpen.delete(member)
        found.set(member, { id: nextId, recursive })
      }
      nextId++
    }
  }
  // A root that nothing refers to is in no cycle.
  return (target) => found.get(target) ?? { id: 0, recursive: false }
}

/** The definitions that a node refers to, inside rules too. */
function allTargets(root: Node): string[] {
  return collectTargets(root, childrenAndRules)
}
