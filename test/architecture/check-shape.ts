import { lineOf, type SourceFile } from './source-file.ts'
import { isNode, type SyntaxNode, walk } from './syntax.ts'

/** A function fits on a screen; a file is a few of them. Longest first in the message. */
export const maxFunctionLines = 60
export const maxFileLines = 400

const fileName = /^_?[a-z0-9]+(-[a-z0-9]+)*(\.node)?(\.(test|test-d|examples))?\.ts$/
const folderName = /^[a-z0-9]+(-[a-z0-9]+)*$/
const dumpNames = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc']

export function checkNames(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    const segments = path.split('/')
    const file = segments.pop() ?? ''
    if (!fileName.test(file) || !segments.every((segment) => folderName.test(segment))) {
      return [`${path}: names are kebab-case .ts`]
    }
    const isDump =
      dumpNames.includes(file.replace(/^_|\..*$/g, '')) || segments.some((name) => dumpNames.includes(name))
    return isDump ? [`${path}: name a shared leaf for its noun`] : []
  })
}

export function checkFileLengths(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !file.isTest)
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxFileLines)
    .sort((a, b) => b.lines - a.lines)
    .map(({ path, lines }) => `${path}: ${lines} lines`)
}

export function checkFunctionLengths(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !file.isTest)
    .flatMap(functionsOf)
    .filter(({ lines }) => lines > maxFunctionLines)
    .sort((a, b) => b.lines - a.lines)
    .map(({ at, name, lines }) => `${at}: ${name} has ${lines} lines`)
}

function functionsOf(file: SourceFile): { at: string; name: string; lines: number }[] {
  const found: { at: string; name: string; lines: number }[] = []
  walk(file.syntax, (node, parent) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return
    const line = lineOf(file.text, node.start)
    const lines = lineOf(file.text, node.end) - line + 1
    found.push({ at: `${file.path}:${line}`, name: nameOf(node, parent), lines })
  })
  return found
}

function nameOf(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  const id = [node.id, parent?.id, parent?.key].find(isNode)
  return typeof id?.name === 'string' ? id.name : 'a function'
}

export function checkDefaultExports(files: readonly SourceFile[]): string[] {
  return found(files, (node) => {
    if (node.type === 'ExportDefaultDeclaration') return 'default export'
    const isDefault = node.type === 'ExportSpecifier' && isNode(node.exported) && node.exported.name === 'default'
    return isDefault ? 'default export' : undefined
  })
}

export function checkAny(files: readonly SourceFile[]): string[] {
  return found(files, (node) => (node.type === 'TSAnyKeyword' ? 'any' : undefined))
}

function found(files: readonly SourceFile[], complain: (node: SyntaxNode) => string | undefined): string[] {
  return files.flatMap(({ path, text, syntax }) => {
    const complaints: string[] = []
    walk(syntax, (node) => {
      const complaint = complain(node)
      if (complaint !== undefined) complaints.push(`${path}:${lineOf(text, node.start)}: ${complaint}`)
    })
    return complaints
  })
}

/** Switched-off type checks, and promises to do it later. A type test may expect an error. */
export function checkDirectives(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text, isTest }) => {
    const banned = isTest ? /@ts-(ignore|nocheck)/g : /@ts-(ignore|nocheck|expect-error)|\b(TODO|FIXME|XXX|HACK)\b/g
    return [...text.matchAll(banned)].map((match) => `${path}:${lineOf(text, match.index)}: ${match[0]}`)
  })
}

/** A door names what it opens onto, so that the pinned list can be read next to it. */
export function checkDoors(files: readonly SourceFile[]): string[] {
  const doors = files.filter(({ path }) => /(^|\/)index\.ts$/.test(path))
  return found(doors, (node) => (node.type === 'ExportAllDeclaration' ? 'export *' : undefined))
}
