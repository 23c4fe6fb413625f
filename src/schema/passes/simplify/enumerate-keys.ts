import { rewritten } from '../../change.ts'
import { amend, report, withRules } from '../../ir/amend.ts'
import { createAny, createBase, createNever } from '../../ir/create-node.ts'
import type { Field, Node, ObjectNode } from '../../ir/node.ts'
import { isImpossible } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** A record whose keys are listed is an object with those properties. */
export const enumerateKeys: Pass = {
  name: 'enumerate-keys',
  wakes: traits('rules'),
  unless: ['propertyNames'],
  rewrite(node) {
    if (node.kind !== 'object' || node.rules === undefined) return node
    const rule = node.rules.find((each) => each.keyword === 'propertyNames')
    const names = rule?.nodes.get('')
    if (rule === undefined || names?.kind !== 'enum' || node.fields.length > 0 || node.patterns.length > 0) return node
    if (node.extras !== undefined && isImpossible(node.extras)) return node
    // Of a name that is only listed, it says what its value is.
    if (node.rules.some((each) => each.keyword === 'unevaluatedProperties')) return node
    const keys = names.values.filter((value): value is string => typeof value === 'string')
    const bare = withRules(
      node,
      node.rules.filter((each) => each !== rule),
    )
    const result = amend(bare, withFields(node, keys))
    const note = 'The keys are listed, so each became a property.'
    return report(result, ...[rule, ...node.mentions].map((each) => rewritten(each, 'keys-enumerated', note)))
  },
}

function withFields(node: ObjectNode, keys: readonly string[]): Partial<ObjectNode> {
  const required = new Set(node.requiredElsewhere.map((each) => each.name))
  const value: Node = node.extras ?? createAny(createBase(node.origin, [true]))
  const fields: Field[] = keys.map((name) => ({ name, value, required: required.has(name) }))
  const nothing = createNever(createBase(node.origin, [false]))
  const elsewhere = node.requiredElsewhere.filter((each) => !keys.includes(each.name))
  return { fields, requiredElsewhere: elsewhere, extras: nothing, mentions: [] }
}
