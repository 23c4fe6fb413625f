import { parseAst } from 'vitest/node'

// TypeScript 7 has no stable compiler API yet; vitest brings a parser that knows TypeScript.

export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export function parse(text: string): SyntaxNode {
  return parseAst(text, { lang: 'ts' }) as unknown as SyntaxNode
}

/** Calls `visit` for every node below and including `node`, parents first. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent?: SyntaxNode) => void,
  parent?: SyntaxNode,
): void {
  visit(node, parent)
  for (const child of childrenOf(node)) walk(child, visit, node)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}
