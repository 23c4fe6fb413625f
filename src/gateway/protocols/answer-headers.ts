import type { RequestDraft } from '../observe/request-record.ts'

/** What had no effect, and what was repaired, in the client's words. */
export interface AnswerNotes {
  readonly ignored: readonly string[]
  readonly repaired: readonly string[]
  /** The protocol's own parameters. Other names come from the client, and do not go into logs. */
  readonly known: ReadonlySet<string>
}

/** Longer lists are cut: `x-toolfit-report` has all of it. */
const longestHeader = 1_000

/** Headers that say what had no effect and what was repaired. Writes the same to the record of the request. */
export function answerHeaders({ ignored, repaired, known }: AnswerNotes, record: RequestDraft): Record<string, string> {
  const headers: Record<string, string> = {}
  if (ignored.length > 0) {
    record.ignored = [...new Set(ignored.map((name) => labelOf(name, known)))]
    headers['x-toolfit-ignored'] = toHeader(ignored)
  }
  if (repaired.length > 0) {
    record.repaired = repaired
    headers['x-toolfit-repaired'] = toHeader(repaired)
  }
  return headers
}

/** Characters that no header can hold become question marks: names come from clients. */
function toHeader(names: readonly string[]): string {
  const text = names.map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/g, '?')).join(', ')
  return text.length > longestHeader ? `${text.slice(0, longestHeader - 3)}...` : text
}

function labelOf(name: string, known: ReadonlySet<string>): string {
  if (known.has(name)) return name
  return name.startsWith('google.') ? 'google' : 'unknown'
}
