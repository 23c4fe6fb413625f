import type { Node } from '../../ir/node.ts'

/**
 * The parts that every value of a node needs, as Gemini sees it: an optional property or a list that may be empty ends a loop, nothing
 * else does. Not even null beside an object, and not a list that may be null (both measured), or that does not say that it is one.
 */
export function neededNodes(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'union':
      return node.options
    case 'all':
      return node.parts
    case 'object':
      return [
        ...node.fields.filter((field) => field.required).map((field) => field.value),
        ...node.patterns.map((each) => each.value),
        ...(node.extras === undefined ? [] : [node.extras]),
      ]
    case 'array': {
      const mayBeEmpty = (node.minItems ?? 0) === 0 && !node.nullable && !node.inferred
      return mayBeEmpty || node.items === undefined ? node.prefix : [...node.prefix, node.items]
    }
    default:
      return []
  }
}

/** The definitions that every value of a node needs a value of. */
export function neededTargets(root: Node): string[] {
  return collectTargets(root, neededNodes)
}

/** The definitions that a node refers to, by way of some of its parts. */
export function collectTargets(root: Node, next: (node: Node) => readonly Node[]): string[] {
  const targets = new Set<string>()
  const stack: Node[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'ref') targets.add(node.target)
    stack.push(...next(node))
  }
  return [...targets]
}
