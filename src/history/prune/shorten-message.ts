import { isPlainObject } from '../../core/json.ts'
import type {
  AnyModelMessage,
  AnyToolResultOutput,
  AnyToolResultPart,
  MessageJson,
  ProviderOptions,
} from '../../core/message.ts'
import { type AnyPart, isReasoning, outputText, partsOf, withParts } from '../turns/entry.ts'
import { markOptions, readMark } from '../turns/mark.ts'

/** A shorter limit would leave room for the marker only. */
const shortest = 80

/**
 * A tool message with its results cut to `limit` characters and a marker in place of the rest; the same message if no result is
 * longer. Provider data is removed with the content that it covers.
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

/** Files count with the length of their data. */
function outputLength(output: AnyToolResultOutput, text: string): number {
  if (output.type !== 'content') return text.length
  return output.value.reduce((sum, entry) => {
    return sum + ('data' in entry ? dataLength(entry.data) : 0)
  }, text.length)
}

/** Data may be bare, or in an object that names its kind (`ai` 7). */
function dataLength(data: unknown): number {
  if (typeof data === 'string') return data.length
  if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) return data.byteLength
  if (!isPlainObject(data)) return 0
  return dataLength(data['type'] === 'text' ? data['text'] : data['type'] === 'data' ? data['data'] : undefined)
}

/** The start and the end of a text with the marker between them, `room` characters in all. */
function shorten(text: string, length: number, room: number): string {
  const marker = `\n[… shortened: ${length} characters before …]\n`
  const rest = Math.max(0, Math.min(room, text.length) - marker.length)
  const head = Math.ceil(rest / 2)
  const tail = text.length - (rest - head)
  return text.slice(0, wholeFrom(text, head, -1)) + marker + text.slice(wholeFrom(text, tail, 1))
}

/** A place to cut that does not split a surrogate pair. */
function wholeFrom(text: string, index: number, step: 1 | -1): number {
  const isInPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1))
  return index > 0 && isInPair ? index + step : index
}

/**
 * An assistant message without its reasoning; undefined if nothing is left. If the reasoning has the id of an item that a provider
 * stored, the ids of that provider are removed from the other parts too: it would look them up and ask for their reasoning.
 */
export function dropReasoning<M extends AnyModelMessage>(message: M): M | undefined {
  if (message.role !== 'assistant') return message
  const parts = partsOf(message)
  const dropped = parts.filter(isReasoning)
  if (dropped.length === 0) return message
  const providers = new Set(dropped.flatMap((part) => Object.keys(itemOptions(part))))
  const kept = parts.filter((part) => !isReasoning(part)).map((part) => withoutItemIds(part, providers))
  return kept.length === 0 ? undefined : withParts(message, kept)
}

/** The options that name a stored item, by provider. */
function itemOptions(part: AnyPart): ProviderOptions {
  const options = 'providerOptions' in part ? (part.providerOptions ?? {}) : {}
  return Object.fromEntries(Object.entries(options).filter(([, data]) => data?.['itemId'] !== undefined))
}

function withoutItemIds(part: AnyPart, providers: ReadonlySet<string>): AnyPart {
  const named = Object.keys(itemOptions(part)).filter((provider) => providers.has(provider))
  if (named.length === 0 || !('providerOptions' in part)) return part
  const providerOptions: Record<string, { [key: string]: MessageJson | undefined }> = { ...part.providerOptions }
  for (const provider of named) {
    const { itemId: _, ...rest } = providerOptions[provider]!
    providerOptions[provider] = rest
  }
  return { ...part, providerOptions } as AnyPart
}
