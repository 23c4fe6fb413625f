import { described, dropped } from '../../change.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import type { EnumNode, Node } from '../../ir/node.ts'
import { keywordIn } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass } from '../pass.ts'

/** Says in words a format that the dialect does not take. */
export const describeFormats: Pass = {
  name: 'describe-formats',
  wakes: traits('format'),
  rewrite(node, context) {
    if (node.kind === 'enum') return keepEnumFormat(node)
    if ((node.kind !== 'string' && node.kind !== 'number') || node.format === undefined) return node
    const type = node.kind === 'string' ? 'string' : node.integer ? 'integer' : 'number'
    const allowed = context.dialect.formats[type]
    if (allowed === undefined || allowed.has(node.format)) return node
    const note = `This dialect has no format "${node.format}" for a ${type}.`
    const enforced = context.formats === 'assert'
    const change = described(keywordIn(node, 'format'), 'format-described', note, { enforced })
    return describe(amend(node, { format: undefined }), sayFormat(node.format), change)
  },
}

/** The sentence for a format that has no keyword. */
export function sayFormat(format: string): string {
  return `Format: ${format}.`
}

/** Listed values say more than any format; only `enum` itself may stand beside them. */
function keepEnumFormat(node: EnumNode): Node {
  if (node.format === undefined || (node.format === 'enum' && node.encoding === undefined)) return node
  const note = 'The values are listed: a format adds nothing.'
  return report(amend(node, { format: undefined }), dropped(keywordIn(node, 'format'), 'annotation-dropped', note))
}
