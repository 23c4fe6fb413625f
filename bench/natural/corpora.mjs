import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../shared/corpora/', import.meta.url)

/** Corpora of tools and of schemas; none where the folder is not on the machine. */
export const corpusNames = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => file.replace('.jsonl', ''))
  : []

/** What a model is to fill in: the inputs of tools, the bodies of requests. Outputs and responses are left out. */
export function readCorpus(name) {
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trimEnd()
    .split('\n')
  const records = lines.map((line) => JSON.parse(line))
  return records
    .filter(({ kind }) => kind !== 'output' && kind !== 'response')
    .map(({ id, schema }) => ({ id, schema }))
}
