import type { Node, PendingChange, WholeBase } from './node.ts'

/** The node with some of its fields replaced. */
export function amend<T extends Node>(node: T, fields: Partial<T>): T {
  return { ...node, ...fields }
}

/** The node with everything around its kind replaced. */
export function withBase<T extends Node>(node: T, base: WholeBase): T {
  return { ...node, ...base }
}

/** The node with changes added to those that it carries. */
export function report<T extends Node>(node: T, ...changes: readonly PendingChange[]): T {
  if (changes.length === 0) return node
  return { ...node, changes: node.changes === undefined ? changes : [...node.changes, ...changes] }
}

/** The node with a sentence for the model added, and the changes that report it. */
export function describe<T extends Node>(node: T, sentence: string, ...changes: readonly PendingChange[]): T {
  const says = node.says === undefined ? [sentence] : [...node.says, sentence]
  if (changes.length === 0) return { ...node, says }
  return { ...node, says, changes: node.changes === undefined ? changes : [...node.changes, ...changes] }
}
