import { amend, confess } from '../ir/amend.ts'
import type { ObjectNode, PendingChange } from '../ir/node.ts'
import { freeName } from './encode-extras.ts'
import type { Pass } from './pass.ts'

/** The empty property name is refused: it is the only one that gets another name on the wire. */
export const renameEmptyNames: Pass = {
  name: 'rename-empty-names',
  rewrite(node, context) {
    if (node.kind !== 'object' || context.dialect.supports.has('emptyNames')) return node
    if (!node.fields.some((field) => field.name === '')) return node
    const name = freeName('_', new Set(node.fields.map((field) => field.name)))
    const rename = (field: string) => (field === '' ? name : field)
    const renamed: ObjectNode = amend(node, {
      fields: node.fields.map((field) => ({ ...field, name: rename(field.name) })),
      ordering: node.ordering?.map(rename),
      emptyName: name,
    })
    return confess(renamed, change(node, name))
  },
}

function change(node: ObjectNode, name: string): PendingChange {
  const note = `A property without a name is refused: it is sent as "${name}" and turned back.`
  return { at: node.origin, keyword: 'properties', code: 'empty-name-renamed', effect: 'encoded', enforced: true, note }
}
