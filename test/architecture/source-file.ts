import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, type SyntaxNode } from './syntax.ts'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export interface SourceFile {
  /** From `src/`, with forward slashes: `schema/read/draft.ts`. */
  readonly path: string
  readonly text: string
  readonly isTest: boolean
  readonly syntax: SyntaxNode
}

function sourceFile(path: string, text: string): SourceFile {
  return { path, text, isTest: /\.test(-d)?\.ts$/.test(path), syntax: parse(path.endsWith('.ts') ? text : '') }
}

/** A small tree for the bad examples: path -> text. */
export function sourceFiles(texts: Record<string, string>): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => sourceFile(path, text))
}

/** The tests of the whole repository, as text: path from the root -> text. */
export function readTestTexts(): { path: string; text: string }[] {
  return ['src', 'test', 'interop']
    .flatMap(testsBelow)
    .filter((path) => !path.startsWith('test/architecture/'))
    .map((path) => ({ path, text: readFileSync(`${projectRoot}/${path}`, 'utf8') }))
}

function testsBelow(folder: string): string[] {
  return readdirSync(`${projectRoot}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsBelow(path)
    return path.endsWith('.test.ts') ? [path] : []
  })
}

export function readSourceFiles(): SourceFile[] {
  return readdirSync(`${projectRoot}/src`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
    .map((file) =>
      sourceFile(file.slice(`${projectRoot}/src/`.length).replaceAll('\\', '/'), readFileSync(file, 'utf8')),
    )
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
