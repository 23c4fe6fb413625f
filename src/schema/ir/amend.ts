import type { PendingChange } from '../change.ts'
import { copyNode } from './create-node.ts'
import type { Node, Rule } from './node.ts'

/** The node with some of its fields replaced. */
export function amend<T extends Node>(node: T, fields: Partial<T>): T {
  return Object.assign(copyNode(node), fields)
}

/** The node with these rules alone. */
export function withRules<T extends Node>(node: T, rules: readonly Rule[]): T {
  const copy = copyNode(node)
  copy.rules = rules.length > 0 ? rules : undefined
  return copy
}

/** The node with changes added to those that it carries. */
export function report<T extends Node>(node: T, ...changes: readonly PendingChange[]): T {
  if (changes.length === 0) return node
  const copy = copyNode(node)
  copy.changes = node.changes?.concat(changes) ?? changes
  return copy
}

/** The node with a sentence for the model added, and the changes that report it. */
export function describe<T extends Node>(node: T, sentence: string, ...changes: readonly PendingChange[]): T {
  const copy = copyNode(node)
  copy.says = node.says?.concat(sentence) ?? [sentence]
  if (changes.length > 0) copy.changes = node.changes?.concat(changes) ?? changes
  return copy
}
