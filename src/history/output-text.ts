import { findJsonProblem } from '../core/json.ts'
import type { AnyToolResultContent, AnyToolResultOutput } from '../core/message.ts'

/** Deeper values are not written as JSON, because `JSON.stringify` recurses. */
const maxDepth = 1000

/** A tool's output as text, for an output that is shortened or has lost its call. */
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
      // A kind of output from a later version of `ai`.
      return jsonText(output)
  }
}

function contentText(entry: AnyToolResultContent): string {
  if (entry.type === 'text') return entry.text
  const mediaType = 'mediaType' in entry && entry.mediaType !== undefined ? ` of type ${entry.mediaType}` : ''
  return `[${entry.type}${mediaType}]`
}

function jsonText(value: unknown): string {
  return findJsonProblem(value, maxDepth) === undefined ? JSON.stringify(value) : '[a value without a JSON form]'
}
