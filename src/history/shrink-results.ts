import { isPlainObject } from '../core/json.ts'
import type { AnyModelMessage, AnyToolResultOutput, AnyToolResultPart } from '../core/message.ts'
import { partsOf, withParts } from './entry.ts'
import { markOptions, readMark } from './mark.ts'
import { outputText } from './output-text.ts'

/** Shorter than this, nothing but the marker would be left. */
const shortest = 80

/**
 * A tool message whose long results are cut to `limit` characters, with a marker where something is missing; the message itself
 * where none is longer. Opaque data goes with the content that it covered.
 */
export function shrinkResults<M extends AnyModelMessage>(message: M, limit: number): M {
  if (message.role !== 'tool') return message
  const parts = partsOf(message).map((part) => (part.type === 'tool-result' ? shrinkResult(part, limit) : part))
  return parts.every((part, index) => part === message.content[index]) ? message : withParts(message, parts)
}

function shrinkResult(part: AnyToolResultPart, limit: number): AnyToolResultPart {
  const { type, toolCallId, toolName, output } = part
  const text = outputText(output)
  const length = outputLength(output, text)
  const room = Math.max(limit, shortest)
  if (length <= room) return part
  const isError = output.type === 'error-text' || output.type === 'error-json'
  const mark = readMark(part)
  return {
    type,
    toolCallId,
    toolName,
    output: { type: isError ? 'error-text' : 'text', value: shorten(text, length, room) },
    providerOptions: markOptions({ ...mark, shrunk: mark.shrunk ?? length }),
  }
}

/** Files count with their data. */
function outputLength(output: AnyToolResultOutput, text: string): number {
  if (output.type !== 'content') return text.length
  return output.value.reduce((sum, entry) => {
    return sum + ('data' in entry ? dataLength(entry.data) : 0)
  }, text.length)
}

/** Bare, or in an object that says what it is (`ai` 7). */
function dataLength(data: unknown): number {
  if (typeof data === 'string') return data.length
  if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) return data.byteLength
  if (!isPlainObject(data)) return 0
  return dataLength(data['type'] === 'text' ? data['text'] : data['type'] === 'data' ? data['data'] : undefined)
}

/** The beginning and the end of a text, `room` characters in all with the marker between them. */
function shorten(text: string, length: number, room: number): string {
  const marker = `\n[… shortened: ${length} characters before …]\n`
  const rest = Math.max(0, Math.min(room, text.length) - marker.length)
  const head = Math.ceil(rest / 2)
  const tail = text.length - (rest - head)
  return text.slice(0, wholeFrom(text, head, -1)) + marker + text.slice(wholeFrom(text, tail, 1))
}

/** A place to cut that does not fall between the halves of a surrogate pair. */
function wholeFrom(text: string, index: number, step: 1 | -1): number {
  const isInPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1))
  return index > 0 && isInPair ? index + step : index
}
