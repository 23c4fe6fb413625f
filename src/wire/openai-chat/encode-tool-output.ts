import type { JsonObject } from '../../core/json.ts'
import type { AnyToolResultContent, AnyToolResultPart } from '../../core/message.ts'
import type { RequestWarning } from '../model-request.ts'
import { orMissing, resultFile } from '../result-file.ts'
import { encodeFile } from './encode-user-content.ts'
import type { ChatQuirks } from './quirks.ts'

export interface EncodedOutput {
  readonly text: string
  /** Parts for a user's message, led by a line that says whose they are. */
  readonly files: JsonObject[]
}

/** Writes what a tool gave back. A tool message holds text only. */
export function encodeToolOutput(
  { toolCallId, output }: AnyToolResultPart,
  quirks: ChatQuirks,
  warn: (warning: RequestWarning) => void,
): EncodedOutput {
  if (output.type === 'text' || output.type === 'error-text') return { text: output.value, files: [] }
  if (output.type === 'execution-denied') return { text: output.reason ?? 'The user denied this call.', files: [] }
  if (output.type !== 'content') return { text: JSON.stringify(output.value ?? null), files: [] }
  const texts: string[] = []
  const files: JsonObject[] = []
  for (const entry of output.value) {
    const encoded = entry.type === 'text' ? entry.text : encodeEntry(entry, quirks, warn)
    if (typeof encoded === 'string') texts.push(encoded)
    else if (encoded !== undefined) files.push(encoded)
  }
  if (files.length === 0) return { text: texts.join('\n'), files }
  const label: JsonObject = { type: 'text', text: `Files of the result of tool call ${toolCallId}:` }
  const note = `The files of this result (${files.length}) follow in the next user message.`
  return { text: [...texts, note].join('\n'), files: [label, ...files] }
}

/** A part of a user's message, or a text that says what is missing. */
function encodeEntry(
  entry: AnyToolResultContent,
  { optionsKey }: ChatQuirks,
  warn: (warning: RequestWarning) => void,
): JsonObject | string | undefined {
  const source = resultFile(entry, optionsKey, warn)
  if (source === undefined) return undefined
  const filename = 'filename' in entry ? entry.filename : undefined
  const providerOptions = 'providerOptions' in entry ? entry.providerOptions : undefined
  return orMissing(source, warn, () => encodeFile(source, { filename, optionsKey, providerOptions }))
}
