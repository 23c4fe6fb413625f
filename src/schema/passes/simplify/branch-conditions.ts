import type { Schema } from '../../document/schema.ts'
import { amend, report, withRules } from '../../ir/amend.ts'
import { createUnion } from '../../ir/create-node.ts'
import { areDisjoint, takesNull } from '../../ir/disjoint.ts'
import { intersect, isMany } from '../../ir/intersect.ts'
import { countWithRules } from '../../ir/measure.ts'
import type { Node, Rule } from '../../ir/node.ts'
import { firstSource, isImpossible, sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'
import { changesFor } from './apply-certain-conditions.ts'

/**
 * Makes `if`/`then`/`else` beside nothing that names a type a union of the two: what fits the condition and `then`, and what fits `else`.
 * Where a value may fit both the condition and `else`, the condition is said in words as well. Beside keywords that only speak of a type
 * it does so where a case names another type: those values would be lost.
 */
export const branchConditions: Pass = {
  name: 'branch-conditions',
  wakes: traits('rules'),
  unless: ['conditions'],
  skipsRules: true,
  rewrite(node, context) {
    const { supports } = context.dialect
    if (!supports.has('anyOf')) return node
    const rule = node.rules?.find((each) => each.keyword === 'if')
    if (rule === undefined || !(isFree(node) || namesAnother(node, rule))) return node
    // Each level of conditions doubles what is written.
    if (countWithRules(node, mostNodes) > mostNodes) return node
    const options = isFree(node) ? optionsOf(rule, context) : casesBeside(node, rule, context)
    if (options === undefined) return node
    // The cases beside other keywords are those of the outcomes alone.
    const isExact = isFree(node) && areApart(rule.nodes.get('if')!, options[1], context)
    const rest = node.rules!.filter((each) => each !== rule || !isExact)
    const origins = { ...node.origins, if: rule.at }
    const around = amend(withRules(node, rest), { origins })
    const union = createUnion(around, { keyword: 'if', options })
    return isExact ? report(union, ...changesFor(rule, 'Written as two branches.')) : union
  },
}

function isFree(node: Node): boolean {
  return node.kind === 'any' && node.cut === undefined
}

function areApart(condition: Node, otherwise: Node, { definitions }: PassContext): boolean {
  if (takesNull(condition, definitions) && takesNull(otherwise, definitions)) return false
  return areDisjoint(condition, otherwise, { objects: 'written', definitions })
}

/** Whether a case of a condition names a type that the keywords beside it do not speak of. */
function namesAnother(node: Node, { nodes }: Rule): boolean {
  const spoken = isMany(node) ? node.options : [node]
  const isAnother = (outcome: Node | undefined) =>
    outcome !== undefined &&
    isTelling(outcome) &&
    !outcome.inferred &&
    spoken.every(({ kind }) => kind !== outcome.kind)
  return spoken.every(({ inferred }) => inferred) && (isAnother(nodes.get('then')) || isAnother(nodes.get('else')))
}

/** The two cases of a condition, each with the keywords that stand beside it. */
function casesBeside(node: Node, rule: Rule, context: PassContext): [Node, Node] {
  const beside = amend(withoutTexts(node), { rules: undefined, changes: undefined })
  const outcome = (name: string) => {
    const part = rule.nodes.get(name)
    return part === undefined ? beside : intersect(part, beside, context)
  }
  return [outcome('then'), outcome('else')]
}

/** A larger condition is better said in words. */
const mostNodes = 200

/** The two branches, where each of them says something. */
function optionsOf(rule: Rule, context: PassContext): [Node, Node] | undefined {
  const condition = rule.nodes.get('if')!
  const then = rule.nodes.get('then')
  const otherwise = rule.nodes.get('else')
  if (then === undefined || otherwise === undefined || !isTelling(otherwise)) return undefined
  const guard = firstSource(condition) as Schema
  const met = then.kind === 'any' ? condition : intersect(then, withoutTexts(condition), context)
  if (!isTelling(met)) return undefined
  return [
    amend(met, { sources: [...sourcesOf(then), guard] }),
    // Synthetic guard: the validator finds references inside the condition by its identity.
    amend(otherwise, { sources: [...sourcesOf(otherwise), { not: guard } as Schema] }),
  ]
}

function isTelling(node: Node): boolean {
  return node.kind !== 'any' && !isImpossible(node)
}

/** What a condition says around its kind is not said of the value. */
function withoutTexts(node: Node): Node {
  return amend(node, { title: undefined, description: undefined, default: undefined, examples: undefined })
}
