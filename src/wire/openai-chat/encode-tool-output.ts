import type { JsonObject } from '../../core/json.ts'
import type { AnyToolResultPart } from '../../core/message.ts'
import { resultFile } from '../result-file.ts'
import { encodeFile } from './encode-user-content.ts'
import type { ChatQuirks } from './quirks.ts'

export interface EncodedOutput {
  readonly text: string
  /** Parts for a user's message, led by a line that says whose they are. */
  readonly files: JsonObject[]
}

/** Writes what a tool gave back. A tool message holds text only. */
export function encodeToolOutput({ toolCallId, output }: AnyToolResultPart, quirks: ChatQuirks): EncodedOutput {
  if (output.type === 'text' || output.type === 'error-text') return { text: output.value, files: [] }
  if (output.type === 'execution-denied') return { text: output.reason ?? 'The user denied this call.', files: [] }
  if (output.type !== 'content') return { text: JSON.stringify(output.value ?? null), files: [] }
  const texts = output.value.flatMap((entry) => (entry.type === 'text' ? entry.text : []))
  const files = output.value.flatMap((entry): JsonObject[] => {
    const source = resultFile(entry, quirks.optionsKey)
    if (source === undefined) return []
    const filename = 'filename' in entry ? entry.filename : undefined
    const { optionsKey } = quirks
    const providerOptions = 'providerOptions' in entry ? entry.providerOptions : undefined
    return [encodeFile(source, { filename, optionsKey, providerOptions })]
  })
  if (files.length === 0) return { text: texts.join('\n'), files }
  const label: JsonObject = { type: 'text', text: `Files of the result of tool call ${toolCallId}:` }
  const note = `The files of this result (${files.length}) follow in the next user message.`
  return { text: [...texts, note].join('\n'), files: [label, ...files] }
}
