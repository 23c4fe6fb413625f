import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sampleOf } from '../test-level.ts'

/** Real schemas that nobody here wrote; see the README beside them. They are not part of the repository. */
const folder = fileURLToPath(new URL('../../../shared/corpora/', import.meta.url))

/** Prime, so that a sample meets every dialect's own selection of records. */
const sampledEvery = 29

export const hasCorpora = existsSync(folder)

export interface CorpusRecord {
  readonly id: string
  readonly schema: unknown
  readonly schemaRaw?: unknown
  readonly valid?: readonly unknown[]
  readonly invalid?: readonly unknown[]
  readonly invalidFormatOnly?: readonly unknown[]
  readonly draft?: string
  readonly kind?: string
  readonly formatAssert?: boolean
  readonly needsRemotes?: boolean
  readonly labelsVerified?: boolean
  readonly optional?: boolean
  readonly description?: string
}

export const corpora = [
  ...['mcp', 'openapi', 'schemastore', 'jsts', 'bfcl', 'acebench', 'functionchat', 'sealtools', 'taubench'],
] as const

export type Corpus = (typeof corpora)[number]

/** The records of a corpus, in order; of them a sample, unless all tests are run. */
export function readCorpus(name: Corpus): CorpusRecord[] {
  const lines = readFileSync(`${folder}${name}.jsonl`, 'utf8').split('\n')
  return sampleOf(lines, sampledEvery)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusRecord)
}

/** What to print where the corpora are missing. */
export const skipped = 'skipped: ../shared/corpora is not on this machine'
