import { posix } from 'node:path'
import type { SourceFile } from './source-file.ts'
import { isNode, type SyntaxNode, walk } from './syntax.ts'

export interface Import {
  readonly from: string
  readonly specifier: string
  /** The imported module's path from `src/`; undefined for a package. */
  readonly target?: string
  /** Evaluated when the importing module is: not a type alone, and not `import()`. */
  readonly isEvaluated: boolean
}

/** Every import and re-export, types included: static, dynamic, and `import('…').Type`. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = []
  walk(file.syntax, (node) => {
    const { source } = node
    if (!isNode(source) || typeof source.value !== 'string') return
    const specifier = source.value
    const isRelative = specifier.startsWith('.')
    const target = posix.join(posix.dirname(file.path), specifier)
    found.push({ from: file.path, specifier, isEvaluated: isEvaluated(node), ...(isRelative && { target }) })
  })
  return found
}

function isEvaluated(node: SyntaxNode): boolean {
  if (!/^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration)$/.test(node.type)) return false
  if (node.importKind === 'type' || node.exportKind === 'type') return false
  const names = Array.isArray(node.specifiers) ? node.specifiers : []
  return names.length === 0 || names.some(({ importKind, exportKind }) => (importKind ?? exportKind) !== 'type')
}
