import { dropped, type Mention, type PendingChange, rewritten } from '../change.ts'
import type { Node } from '../ir/node.ts'
import { ownSchema } from '../ir/node.ts'
import { childrenOf } from '../ir/walk.ts'

/** Reports what JSON Schema 2020-12 says with other words than the source: older keywords, OpenAPI's, ids. */
export function findRewording(roots: Iterable<Node>): PendingChange[] {
  const changes: PendingChange[] = []
  const seen = new Set<Node>()
  const stack: Node[] = [...roots]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    changes.push(...reportNode(node))
    stack.push(...childrenOf(node))
    for (const rule of node.rules ?? []) {
      if (rule.keyword === 'dependencies') changes.push(reworded(rule))
      stack.push(...rule.nodes.values())
    }
  }
  return changes
}

const identifiers = new Set('$id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary'.split(' '))

function reportNode(node: Node): PendingChange[] {
  const changes: PendingChange[] = []
  const note = 'References lead to $defs, so nothing needs a name of its own.'
  for (const annotation of node.annotations ?? []) {
    if (identifiers.has(annotation.keyword))
      changes.push(dropped(annotation, 'metadata-dropped', note, { enforced: true }))
    if (annotation.keyword === 'definitions') changes.push(reworded(annotation))
  }
  const source = ownSchema(node)
  if (source === undefined) return changes
  const said = ['nullable', 'x-nullable', 'example'].filter(
    (each) => source[each] !== undefined && source[each] !== false,
  )
  const flags = ['exclusiveMinimum', 'exclusiveMaximum'].filter((each) => source[each] === true)
  const lists = Array.isArray(source['items'])
    ? ['items', 'additionalItems'].filter((each) => source[each] !== undefined)
    : []
  for (const keyword of [...said, ...flags, ...lists]) changes.push(reworded({ at: node.origin, keyword }))
  return changes
}

function reworded(place: Mention): PendingChange {
  return rewritten(place, 'keyword-reworded', `${place.keyword} is written as in JSON Schema 2020-12.`)
}
