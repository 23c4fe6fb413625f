import type { Emitted } from './emit-tree.ts'
import { emitTree } from './emit-tree.ts'
import { lowerGraph } from './lower.ts'
import type { OpenedSource } from './open-source.ts'
import type { Settings } from './options.ts'
import type { Source } from './read/source.ts'

/** The whole way of the compiler: read, rewrite, write. */
export function rewriteSource(source: Source, opened: OpenedSource, settings: Settings): Emitted {
  return emitTree(source, opened, lowerGraph(opened.graph, opened, settings), settings)
}
