import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../shared/corpora/', import.meta.url)

/** Corpora of tools and of schemas; none where the folder is not on the machine. */
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

/** What a model is to fill in: the inputs of tools, the bodies of requests. Outputs and responses are left out. */
export function readInputs(name) {
  return readCorpus(name)
    .filter(({ kind }) => kind !== 'output' && kind !== 'response')
    .map(({ id, text }) => ({ id, schema: JSON.parse(text) }))
}
