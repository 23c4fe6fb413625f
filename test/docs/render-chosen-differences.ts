import { readDocument } from './documents.ts'
import { renderTable } from './render-changes.ts'

const sources = ['compared', 'shown'].map((kind) => `interop/differential/${kind}-differences.ts`)
const text = `('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`(?:[^\`\\\\]|\\\\.)*\`)`
const fields = ['name', 'ai', 'toolfit', 'reason']
const entry = new RegExp(fields.map((field) => `${field}:\\s+${text},`).join('\\s+'), 'g')

/**
 * The differences that the comparison with `ai` 7 allows for. They are read as text, because the file that has them needs the packages
 * of interop/.
 */
export function renderChosenDifferences(): string {
  return renderTable(['`ai` 7', 'Toolfit', 'why'], sources.flatMap(readRows))
}

function readRows(source: string): string[][] {
  const code = readDocument(source).text
  const rows = [...code.matchAll(entry)].map(([, , ...literals]) => literals.map(readLiteral))
  const count = code.match(/^ {4}name: /gm)?.length ?? 0
  if (rows.length === 0 || rows.length !== count) throw new Error(`${source}: ${rows.length} of ${count} can be read.`)
  return rows
}

function readLiteral(literal: string | undefined): string {
  return new Function(`return ${literal}`)() as string
}
