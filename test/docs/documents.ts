import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A Markdown document of this repository. */
export interface MarkdownDocument {
  readonly path: string
  readonly text: string
}

/** Every document that people read: those at the root, and all under docs/. */
export function readDocuments(): MarkdownDocument[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'))
  const below = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  return [...atRoot, ...below.map((name) => `docs/${name.replaceAll('\\', '/')}`)].sort().map(readDocument)
}

export function readDocument(path: string): MarkdownDocument {
  return { path, text: readFileSync(root + path, 'utf8') }
}

/** Writes a document anew where `UPDATE_DOCS=1` asks for it. True when it did. */
export function updateDocument({ path }: MarkdownDocument, text: string): boolean {
  if (process.env['UPDATE_DOCS'] !== '1') return false
  writeFileSync(root + path, text)
  return true
}
