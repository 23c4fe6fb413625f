import { type PendingChange, rewritten } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import type { Node } from '../../ir/node.ts'
import { isImpossible, keywordIn } from '../../ir/node.ts'
import { mayEvaluateMore, traits } from '../../ir/traits.ts'
import { closed as closing, seesAll } from '../describe/describe-rules.ts'
import type { Pass } from '../pass.ts'

/**
 * Closes what `unevaluatedProperties: false` or `unevaluatedItems: false` closes, where nothing else speaks about the value:
 * then it says no more than that the object has no other properties, or the tuple no further items.
 */
export const closeUnevaluated: Pass = {
  name: 'close-unevaluated',
  wakes: traits('rules'),
  unless: ['unevaluated'],
  rewrite(node) {
    if (node.rules?.length !== 1) return node
    const rule = node.rules[0]!
    const nothing = rule.nodes.get('')
    // What another schema declares is not evaluated by this one: it has to be said that it may not be there.
    if (nothing === undefined || !isImpossible(nothing) || !seesAll(node, rule)) return node
    const shut = close(node, rule.keyword, nothing)
    if (shut === undefined) return node
    const closed = mayEvaluateMore(node) ? report(shut, closing(rule)) : shut
    // What becomes of patterns decides what becomes of this.
    if (closed.kind === 'object' && closed.patterns.length > 0) {
      return { ...closed, rules: undefined, mentions: [...closed.mentions, { at: rule.at, keyword: rule.keyword }] }
    }
    const note = 'Nothing else speaks about the value: only what is declared can be there.'
    const change = rewritten(rule, 'closed-object-implied', note)
    return report({ ...closed, rules: undefined }, change)
  },
}

function close(node: Node, keyword: string, nothing: Node): Node | undefined {
  if (keyword === 'unevaluatedProperties' && node.kind === 'object' && node.extras === undefined) {
    return amend(node, { extras: nothing })
  }
  if (keyword !== 'unevaluatedItems' || node.kind !== 'array' || node.items !== undefined) return undefined
  if (node.prefix.length > 0) return amend(node, { items: nothing })
  const closed = amend(node, { items: nothing, maxItems: 0 })
  return node.maxItems === undefined ? closed : report(closed, overtaken(node))
}

/** A list that stays empty, whatever its `maxItems` says. */
function overtaken(node: Node): PendingChange {
  return rewritten(keywordIn(node, 'maxItems'), 'bound-restated', 'No item is possible in the list.')
}
