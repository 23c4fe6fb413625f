import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Recorded traffic of other projects. It lies beside the repository and is on no user's machine. */
const root = fileURLToPath(new URL('../../../shared/recordings/', import.meta.url))

/** One recorded request and its answer. */
export interface Exchange {
  readonly directory: string
  /** The file of the answer: for reports, never for decisions. */
  readonly name: string
  readonly model: string
  /** As the recorder left it: some hosts are replaced by placeholders that no parser takes. */
  readonly url: string
  readonly status: number
  readonly isStream: boolean
  /** The text of the request, if the source kept it. */
  readonly request: string | undefined
  /** The body of the answer, in the framing of the wire. */
  readonly response: string
}

interface IndexLine {
  readonly file: string
  readonly request?: string
  readonly url?: string
  readonly model?: string
  readonly status: number
}

/** The folders of recordings; none where they are absent. In a worktree they are found by `TOOLFIT_RECORDINGS`. */
export function recordedDirectories(): string[] {
  const folder = recordingsFolder()
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => existsSync(`${folder}${name}/index.jsonl`))
}

function recordingsFolder(): string {
  const own = process.env['TOOLFIT_RECORDINGS']
  return own === undefined ? root : `${own}/`
}

export function readExchanges(directory: string): Exchange[] {
  const folder = recordingsFolder()
  const lines = readFileSync(`${folder}${directory}/index.jsonl`, 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const entry = JSON.parse(line) as IndexLine
    if (!/\.response\.(json|sse|chunks\.txt)$/.test(entry.file)) return []
    const text = readFileSync(folder + entry.file, 'utf8')
    return {
      directory,
      name: entry.file,
      model: entry.model ?? '',
      url: entry.url ?? '',
      status: entry.status,
      isStream: !entry.file.endsWith('.json'),
      request: typeof entry.request === 'string' ? readFileSync(folder + entry.request, 'utf8') : undefined,
      response: pairResults(entry.file.endsWith('.chunks.txt') ? frame(text) : text),
    }
  })
}

/** Some sources kept the data of the events without their framing. */
function frame(lines: string): string {
  const events = lines.split('\n').filter((line) => line.trim() !== '')
  return events.map((data) => `data: ${data}\n\n`).join('')
}

/**
 * A recorder replaced the ids of results, but not those of the calls of Anthropic's own tools, so that such a result belonged to no call:
 * Anthropic would refuse it. Each gets the id of the call before it.
 */
function pairResults(response: string): string {
  let call: string | undefined
  return response.replace(/"(id|tool_use_id)":\s*"((?:srv)?toolu_[^"]*)"/g, (found, key: string, id: string) => {
    if (key === 'id') call = id
    const isLost = key === 'tool_use_id' && id.includes('_REDACTED') && !new RegExp(`"id":\\s*"${id}"`).test(response)
    return isLost && call !== undefined ? found.replace(id, call) : found
  })
}

/** A recorder's placeholder for an opaque value: its place is real, the value is not. */
export const placeholder = /\b[a-z_]+_REDACTED(?:_\d+)?\b/g
