import { assertNever } from '../../core/assert-never.ts'
import { amend } from './amend.ts'
import { copyNode } from './create-node.ts'
import type { Node, Rule } from './node.ts'

/** A tree, and the definitions that the references left in it lead to, by pointer. */
export interface Forest {
  readonly root: Node
  readonly definitions: ReadonlyMap<string, Node>
}

/** Every tree of a forest, the root first. */
export function treesOf(forest: Forest): Node[] {
  if (forest.definitions.size === 0) return [forest.root]
  const others = [...forest.definitions.values()].filter((tree) => tree !== forest.root)
  return [forest.root, ...others]
}

/** The forest with every tree mapped. */
export function mapForest(forest: Forest, map: (tree: Node) => Node): Forest {
  const root = map(forest.root)
  if (forest.definitions.size === 0) return { root, definitions: forest.definitions }
  const definitions = new Map<string, Node>()
  for (const [target, tree] of forest.definitions) definitions.set(target, tree === forest.root ? root : map(tree))
  return { root, definitions }
}

/** The forest with every node rewritten, children first. A node that stands in several places is rewritten once. */
export function rewriteForest(forest: Forest, rewrite: (inner: Node, node: Node) => Node): Forest {
  const done = new Map<Node, Node>()
  const visit = (node: Node): Node => {
    const known = done.get(node)
    if (known !== undefined) return known
    const result = rewrite(mapChildren(node, visit), node)
    done.set(node, result)
    return result
  }
  return mapForest(forest, visit)
}

/** The forest without the definitions that no reference leads to any more. */
export function withoutUnused(forest: Forest): Forest {
  if (forest.definitions.size === 0) return forest
  const used = new Set<string>()
  const seen = new Set<Node>()
  const stack: Node[] = [forest.root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    const target = node.kind === 'ref' ? forest.definitions.get(node.target) : undefined
    if (node.kind === 'ref' && target !== undefined) {
      used.add(node.target)
      stack.push(target)
    }
    stack.push(...childrenOf(node))
  }
  if (used.size === forest.definitions.size) return forest
  const definitions = new Map([...forest.definitions].filter(([target]) => used.has(target)))
  return { root: forest.root, definitions }
}

/** The children of a node that stand for parts of a value, in source order. */
export function childrenOf(node: Node): readonly Node[] {
  if (!hasChildren(node)) return none
  const children: Node[] = []
  everyChild(node, (child) => children.push(child) > 0)
  return children
}

const none: readonly Node[] = []

/** The children of a node, and what its rules hold. */
export function childrenAndRules(node: Node): readonly Node[] {
  if (node.rules === undefined) return childrenOf(node)
  return [...childrenOf(node), ...node.rules.flatMap((rule) => [...rule.nodes.values()])]
}

/** Whether a node can have children. */
export function hasChildren({ kind }: Node): boolean {
  return kind === 'array' || kind === 'object' || kind === 'union' || kind === 'all'
}

/** Whether a test holds for every child. Stops at the first for which it does not; makes no list of them. */
export function everyChild(node: Node, test: (child: Node) => boolean): boolean {
  switch (node.kind) {
    case 'array':
      return node.prefix.every(test) && (node.items === undefined || test(node.items))
    case 'object':
      for (const field of node.fields) if (!test(field.value)) return false
      for (const each of node.patterns) if (!test(each.value)) return false
      return node.extras === undefined || test(node.extras)
    case 'union':
      return node.options.every(test)
    case 'all':
      return node.parts.every(test)
    default:
      return true
  }
}

/** The nodes of some trees, each once: a node before its children, and those before what its rules hold. */
export interface Reached {
  readonly nodes: ReadonlySet<Node>
  /** Those of them that stand beside what they speak of, not in it. */
  readonly inRules: ReadonlySet<Node>
}

const noNodes: ReadonlySet<Node> = new Set()

export function nodesOf(trees: readonly Node[]): Reached {
  const nodes = new Set<Node>()
  let inRules: Set<Node> | undefined
  const visit = (node: Node, isInRule: boolean): true => {
    const before = nodes.size
    if (nodes.add(node).size === before) return true
    if (isInRule) {
      inRules ??= new Set()
      inRules.add(node)
    }
    everyChild(node, isInRule ? visitRule : visitPart)
    if (node.rules !== undefined)
      for (const rule of node.rules) for (const inner of rule.nodes.values()) visit(inner, true)
    return true
  }
  const visitPart = (node: Node) => visit(node, false)
  const visitRule = (node: Node) => visit(node, true)
  for (const tree of trees) visit(tree, false)
  return { nodes, inRules: inRules ?? noNodes }
}

/** The node with every child mapped; the very same node when nothing changed. */
export function mapChildren(node: Node, map: (child: Node) => Node): Node {
  switch (node.kind) {
    case 'any':
    case 'never':
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'ref':
      return node
    case 'array': {
      const prefix = mapList(node.prefix, map)
      const items = node.items === undefined ? undefined : map(node.items)
      if (prefix === node.prefix && items === node.items) return node
      const copy = copyNode(node)
      copy.prefix = prefix
      copy.items = items
      return copy
    }
    case 'object': {
      const fields = mapList(node.fields, (field) => {
        const value = map(field.value)
        return value === field.value ? field : { name: field.name, value, required: field.required }
      })
      const patterns = mapList(node.patterns, (each) => {
        const value = map(each.value)
        return value === each.value ? each : { pattern: each.pattern, value }
      })
      const extras = node.extras === undefined ? undefined : map(node.extras)
      if (fields === node.fields && patterns === node.patterns && extras === node.extras) return node
      const copy = copyNode(node)
      copy.fields = fields
      copy.patterns = patterns
      copy.extras = extras
      return copy
    }
    case 'union': {
      const options = mapList(node.options, map)
      return options === node.options ? node : amend(node, { options })
    }
    case 'all': {
      const parts = mapList(node.parts, map)
      return parts === node.parts ? node : amend(node, { parts })
    }
    default:
      return assertNever(node)
  }
}

function mapList<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  let result: T[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!
    const mapped = map(item)
    if (mapped === item) continue
    result ??= items.slice()
    result[index] = mapped
  }
  return result ?? items
}

/** The rule with each of its subschemas mapped. */
export function mapRule(rule: Rule, map: (child: Node) => Node): Rule {
  return { ...rule, nodes: new Map([...rule.nodes].map(([name, node]) => [name, map(node)])) }
}
