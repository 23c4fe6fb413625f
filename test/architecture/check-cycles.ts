import { importsOf } from './imports.ts'
import type { SourceFile } from './source-file.ts'

/** Import cycles among modules, type-only imports counted too; each as `a -> b -> a`, shortest first. */
export function checkCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map(files.map((file) => [file.path, importsOf(file).flatMap(({ target }) => target ?? [])]))
  const cycles: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const seenAt = trail.indexOf(path)
    if (seenAt >= 0) cycles.push([...trail.slice(seenAt), path].join(' -> '))
    if (seenAt >= 0 || done.has(path)) return
    trail.push(path)
    for (const next of graph.get(path) ?? []) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const path of graph.keys()) visit(path)
  return [...new Set(cycles)].sort((a, b) => a.length - b.length)
}
