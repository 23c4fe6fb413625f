import type { Feature } from '../../feature.ts'
import { describe } from '../../ir/amend.ts'
import type { Node, ObjectNode, PendingChange, StringNode } from '../../ir/node.ts'
import { originOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Says in words how long a text may be, what it must match, and how many properties there may be, where no keyword can. */
export const describeLimits: Pass = {
  name: 'describe-limits',
  wakes: traits('counts', 'pattern'),
  rewrite(node, context) {
    const { supports } = context.dialect
    if (node.kind === 'object') return supports.has('objectCounts') ? node : describeCounts(node)
    if (node.kind !== 'string' || (node.encoding !== undefined && node.encoding.type !== 'native')) return node
    const lengths = supports.has('lengths') ? node : describeLengths(node)
    return canMatch(node, supports) ? lengths : describePattern(lengths)
  },
}

/** Some engines know no looking ahead or behind. */
function canMatch({ pattern }: StringNode, supports: ReadonlySet<Feature>): boolean {
  if (!supports.has('patterns')) return false
  return supports.has('lookarounds') || pattern === undefined || !/\(\?<?[=!]/.test(pattern.replace(/\\./g, ''))
}

function describeCounts(node: ObjectNode): Node {
  if (node.minProperties === undefined && node.maxProperties === undefined) return node
  return sayCounts({ ...node, minProperties: undefined, maxProperties: undefined }, node)
}

function describeLengths(node: StringNode): StringNode {
  const { minLength, maxLength } = node
  let result = node
  if (minLength === 0) result = { ...result, minLength: undefined }
  else if (minLength !== undefined) {
    const sentence = `Must have at least ${minLength} characters.`
    result = describe({ ...result, minLength: undefined }, sentence, described(node, 'minLength'))
  }
  if (maxLength !== undefined) {
    const sentence = `Must have at most ${maxLength} characters.`
    result = describe({ ...result, maxLength: undefined }, sentence, described(node, 'maxLength'))
  }
  return result
}

function describePattern(node: StringNode): StringNode {
  const { pattern } = node
  if (pattern === undefined) return node
  return describe({ ...node, pattern: undefined }, `Must match /${pattern}/.`, described(node, 'pattern'))
}

function described(node: Node, keyword: string): PendingChange {
  const note = `This dialect has no ${keyword}: it is said in the description.`
  const at = originOf(node, keyword)
  return { at, keyword, code: 'constraint-described', effect: 'described', enforced: true, note }
}

/** Says in words how many properties an object may have, where its wire form counts otherwise. */
export function sayCounts(encoded: Node, node: ObjectNode): Node {
  let result = encoded
  for (const keyword of ['minProperties', 'maxProperties'] as const) {
    const count = node[keyword]
    if (count === undefined) continue
    result = describe(result, `Must have at ${keyword === 'minProperties' ? 'least' : 'most'} ${count} properties.`, {
      at: originOf(node, keyword),
      keyword,
      code: 'constraint-described',
      effect: 'described',
      enforced: true,
      note: 'Said in the description: the wire form has another number of properties.',
    })
  }
  return result
}
