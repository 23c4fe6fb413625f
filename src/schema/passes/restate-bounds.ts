import { amend, describe, report } from '../ir/amend.ts'
import type { NumberNode, PendingChange } from '../ir/node.ts'
import { originOf } from '../ir/node.ts'
import { traits } from '../ir/traits.ts'
import type { Pass } from './pass.ts'

/** Says an exclusive bound by an inclusive one: exactly on integers; on numbers the bound itself is excluded in words. */
export const restateBounds: Pass = {
  name: 'restate-bounds',
  wakes: traits('exclusiveBounds'),
  unless: ['exclusiveBounds'],
  rewrite(node, context) {
    if (node.kind !== 'number' || context.dialect.supports.has('exclusiveBounds')) return node
    if (node.exclusiveMinimum === undefined && node.exclusiveMaximum === undefined) return node
    return restateMaximum(restateMinimum(node))
  },
}

/** The inclusive bound for an exclusive one: on numbers the bound itself, which has to be excluded in words. */
export function asMinimum(bound: number, integer: boolean): number {
  return integer ? Math.floor(bound) + 1 : bound
}

export function asMaximum(bound: number, integer: boolean): number {
  return integer ? Math.ceil(bound) - 1 : bound
}

export function sayAbove(bound: number): string {
  return `Must be greater than ${bound}.`
}

export function sayBelow(bound: number): string {
  return `Must be less than ${bound}.`
}

function restateMinimum(node: NumberNode): NumberNode {
  const bound = node.exclusiveMinimum
  if (bound === undefined) return node
  const inclusive = asMinimum(bound, node.integer)
  const bare: NumberNode = amend(node, { exclusiveMinimum: undefined })
  const implied = node.minimum !== undefined && (node.integer ? node.minimum >= inclusive : node.minimum > bound)
  if (implied) return report(bare, restated(node, 'exclusiveMinimum', `minimum ${node.minimum} says this too.`))
  const result: NumberNode = outdo(amend(bare, { minimum: inclusive }), node, 'minimum')
  if (node.integer) return report(result, restated(node, 'exclusiveMinimum', `Said as minimum ${inclusive}.`))
  return describe(result, sayAbove(bound), described(node, 'exclusiveMinimum', bound))
}

function restateMaximum(node: NumberNode): NumberNode {
  const bound = node.exclusiveMaximum
  if (bound === undefined) return node
  const inclusive = asMaximum(bound, node.integer)
  const bare: NumberNode = amend(node, { exclusiveMaximum: undefined })
  const implied = node.maximum !== undefined && (node.integer ? node.maximum <= inclusive : node.maximum < bound)
  if (implied) return report(bare, restated(node, 'exclusiveMaximum', `maximum ${node.maximum} says this too.`))
  const result: NumberNode = outdo(amend(bare, { maximum: inclusive }), node, 'maximum')
  if (node.integer) return report(result, restated(node, 'exclusiveMaximum', `Said as maximum ${inclusive}.`))
  return describe(result, sayBelow(bound), described(node, 'exclusiveMaximum', bound))
}

/** A bound that the exclusive one is tighter than says nothing any more. */
function outdo(result: NumberNode, node: NumberNode, keyword: 'minimum' | 'maximum'): NumberNode {
  if (node[keyword] === undefined || node[keyword] === result[keyword]) return result
  const note = 'The exclusive bound beside it is tighter.'
  const at = originOf(node, keyword)
  return report(result, { at, keyword, code: 'bound-restated', effect: 'rewritten', enforced: true, note })
}

function restated(node: NumberNode, keyword: string, note: string): PendingChange {
  return {
    at: originOf(node, keyword),
    keyword,
    code: 'bound-made-inclusive',
    effect: 'rewritten',
    enforced: true,
    note,
  }
}

function described(node: NumberNode, keyword: string, bound: number): PendingChange {
  const note = `The bound ${bound} is sent as an inclusive one; that it is excluded is said in the description.`
  return {
    at: originOf(node, keyword),
    keyword,
    code: 'constraint-described',
    effect: 'described',
    enforced: true,
    note,
  }
}
