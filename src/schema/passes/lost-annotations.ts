import type { Node, PendingChange } from '../ir/node.ts'
import { originOf } from '../ir/node.ts'

/** What stood around a node that has no place of its own any more. */
export function lostAnnotations(node: Node, note: string): PendingChange[] {
  const lost = (at: string, keyword: string): PendingChange => {
    return { at, keyword, code: 'annotation-dropped', effect: 'dropped', enforced: false, note }
  }
  const changes: PendingChange[] = []
  for (const keyword of ['title', 'description', 'default', 'examples'] as const) {
    if (node[keyword] === undefined) continue
    const named = keyword === 'examples' ? (node.exampleKeyword ?? keyword) : keyword
    changes.push(lost(originOf(node, keyword), named))
  }
  for (const { at, keyword } of node.annotations ?? []) changes.push(lost(at, keyword))
  return changes
}
