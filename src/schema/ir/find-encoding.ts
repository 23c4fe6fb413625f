import type { Encoding, Node } from './node.ts'
import { childrenOf } from './walk.ts'

/** Whether the tool's values differ from the wire's anywhere in a tree, or in what its references lead to. */
export function holdsEncoding(
  root: Node,
  definitions: ReadonlyMap<string, Node>,
  test: (encoding: Encoding | 'renamed' | 'required') => boolean = () => true,
): boolean {
  const seen = new Set<Node>()
  const stack: Node[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    if (node.encoding !== undefined && test(node.encoding)) return true
    if (node.kind === 'object') {
      if (node.renamed !== undefined && test('renamed')) return true
      if (node.absent !== undefined && test('required')) return true
    }
    const target = node.kind === 'ref' ? definitions.get(node.target) : undefined
    if (target !== undefined) stack.push(target)
    stack.push(...childrenOf(node))
  }
  return false
}
