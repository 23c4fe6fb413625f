import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { shapeRow, sizeRow, toMarkdown } from './report.mjs'

const document = new URL('../../docs/natural.md', import.meta.url)

/** Writes the tables of `docs/natural.md` anew: one region for the servers, which a clone can measure, and one for the corpora. */
export function writeTables({ node, rows }) {
  const servers = rows.filter(({ set }) => set === 'servers')
  const corpora = rows.filter(({ set }) => set !== 'servers')
  let text = readFileSync(document, 'utf8')
  if (servers.length > 0) text = replace(text, 'servers', servers, node)
  if (corpora.length > 0) text = replace(text, 'corpora', corpora, node)
  writeFileSync(document, text)
  const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))
  execFileSync(biome, ['format', '--write', fileURLToPath(document)])
}

function replace(text, region, rows, node) {
  const tables = [shapeRow, sizeRow].map((toRow) => toMarkdown(rows.map(toRow)))
  const pattern = new RegExp(`(<!-- measured: ${region} -->\n)[\\s\\S]*?(<!-- end -->)`)
  if (!pattern.test(text)) throw new Error(`docs/natural.md has no region "${region}".`)
  return text.replace(
    pattern,
    (_, start, end) => `${start}\nNode ${node.slice(1)}.\n\n${tables.join('\n\n')}\n\n${end}`,
  )
}
