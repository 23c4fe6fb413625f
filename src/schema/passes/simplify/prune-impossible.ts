import { described, type PendingChange, rewritten } from '../../change.ts'
import { holderOf } from '../../document/holder-of.ts'
import { keywordInfo } from '../../document/keywords.ts'
import { amend, describe, report, withRules } from '../../ir/amend.ts'
import { createAny, createNever } from '../../ir/create-node.ts'
import type { ArrayNode, Node, ObjectNode } from '../../ir/node.ts'
import { hasExtras, isImpossible, keywordIn, needsExtras, ownSchema, sourcesOf } from '../../ir/node.ts'
import { contradictsItself, exceeds, traits } from '../../ir/traits.ts'
import { leaveOut } from '../describe/condition-sentences.ts'
import type { Pass, PassContext } from '../pass.ts'

/** Leaves out properties and positions that no value can fill, and finds bounds that contradict each other. */
export const pruneImpossible: Pass = {
  name: 'prune-impossible',
  wakes: traits('contradiction', 'prefix', 'impossibleChild'),
  // "Leave it out, if …" has to be said: it is not said by leaving it out of the condition.
  skipsRules: true,
  rewrite(node, context) {
    const pruned = prune(node, context)
    if (!node.inferred || !isImpossible(pruned)) return pruned
    // What was only concluded from keywords says nothing about values of other types: those are still possible.
    const others = withRules(node, node.rules?.filter(({ keyword }) => !isOfFamily(keyword, node.kind)) ?? [])
    const any = createAny(amend(others, { inferred: undefined, changes: pruned.changes }))
    return describe(any, `Must be no ${node.kind}.`, ...unbound(node))
  },
}

/** The keywords that together leave no value of the type that they speak about, wherever they stand. */
function unbound(node: Node): PendingChange[] {
  const own = Object.keys(ownSchema(node) ?? {})
  const mentions = node.kind === 'array' || node.kind === 'object' ? node.mentions : []
  const places = [...own.map((keyword) => ({ at: node.origin, keyword })), ...mentions, ...(node.rules ?? [])]
  const note = `No ${node.kind} satisfies this schema; values of other types do.`
  return places
    .filter(({ keyword }) => isOfFamily(keyword, node.kind))
    .map((place) => described(place, 'impossible-part-removed', note))
}

function isOfFamily(keyword: string, kind: Node['kind']): boolean {
  return keywordInfo(keyword)?.family === kind
}

function prune(node: Node, context: PassContext): Node {
  if (node.kind === 'array') return pruneArray(node, context)
  if (node.kind === 'object') return pruneObject(node, context)
  if (!contradictsItself(node)) return node
  const said = node.kind === 'string' ? firstSaid(node, ['minLength', 'maxLength']) : undefined
  return impossible(node, node.kind === 'number' ? firstSaid(node, bounds)! : said!)
}

function pruneArray(node: ArrayNode, context: PassContext): Node {
  const end = node.prefix.findIndex(isImpossible)
  const length = end === -1 ? node.prefix.length : end
  const closed = end !== -1 || (node.items !== undefined && isImpossible(node.items))
  const maxItems = closed ? Math.min(node.maxItems ?? length, length) : node.maxItems
  if (exceeds(node.minItems, maxItems)) return impossible(node, firstSaid(node, ['minItems', 'maxItems'])!)
  // Positions beyond the longest list that is allowed say nothing.
  const kept = Math.min(length, maxItems ?? length)
  const prefix = kept === node.prefix.length ? node.prefix : node.prefix.slice(0, kept)
  if (maxItems === node.maxItems && prefix === node.prefix) return node
  return report(amend(node, { prefix, maxItems }), ...ended(node, maxItems, kept, context))
}

/** A list that ends early. Where positions are left it becomes an object, and that reports all of it. */
function ended(node: ArrayNode, maxItems: number | undefined, kept: number, { dialect }: PassContext): PendingChange[] {
  if (kept > 0) return dialect.supports.has('tuples') ? shortened(node, maxItems) : []
  const note = `No value is possible at position ${maxItems ?? 0}: the list ends before it.`
  return node.mentions
    .filter(
      ({ keyword }) =>
        keyword !== 'uniqueItems' && keyword !== 'minItems' && (keyword !== 'maxItems' || maxItems !== node.maxItems),
    )
    .map((place) => rewritten(place, 'impossible-part-removed', note))
}

/** A tuple that stays one, and is shorter than its `maxItems`. */
function shortened(node: ArrayNode, maxItems: number | undefined): PendingChange[] {
  if (node.maxItems === undefined || maxItems === node.maxItems) return []
  return [rewritten(keywordIn(node, 'maxItems'), 'bound-restated', `The list has ${maxItems} positions.`)]
}

function pruneObject(object: ObjectNode, context: PassContext): Node {
  const node = prunePatterns(object)
  if (contradictsItself(node)) {
    return impossible(node, firstSaid(node, ['minProperties', 'maxProperties']) ?? 'required')
  }
  const dead = node.fields.filter((field) => isImpossible(field.value))
  if (dead.length === 0) return node
  const required = dead.find((field) => field.required)
  if (required !== undefined)
    return impossible(node, 'properties', removed(required.value), ...(required.value.changes ?? []))
  // Where other properties may be there too, only a property that is declared impossible is absent.
  if (context.dialect.supports.has('openObjects')) return node
  const rest = amend(node, { fields: node.fields.filter((field) => !isImpossible(field.value)) })
  const changes = dead.flatMap((field) => [removed(field.value, node), ...(field.value.changes ?? [])])
  const isOpen = node.extras === undefined ? needsExtras(rest) : hasExtras(node)
  const hasOthers = isOpen || node.patterns.length > 0
  // An object without any property left is open to all.
  if (!hasOthers && rest.fields.length > 0) return report(rest, ...changes)
  // The name is free for other properties now, which only words can forbid.
  const sentence = leaveOut(dead.map((field) => field.name))
  const [first] = changes
  return describe(report(rest, ...changes.slice(1)), sentence, { ...first!, effect: 'described' })
}

/** Keys that match a pattern which no value satisfies must be absent; only words can say so. */
function prunePatterns(node: ObjectNode): ObjectNode {
  const dead = node.patterns.filter((each) => isImpossible(each.value))
  if (dead.length === 0) return node
  const rest = amend(node, { patterns: node.patterns.filter((each) => !isImpossible(each.value)) })
  const note = 'No value is possible under such a key.'
  const at = node.mentions.find((each) => each.keyword === 'patternProperties')?.at ?? node.origin
  const said = dead.map((each) => each.pattern).join(' or ')
  const code = 'impossible-part-removed'
  return describe(rest, `No key may match ${said}.`, described({ at, keyword: 'patternProperties' }, code, note))
}

function removed(value: Node, node?: ObjectNode): PendingChange {
  const note = `No value is possible at ${value.origin}: the property is left out.`
  const code = 'impossible-part-removed'
  if (node === undefined) return { ...placeOf(value), code, effect: 'rewritten', enforced: true, note }
  const holder = holderOf(value.origin)
  const at = holder?.keyword === 'properties' ? holder.at : node.origin
  return rewritten({ at, keyword: 'properties' }, code, note)
}

/** A keyword that is to blame for an impossible value: where several schemas meet, the one under which the first of them stands. */
function placeOf(value: Node): { at: string; keyword: string } {
  const inner = value.changes?.find((change) => change.code === 'impossible-part-removed')
  if (inner !== undefined) return { at: inner.at, keyword: inner.keyword }
  const at = value.origin
  if (value.kind === 'enum') return { at, keyword: value.keyword }
  const holder = sourcesOf(value).length > 1 ? holderOf(at) : undefined
  return holder ?? { at, keyword: 'type' }
}

/** The first of some keywords that a node has. */
function firstSaid<N extends Node, K extends keyof N & string>(node: N, keywords: readonly K[]): K | undefined {
  return keywords.find((keyword) => node[keyword] !== undefined)
}

const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const

function impossible(node: Node, keyword: string, ...causes: readonly PendingChange[]): Node {
  const { origin, sources, nullable } = node
  const change = rewritten({ at: origin, keyword }, 'impossible-part-removed', `No ${node.kind} satisfies this schema.`)
  return createNever({ origin, sources, nullable, changes: [...causes, change, ...(node.changes ?? [])] })
}
