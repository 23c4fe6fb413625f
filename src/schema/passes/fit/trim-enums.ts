import { described } from '../../change.ts'
import { describe } from '../../ir/amend.ts'
import { createNumber, createString } from '../../ir/create-node.ts'
import type { EnumNode, Field, Node } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { childrenOf, rewriteForest, treesOf } from '../../ir/walk.ts'

/** So many values of a list are said in words. */
const mostSaid = 20

/**
 * Gives up the longest lists of values until all together are as few as the dialect takes: `check` still holds them. A list that
 * takes null has one value more; with `asksForAll`, so has one of an optional property, where null stands for its absence.
 */
export function trimEnums(forest: Forest, limit: number, asksForAll: boolean): Forest {
  if (limit === Number.POSITIVE_INFINITY) return forest
  const { enums, nulls } = findEnums(treesOf(forest), asksForAll)
  const countOf = (node: EnumNode) => node.values.length + (node.nullable ? 1 : 0)
  let total = enums.reduce((sum, node) => sum + countOf(node), nulls)
  if (total <= limit) return forest
  const trimmed = new Set<Node>()
  for (const node of enums.sort((left, right) => right.values.length - left.values.length)) {
    if (total <= limit) break
    if (kindOf(node) === undefined) continue
    trimmed.add(node)
    total -= countOf(node)
  }
  return rewriteForest(forest, (node) => (trimmed.has(node) ? openEnum(node as EnumNode) : node))
}

/** Every use counts: what is shared in the tree is written as often as it is used. */
function findEnums(trees: readonly Node[], asksForAll: boolean) {
  const enums: EnumNode[] = []
  let nulls = 0
  const stack: Node[] = [...trees]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'enum') enums.push(node)
    if (asksForAll && node.kind === 'object') nulls += node.fields.filter(gainsNull).length
    stack.push(...childrenOf(node))
  }
  return { enums, nulls }
}

function gainsNull({ required, value }: Field): boolean {
  return !required && value.kind === 'enum' && !value.nullable
}

function kindOf(node: EnumNode): 'string' | 'number' | undefined {
  if (node.values.every((value) => typeof value === 'string')) return 'string'
  return node.values.every((value) => typeof value === 'number') ? 'number' : undefined
}

function openEnum(node: EnumNode): Node {
  const values = node.values.slice(0, mostSaid).map((value) => JSON.stringify(value))
  const more = node.values.length > mostSaid ? ` and ${node.values.length - mostSaid} others` : ''
  const integer = node.values.every((value) => Number.isInteger(value))
  const open = kindOf(node) === 'string' ? createString(node, {}) : createNumber(node, { integer })
  const note = `The dialect takes fewer listed values than there are: ${node.values.length} are held by \`check\`.`
  const change = described(keywordIn(node, node.keyword), 'enum-too-long', note)
  return describe(open, `One of: ${values.join(', ')}${more}.`, change)
}
