import { findJsonProblem } from '../core/json.ts'
import type { AnyToolResultContent, AnyToolResultOutput } from '../core/message.ts'

/** Deeper than this, JSON text is not written: `JSON.stringify` recurses. */
const deepest = 1000

/** A tool's output as text, for where it cannot stand as a result, or not whole. */
export function outputText(output: AnyToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return jsonText(output.value)
    case 'execution-denied':
      return output.reason ?? 'The user did not allow it.'
    case 'content':
      return output.value.map(contentText).join('\n')
    default:
      // A kind of output that a later version of `ai` knows.
      return jsonText(output)
  }
}

function contentText(entry: AnyToolResultContent): string {
  if (entry.type === 'text') return entry.text
  const mediaType = 'mediaType' in entry && entry.mediaType !== undefined ? ` of type ${entry.mediaType}` : ''
  return `[${entry.type}${mediaType}]`
}

function jsonText(value: unknown): string {
  return findJsonProblem(value, deepest) === undefined ? JSON.stringify(value) : '[a value without a JSON form]'
}
