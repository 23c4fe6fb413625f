import type { Node, PendingChange } from '../ir/node.ts'
import { firstSource } from '../ir/node.ts'
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
      if (rule.keyword === 'dependencies') changes.push(reworded(rule.at, 'dependencies'))
      stack.push(...rule.nodes.values())
    }
  }
  return changes
}

const identifiers = new Set('$id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary'.split(' '))

function reportNode(node: Node): PendingChange[] {
  const changes: PendingChange[] = []
  for (const { at, keyword } of node.annotations ?? []) {
    if (identifiers.has(keyword)) changes.push(dropped(at, keyword))
    if (keyword === 'definitions') changes.push(reworded(at, keyword))
  }
  const source = firstSource(node)
  if (typeof source !== 'object') return changes
  for (const keyword of ['nullable', 'x-nullable', 'example']) {
    if (source[keyword] !== undefined && source[keyword] !== false) changes.push(reworded(node.origin, keyword))
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (source[keyword] === true) changes.push(reworded(node.origin, keyword))
  }
  if (Array.isArray(source['items'])) {
    for (const keyword of ['items', 'additionalItems']) {
      if (source[keyword] !== undefined) changes.push(reworded(node.origin, keyword))
    }
  }
  return changes
}

function reworded(at: string, keyword: string): PendingChange {
  const note = `${keyword} is written as in JSON Schema 2020-12.`
  return { at, keyword, code: 'keyword-reworded', effect: 'rewritten', enforced: true, note }
}

function dropped(at: string, keyword: string): PendingChange {
  const note = 'References lead to $defs, so nothing needs a name of its own.'
  return { at, keyword, code: 'metadata-dropped', effect: 'dropped', enforced: true, note }
}
