import type { Change } from '../change.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type Node, originOf, type PendingChange } from '../ir/node.ts'
import { childrenOf } from '../ir/walk.ts'
import { screenPattern } from '../pattern/screen-pattern.ts'

/** The changes of a finished tree, in its order, each once: by place, keyword and effect. */
export function collectChanges(
  roots: readonly Node[],
  dialect: Dialect,
  before: readonly PendingChange[],
  after: readonly PendingChange[],
): Change[] {
  const changes = new Map<string, Change>()
  const add = (change: PendingChange) => {
    if (change.unless !== undefined && dialect.supports.has(change.unless)) return
    const key = `${change.at}\n${change.keyword}\n${change.effect}`
    if (changes.has(key)) return
    const { unless: _, ...reported } = change
    changes.set(key, reported)
  }
  before.forEach(add)
  const seen = new Set<Node>()
  const stack: Node[] = [...roots].reverse()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    node.changes?.forEach(add)
    if (node.kind === 'string' && node.pattern !== undefined) reportPattern(node, node.pattern)?.forEach(add)
    const children = [...childrenOf(node), ...(node.rules ?? []).flatMap((rule) => [...rule.nodes.values()])]
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index]!)
  }
  // The implicit one last: where the source says it, that entry stands.
  after.forEach(add)
  return [...changes.values()]
}

/**
 * A pattern that is sent, but that `check` does not run because it could run away. Found out here and not while
 * compiling, because analysing a pattern takes longer than everything else about a schema.
 */
function reportPattern(node: Node, pattern: string): PendingChange[] | undefined {
  if (screenPattern(pattern).skip !== 'runaway') return undefined
  const note = 'Sent as it is, but `check` does not run it: it could take exponential time.'
  const at = originOf(node, 'pattern')
  return [{ at, keyword: 'pattern', code: 'pattern-not-run', effect: 'described', enforced: false, note }]
}
