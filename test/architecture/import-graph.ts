import { importsOf } from './imports.ts'
import type { SourceFile } from './source-file.ts'

/** Module path -> the modules of `src/` that it imports, types included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export function importGraph(files: readonly SourceFile[]): ImportGraph {
  return new Map(files.map((file) => [file.path, importsOf(file).flatMap(({ target }) => target ?? [])]))
}

/** The imports that are followed when a module is loaded: no types, no `import()`. */
export function evaluationGraph(files: readonly SourceFile[]): ImportGraph {
  return new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ target, isEvaluated }) => (isEvaluated && target !== undefined ? target : [])),
    ]),
  )
}

/** The longest path through the imports, from the first importer to the last import. Cycles are entered once. */
export function longestChain(graph: ImportGraph): string[] {
  const chains = new Map<string, readonly string[]>()
  const chainFrom = (path: string): readonly string[] => {
    const found = chains.get(path)
    if (found !== undefined) return found
    chains.set(path, [])
    const longest = (graph.get(path) ?? []).map(chainFrom).reduce((a, b) => (b.length > a.length ? b : a), [])
    const chain = [path, ...longest]
    chains.set(path, chain)
    return chain
  }
  return [...graph.keys()].map(chainFrom).reduce<string[]>((a, b) => (b.length > a.length ? [...b] : a), [])
}

/** Groups of nodes that reach each other (strongly connected components of more than one node). */
export function loopsOf(graph: ImportGraph): string[][] {
  const index = new Map<string, number>()
  const stack: string[] = []
  const loops: string[][] = []
  const visit = (node: string): number => {
    index.set(node, index.size)
    let lowest = index.get(node)!
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next)!)
    }
    if (lowest === index.get(node)) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) loops.push(group.sort())
    }
    return lowest
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return loops
}
