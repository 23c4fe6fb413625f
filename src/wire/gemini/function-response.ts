import { isPlainObject, type JsonObject } from '../../core/json.ts'
import type {
  AnyToolResultContent,
  AnyToolResultOutput,
  MessageJson,
  ProviderOptions,
  ToolResultContent,
  ToolResultOutput,
} from '../../core/message.ts'
import { type FileSource, resultFile } from '../file-source.ts'
import type { Warn } from '../model-request.ts'

/** The output of a tool as Gemini takes it: an object, and files beside it. */
export interface EncodedOutput {
  readonly response: JsonObject
  readonly files: readonly FileSource[]
}

export function encodeOutput(output: AnyToolResultOutput, provider: string, warn: Warn): EncodedOutput {
  return output.type === 'content'
    ? encodeContent(output, provider, warn)
    : { response: encodePlainOutput(output), files: [] }
}

/**
 * By Google's convention `{ output }` is a result, `{ error }` a failure, and any other object the result itself. An object that looks
 * like one of the first two is wrapped.
 */
function encodePlainOutput(output: Exclude<AnyToolResultOutput, { type: 'content' }>): JsonObject {
  switch (output.type) {
    case 'text':
      return { output: output.value }
    case 'json':
      return wrap(output.value)
    case 'error-text':
      return { error: output.value }
    case 'error-json':
      return { error: escapeReferences(output.value) } as JsonObject
    case 'execution-denied':
      return { error: output.reason ?? 'The user did not allow this tool to run.' }
    default:
      // A kind of output of a later version of `ai`.
      return wrap((output as { value?: MessageJson }).value ?? output)
  }
}

function wrap(value: MessageJson): JsonObject {
  const escaped = escapeReferences(value ?? null)
  const isOwn = isPlainObject(escaped) && !isConvention(escaped)
  return (isOwn ? escaped : { output: escaped }) as JsonObject
}

function isConvention(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value)
  return keys.length === 1 && (keys[0] === 'output' || keys[0] === 'error')
}

function encodeContent(
  { value }: Extract<AnyToolResultOutput, { type: 'content' }>,
  provider: string,
  warn: Warn,
): EncodedOutput {
  const texts = value.flatMap((entry) => (entry.type === 'text' ? [entry.text] : []))
  const response = keptResponse(value, provider)
  const files = value.flatMap((entry) => (entry.type === 'text' ? [] : (resultFile(entry, provider, warn) ?? [])))
  const written = files.flatMap((file) => (file.kind === 'text' ? [file.text] : []))
  const all = [...texts, ...written]
  const output = all.length === 1 ? all[0]! : all
  return { response: response ?? { output }, files: files.filter(({ kind }) => kind !== 'text') }
}

/** The inverse: the output that a response in a request stands for. */
export function decodeOutput(response: unknown): ToolResultOutput {
  const value = unescapeReferences(response) as MessageJson
  if (!isPlainObject(value) || !isConvention(value)) return { type: 'json', value }
  const isError = Object.hasOwn(value, 'error')
  const inner = (isError ? value['error'] : value['output']) as MessageJson
  if (typeof inner === 'string') return { type: isError ? 'error-text' : 'text', value: inner }
  return { type: isError ? 'error-json' : 'json', value: inner }
}

/** The same for a response beside files, which can only be texts there. Anything but texts is kept beside the text that shows it. */
export function decodeTexts(response: unknown, provider: string): ToolResultText[] {
  const output = decodeOutput(response)
  if (output.type === 'text') return [{ type: 'text', text: output.value }]
  const isList = output.type === 'json' && Array.isArray(output.value) && !Array.isArray(response)
  const texts = isList ? (output.value as unknown[]) : [undefined]
  if (texts.every((text) => typeof text === 'string')) return texts.map((text) => ({ type: 'text', text }))
  const kept = { [provider]: { response } } as ProviderOptions
  return [{ type: 'text', text: shown(output), providerOptions: kept }]
}

type ToolResultText = Extract<ToolResultContent, { type: 'text' }>

function shown(output: ToolResultOutput): string {
  const value = 'value' in output ? output.value : null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The response that a single text shows, unless the text was changed. */
function keptResponse(value: readonly AnyToolResultContent[], provider: string): JsonObject | undefined {
  const texts = value.filter((entry) => entry.type === 'text')
  const response = texts.length === 1 ? texts[0]!.providerOptions?.[provider]?.['response'] : undefined
  if (!isPlainObject(response) || shown(decodeOutput(response)) !== texts[0]!.text) return undefined
  return escapeReferences(unescapeReferences(response)) as JsonObject
}

/**
 * Gemini reads a key `$ref` anywhere in a function's response as a reference to one of its parts, and refuses the request where there
 * is none. Such keys get a leading `_`, and so do keys that have one already, so that decoding is exact.
 */
export function escapeReferences(value: unknown): unknown {
  return renameKeys(value, /^_*\$ref$/, (key) => `_${key}`)
}

export function unescapeReferences(value: unknown): unknown {
  return renameKeys(value, /^_+\$ref$/, (key) => key.slice(1))
}

/** Returns the same value where nothing has to be renamed: most results have no such key, and some are large. */
function renameKeys(value: unknown, pattern: RegExp, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => renameKeys(item, pattern, rename))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isPlainObject(value)) return value
  const entries = Object.keys(value).map((key): [string, unknown] => [
    key.endsWith('$ref') && pattern.test(key) ? rename(key) : key,
    renameKeys(value[key], pattern, rename),
  ])
  const isSame = entries.every(([key, inner]) => Object.hasOwn(value, key) && value[key] === inner)
  // It defines keys, also one that is called `__proto__`.
  return isSame ? value : Object.fromEntries(entries)
}
