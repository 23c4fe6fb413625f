import { report } from '../../ir/amend.ts'
import type { ObjectNode, PendingChange } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/** Gives a property whose name the wire does not take another one: the empty name, and what `names` of the dialect refuses. */
export const renameNames: Pass = {
  name: 'rename-names',
  wakes: traits('object'),
  rewrite(node, context) {
    if (node.kind !== 'object' || node.fields.every((field) => isAllowed(field.name, context))) return node
    const taken = new Set(node.fields.map((field) => field.name))
    const renamed = new Map<string, string>()
    const wireNames = new Map<string, string>()
    for (const { name } of node.fields) {
      if (isAllowed(name, context)) continue
      const wire = freeName(legalName(name), taken)
      taken.add(wire)
      renamed.set(wire, name)
      wireNames.set(name, wire)
    }
    const rename = (name: string) => wireNames.get(name) ?? name
    const result: ObjectNode = {
      ...node,
      fields: node.fields.map((field) => ({ ...field, name: rename(field.name) })),
      requiredOrder: node.requiredOrder.map(rename),
      ordering: node.ordering?.map(rename),
      renamed,
    }
    return report(result, change(node, wireNames))
  },
}

function isAllowed(name: string, { dialect }: PassContext): boolean {
  if (name === '') return dialect.supports.has('emptyNames')
  return dialect.names === undefined || dialect.names.test(name)
}

/** The longest name that every provider takes is 64; some room is left for what keeps it apart from others. */
const longest = 60

function legalName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longest) || '_'
}

/** A name that no property has, and that none continues with `_`: so an undeclared key can be told from it by adding one. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const continues = (name: string) =>
    [...taken].some((each) => each.startsWith(name) && /^_*$/.test(each.slice(name.length)))
  let name = wanted
  while (continues(name)) name += '_'
  return name
}

function change(node: ObjectNode, wireNames: ReadonlyMap<string, string>): PendingChange {
  const pairs = [...wireNames].map(([name, wire]) => `${JSON.stringify(name)} is sent as "${wire}"`)
  const shown = pairs.slice(0, 5).join(', ') + (pairs.length > 5 ? ', …' : '')
  const note = `Not every name is taken: ${shown} and turned back.`
  return { at: node.origin, keyword: 'properties', code: 'property-renamed', effect: 'encoded', enforced: true, note }
}
