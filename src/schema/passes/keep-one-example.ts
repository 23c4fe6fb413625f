import { amend, report } from '../ir/amend.ts'
import { originOf } from '../ir/node.ts'
import { traits } from '../ir/traits.ts'
import type { Pass } from './pass.ts'

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
