import type { Json } from '../../../core/json.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { createBase, createNever } from '../../ir/create-node.ts'
import { holdsEncoding } from '../../ir/find-encoding.ts'
import { isBare } from '../../ir/merge-base.ts'
import type { Node, PendingChange } from '../../ir/node.ts'
import { isImpossible, originOf } from '../../ir/node.ts'
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
      const bare = { ...result, default: undefined }
      result = say(bare, node, context, 'default', `Default: ${text(node.default)}.`, node.default)
    }
    if (node.examples !== undefined && !supports.has('example') && !supports.has('examples')) {
      const bare = { ...result, examples: undefined, exampleKeyword: undefined }
      const [first] = node.examples
      const keyword = node.exampleKeyword ?? 'examples'
      result = say(bare, node, context, keyword, `Example: ${text(first)}.`, first)
    }
    return result
  },
}

function text(value: Json | undefined): string {
  return JSON.stringify(value) ?? ''
}

/** The value is in the tool's own shape: beside another one on the wire it would mislead. */
function say(
  bare: Node,
  node: Node,
  context: PassContext,
  keyword: string,
  sentence: string,
  value: Json | undefined,
): Node {
  const at = originOf(node, keyword === 'example' ? 'examples' : keyword)
  const isSaid = value !== undefined && text(value).length <= longest && !holdsEncoding(node, context.definitions)
  if (!isSaid) {
    const note = 'Has no keyword in this dialect, and another shape on the wire or no short form.'
    const lost: PendingChange = { at, keyword, code: 'annotation-dropped', effect: 'dropped', enforced: false, note }
    return report(bare, lost)
  }
  const note = 'Stated in the description: this dialect has no keyword for it.'
  return describe(bare, sentence, {
    at,
    keyword,
    code: 'annotation-described',
    effect: 'described',
    enforced: false,
    note,
  })
}

/** Keeps the first of several examples, under the dialect's own keyword. */
export const keepOneExample: Pass = {
  name: 'keep-one-example',
  wakes: traits('examples'),
  rewrite(node, context) {
    if (node.examples === undefined || node.kind === 'union' || !context.dialect.supports.has('example')) return node
    const at = originOf(node, 'examples')
    const keyword = node.exampleKeyword ?? 'examples'
    const isOneToOne = keyword === 'example' && node.encoding === undefined
    const examples = node.examples.slice(0, 1)
    const result = amend(node, { examples: examples.length > 0 ? examples : undefined })
    if (isOneToOne) return result
    const note = node.examples.length > 1 ? 'The first one is sent.' : 'Sent as example.'
    return report(result, { at, keyword, code: 'examples-to-example', effect: 'rewritten', enforced: false, note })
  },
}
