import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../shared/corpora/', import.meta.url)

export const corpusNames = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => file.replace('.jsonl', ''))
  : []

/** The records of a corpus, each schema as text: every measurement parses its own fresh object from it. */
export function readCorpus(name) {
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const { id, kind, schema } = JSON.parse(line)
    return { id, kind, text: JSON.stringify(schema) }
  })
}
