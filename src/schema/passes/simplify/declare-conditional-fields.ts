import { createBase, createUnion } from '../../ir/create-node.ts'
import type { Field, Node, ObjectNode, Rule } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/**
 * Declares properties that only a condition or a dependency speaks of. Where an object on the wire holds declared
 * properties only, the model could not write them otherwise; when they have to be there is still said in words.
 */
export const declareConditionalFields: Pass = {
  name: 'declare-conditional-fields',
  wakes: traits('rules'),
  unless: ['openObjects'],
  rewrite(node, context) {
    if (node.kind !== 'object' || node.rules === undefined || node.extras !== undefined) return node
    // An object that declares nothing is open as it is.
    if (node.fields.length === 0 || context.dialect.supports.has('openObjects')) return node
    const known = new Set(node.fields.map((field) => field.name))
    const found = new Map<string, Node[]>()
    for (const part of node.rules.flatMap(consequences)) {
      if (part.kind !== 'object') continue
      for (const field of part.fields) {
        if (!known.has(field.name)) found.set(field.name, [...(found.get(field.name) ?? []), field.value])
      }
    }
    if (found.size === 0) return node
    const fields = [...found].map(([name, values]): Field => ({ name, value: anyOf(node, values), required: false }))
    const declared = new Set(found.keys())
    const requiredElsewhere = node.requiredElsewhere.filter((each) => !declared.has(each.name))
    const isRequired = (name: string) => node.requiredElsewhere.some((each) => each.name === name)
    return {
      ...node,
      fields: [...node.fields, ...fields.map((field) => ({ ...field, required: isRequired(field.name) }))],
      requiredElsewhere,
    }
  },
}

/** The schemas that a rule may bring into force. */
function consequences(rule: Rule): Node[] {
  if (rule.keyword === 'if') return ['then', 'else'].flatMap((name) => rule.nodes.get(name) ?? [])
  return rule.keyword.startsWith('depend') ? [...rule.nodes.values()] : []
}

function anyOf(node: ObjectNode, values: readonly Node[]): Node {
  return values.length === 1
    ? values[0]!
    : createUnion(createBase(node.origin, []), { keyword: 'anyOf', options: values })
}
