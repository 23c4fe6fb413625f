import { posix } from 'node:path'
import type { SourceFile } from './source-file.ts'
import { isNode, walk } from './syntax.ts'

export interface Import {
  readonly from: string
  readonly specifier: string
  /** The imported module's path from `src/`; undefined for a package. */
  readonly target?: string
}

/** Every import and re-export, types included: static, dynamic, and `import('…').Type`. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = []
  walk(file.syntax, ({ source }) => {
    if (!isNode(source) || typeof source.value !== 'string') return
    const specifier = source.value
    const isRelative = specifier.startsWith('.')
    const target = posix.join(posix.dirname(file.path), specifier)
    found.push({ from: file.path, specifier, ...(isRelative && { target }) })
  })
  return found
}
