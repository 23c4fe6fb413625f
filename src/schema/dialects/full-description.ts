import { joinTexts } from '../ir/merge-base.ts'
import type { Node } from '../ir/node.ts'

/** The user's text first, then one sentence for each constraint. */
export function fullDescription(node: Node): string | undefined {
  if (node.says === undefined) return node.description
  return joinTexts(node.description, [...new Set(node.says)].join(' '))
}
