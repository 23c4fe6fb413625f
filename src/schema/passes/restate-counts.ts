import { report } from '../ir/amend.ts'
import type { Node, PendingChange } from '../ir/node.ts'
import { originOf } from '../ir/node.ts'
import { traits } from '../ir/traits.ts'
import type { Pass } from './pass.ts'

/** Makes whole numbers of counts that are none, and leaves out those that bound nothing. */
export const restateCounts: Pass = {
  name: 'restate-counts',
  wakes: traits('counts'),
  rewrite(node) {
    if (node.kind === 'string') return restate(node, 'minLength', 'maxLength')
    if (node.kind === 'array') return restate(node, 'minItems', 'maxItems')
    return node.kind === 'object' ? restate(node, 'minProperties', 'maxProperties') : node
  },
}

function restate(node: Node, low: string, high: string): Node {
  const counts = node as unknown as Readonly<Record<string, number | undefined>>
  const minimum = counts[low]
  const maximum = counts[high]
  if (isCount(minimum) && isCount(maximum)) return node
  let result = node
  if (!isCount(minimum)) result = replace(result, low, minimum! < 0 ? undefined : asCount(Math.ceil(minimum!)))
  if (!isCount(maximum)) result = replace(result, high, asCount(Math.floor(maximum!)))
  return result
}

/** A count that int64 can hold exactly, as a number. */
function isCount(count: number | undefined): boolean {
  return count === undefined || (Number.isSafeInteger(count) && count >= 0)
}

function asCount(count: number): number | undefined {
  return isCount(count) ? count : undefined
}

function replace(node: Node, keyword: string, count: number | undefined): Node {
  const note = count === undefined ? 'It bounds nothing.' : `Counts are whole numbers: ${count} says the same.`
  const at = originOf(node, keyword)
  const change: PendingChange = { at, keyword, code: 'bound-restated', effect: 'rewritten', enforced: true, note }
  return report({ ...node, [keyword]: count } as Node, change)
}
