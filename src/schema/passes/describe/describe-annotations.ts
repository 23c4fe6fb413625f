import type { Json } from '../../../core/json.ts'
import { described, dropped, type Mention, rewritten } from '../../change.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { createBase, createNever } from '../../ir/create-node.ts'
import { holdsEncoding } from '../../ir/find-encoding.ts'
import { isBare } from '../../ir/merge-base.ts'
import type { Node } from '../../ir/node.ts'
import { isImpossible, keywordIn } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/** A longer value is not worth a model's attention. */
const longest = 200

/** Says a default and an example in words, where the dialect has no keyword for them. */
export const describeAnnotations: Pass = {
  name: 'describe-annotations',
  wakes: traits('default', 'examples', 'never'),
  rewrite(node, context) {
    const { supports } = context.dialect
    // Without `not`, only `false` says that no value is possible, and nothing can stand beside it.
    if (isImpossible(node) && !supports.has('not')) {
      return isBare(node) ? node : createNever({ ...createBase(node.origin, node.sources), changes: node.changes })
    }
    let result = node
    if (node.default !== undefined && !supports.has('defaults')) {
      result = say('Default', node.default, amend(result, { default: undefined }), keywordIn(node, 'default'), context)
    }
    if (node.examples !== undefined && !supports.has('example') && !supports.has('examples')) {
      const bare = amend(result, { examples: undefined, exampleKeyword: undefined })
      result = say('Example', node.examples[0], bare, keywordIn(node, 'examples'), context)
    }
    return result
  },
}

/** The value is in the tool's own shape: beside another one on the wire it would mislead. */
function say(what: string, value: Json | undefined, bare: Node, place: Mention, { definitions }: PassContext): Node {
  const text = JSON.stringify(value)
  if (text === undefined || text.length > longest || holdsEncoding(bare, definitions)) {
    const note = 'Has no keyword in this dialect, and another shape on the wire or no short form.'
    return report(bare, dropped(place, 'annotation-dropped', note))
  }
  const note = 'Stated in the description: this dialect has no keyword for it.'
  return describe(bare, `${what}: ${text}.`, described(place, 'annotation-described', note, { enforced: false }))
}

/** Keeps the first of several examples, under the dialect's own keyword. */
export const keepOneExample: Pass = {
  name: 'keep-one-example',
  wakes: traits('examples'),
  rewrite(node, context) {
    if (node.examples === undefined || node.kind === 'union' || !context.dialect.supports.has('example')) return node
    const place = keywordIn(node, 'examples')
    const isOneToOne = place.keyword === 'example' && node.encoding === undefined
    const examples = node.examples.slice(0, 1)
    const result = amend(node, { examples: examples.length > 0 ? examples : undefined })
    if (isOneToOne) return result
    const note = node.examples.length > 1 ? 'The first one is sent.' : 'Sent as example.'
    return report(result, rewritten(place, 'examples-to-example', note, { enforced: false }))
  },
}
