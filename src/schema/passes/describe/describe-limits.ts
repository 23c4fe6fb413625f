import { described, type Mention, type PendingChange } from '../../change.ts'
import type { Feature } from '../../feature.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { copyNode } from '../../ir/create-node.ts'
import type { Node, ObjectNode, StringNode } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
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
  const bare = amend(node, { minLength: undefined, maxLength: undefined })
  const said = (['minLength', 'maxLength'] as const).filter(
    (keyword) => node[keyword] !== undefined && (keyword === 'maxLength' || node[keyword] > 0),
  )
  const changes = said.map((keyword) => saidInWords(keywordIn(node, keyword)))
  const sentence = sayRange(node.minLength ?? 0, node.maxLength, 'character', 'characters')
  return sentence === undefined ? bare : describe(sayLooser(bare, changes), sentence, ...changes)
}

/** A looser bound that a tighter one restates is only said, too, where the tighter one is. */
function sayLooser<T extends Node>(node: T, said: readonly PendingChange[]): T {
  const tighterOf = ({ code, at, keyword }: PendingChange) =>
    code === 'bound-restated' ? said.find((each) => each.keyword === keyword && each.at !== at) : undefined
  if (!node.changes?.some(tighterOf)) return node
  const copy = copyNode(node)
  copy.changes = node.changes.map((each) => ({ ...(tighterOf(each) ?? each), at: each.at }))
  return copy
}

/** How many of something there may be, in one sentence; undefined for any number. */
function sayRange(least: number, most: number | undefined, one: string, many: string): string | undefined {
  const count = (number: number) => `${number} ${number === 1 ? one : many}`
  if (most === undefined) {
    if (least === 0) return undefined
    return least === 1 ? 'Must not be empty.' : `Must have at least ${count(least)}.`
  }
  if (most === 0) return 'Must be empty.'
  if (least === most) return `Must have exactly ${count(most)}.`
  return least === 0 ? `Must have at most ${count(most)}.` : `Must have ${least} to ${count(most)}.`
}

function describePattern(node: StringNode): StringNode {
  const { pattern } = node
  if (pattern === undefined) return node
  return describe({ ...node, pattern: undefined }, `Must match /${pattern}/.`, saidInWords(keywordIn(node, 'pattern')))
}

/** Reports a keyword that a dialect lacks, and that a sentence says instead. */
export function saidInWords(place: Mention): PendingChange {
  const note = `This dialect has no ${place.keyword}: it is stated in the description.`
  return described(place, 'constraint-described', note)
}

/** The counts of properties that an object has. */
export function countsIn(node: ObjectNode): Mention[] {
  const said = (['minProperties', 'maxProperties'] as const).filter((keyword) => node[keyword] !== undefined)
  return said.map((keyword) => keywordIn(node, keyword))
}

/** Says in words how many properties an object may have, where its wire form counts otherwise. */
export function sayCounts(encoded: Node, node: ObjectNode): Node {
  const { minProperties, maxProperties } = node
  if (minProperties === undefined && maxProperties === undefined) return encoded
  const sentence = sayRange(minProperties ?? 0, maxProperties, 'property', 'properties')
  const note = 'Stated in the description: the wire form has another number of properties.'
  const changes = countsIn(node).map((place) => described(place, 'constraint-described', note))
  const result = sayLooser(encoded, changes)
  return sentence === undefined ? report(result, ...changes) : describe(result, sentence, ...changes)
}
