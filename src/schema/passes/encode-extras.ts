import { amend, report } from '../ir/amend.ts'
import { createArray } from '../ir/create-node.ts'
import type { Node, ObjectNode, PendingChange } from '../ir/node.ts'
import { closedByPatterns, entryNode, isOpen, neededKey, sayKeys } from './encode-record.ts'
import type { PassContext } from './pass.ts'
import { sayCounts } from './say-counts.ts'

/** Sends properties that are not declared, but have a type, as entries in a property of their own. */
export function encodeExtras(node: ObjectNode, shape: Node, context: PassContext): Node {
  const name = freeName('extra_properties', new Set(node.fields.map((field) => field.name)))
  const description = 'Further properties, as a list of { key, value }.'
  const entries = createArray(
    { origin: node.origin, sources: [], description },
    { prefix: [], items: entryNode(node, context), mentions: [] },
  )
  const needed = node.requiredElsewhere.map((each) => each.name)
  const says = needed.length === 0 ? node.says : [...(node.says ?? []), `${name} needs the keys ${needed.join(', ')}.`]
  const encoded: ObjectNode = amend(node, {
    says,
    fields: [...node.fields, { name, value: entries, required: false }],
    requiredElsewhere: [],
    extras: undefined,
    patterns: [],
    mentions: [],
    minProperties: undefined,
    maxProperties: undefined,
    encoding: { type: 'extras', name, patterns: node.patterns.map((each) => each.pattern), hasRest: isOpen(node) },
  })
  const changes = node.mentions.map(({ at, keyword }) => encodedAs(at, keyword, name))
  if (node.extras === undefined) changes.push(closedByPatterns(node))
  for (const each of node.requiredElsewhere) changes.push(neededKey(each.at))
  return sayCounts(sayKeys(report(encoded, ...changes), node, shape), node)
}

/** A name that no property has: `_` is added until it is free. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  while (taken.has(name)) name += '_'
  return name
}

function encodedAs(at: string, keyword: string, name: string): PendingChange {
  const note = `Other properties are sent as a list of { key, value } in ${name} and put back.`
  return { at, keyword, code: 'extras-to-entries', effect: 'encoded', enforced: true, note }
}
