import { isPlainObject } from '../../core/json.ts'
import { replace } from '../result/tool-output.ts'

/** Content as the conventions write it: messages with a role and parts. Spans hold no structures, so it is JSON text. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, replace) ?? 'null'
  } catch {
    // It contains itself, or its toJSON throws.
    return '"[no JSON]"'
  }
}

/** The messages of a prompt. */
export function inputMessages(messages: readonly unknown[]): string {
  return toJson(
    messages.filter(isPlainObject).map(({ role, content }) => ({
      role,
      parts: typeof content === 'string' ? [textPart(content)] : toParts(content),
    })),
  )
}

/** An answer: one message. The results of its calls are in the spans of the tools. */
export function outputMessages(content: readonly unknown[], finishReason: string): string {
  const parts = toParts(content.filter((part) => (part as { type?: unknown }).type !== 'tool-result'))
  return toJson([{ role: 'assistant', parts, finish_reason: finishWords[finishReason] ?? finishReason }])
}

/** The words that the conventions have for these reasons. */
const finishWords: Readonly<Record<string, string>> = { 'tool-calls': 'tool_call', 'content-filter': 'content_filter' }

function textPart(content: unknown): object {
  return { type: 'text', content }
}

function toParts(content: unknown): object[] {
  return Array.isArray(content) ? content.filter(isPlainObject).flatMap(toPart) : []
}

function toPart(part: Record<string, unknown>): object | object[] {
  switch (part.type) {
    case 'text':
      return textPart(part.text)
    case 'reasoning':
      return { type: 'reasoning', content: part.text }
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input }
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: responseOf(part.output) }
    case 'file':
    case 'image':
      return filePart(part)
    default:
      // Sources, approvals and results of calls are not part of the message.
      return []
  }
}

/** In a message, an output is wrapped by its kind. */
function responseOf(output: unknown): unknown {
  if (!isPlainObject(output)) return output
  if (output.type === 'content') return toParts(output.value)
  return 'value' in output ? output.value : output
}

/** The type of a file, without its bytes: most collectors refuse so much data. */
function filePart({ type, mediaType, file }: Record<string, unknown>): object {
  const mimeType = mediaType ?? (file as { mediaType?: unknown } | undefined)?.mediaType
  const [kind = ''] = typeof mimeType === 'string' ? mimeType.split('/') : []
  const modality = type === 'image' ? 'image' : ['image', 'video', 'audio'].includes(kind) ? kind : 'document'
  return { type: 'blob', modality, ...(mimeType === undefined ? {} : { mime_type: mimeType }) }
}
