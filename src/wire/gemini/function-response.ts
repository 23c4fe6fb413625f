import { isPlainObject, type JsonObject } from '../../core/json.ts'
import type { AnyToolResultOutput, MessageJson, ToolResultOutput } from '../../core/message.ts'
import { type FileSource, toBase64 } from '../file-source.ts'
import type { RequestWarning } from '../model-request.ts'
import { resultFile } from '../result-file.ts'
import { escapeReferences, unescapeReferences } from './escape-references.ts'

type Warn = (warning: RequestWarning) => void

/** What a tool gave back, as Gemini takes it: an object, and files beside it. */
export interface EncodedOutput {
  readonly response: JsonObject
  readonly files: readonly FileSource[]
}

/**
 * By Google's convention `{ output }` is a result, `{ error }` a failure, and any other object the result itself. An object that
 * could be taken for one of these is wrapped.
 */
export function encodeOutput(output: AnyToolResultOutput, provider: string, warn: Warn): EncodedOutput {
  switch (output.type) {
    case 'text':
      return { response: { output: output.value }, files: [] }
    case 'json':
      return { response: wrap(output.value), files: [] }
    case 'error-text':
      return { response: { error: output.value }, files: [] }
    case 'error-json':
      return { response: { error: escapeReferences(output.value) } as JsonObject, files: [] }
    case 'execution-denied':
      return { response: { error: output.reason ?? 'The user did not allow this tool to run.' }, files: [] }
    case 'content':
      return encodeContent(output, provider, warn)
    default:
      // A kind of output that a later version of `ai` knows.
      return { response: wrap((output as { value?: MessageJson }).value ?? output), files: [] }
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
  const files = value.flatMap((entry) => (entry.type === 'text' ? [] : (resultFile(entry, provider, warn) ?? [])))
  const written = files.flatMap((file) => (file.kind === 'text' ? [file.text] : []))
  const all = [...texts, ...written]
  const output = all.length === 1 ? all[0]! : all
  return { response: { output }, files: files.filter(({ kind }) => kind !== 'text') }
}

/** The inverse: what a response that is in a request says. */
export function decodeOutput(response: unknown): ToolResultOutput {
  const value = unescapeReferences(response) as MessageJson
  if (!isPlainObject(value) || !isConvention(value)) return { type: 'json', value }
  const isError = Object.hasOwn(value, 'error')
  const inner = (isError ? value['error'] : value['output']) as MessageJson
  if (typeof inner === 'string') return { type: isError ? 'error-text' : 'text', value: inner }
  return { type: isError ? 'error-json' : 'json', value: inner }
}

/** A text as a file's bytes. */
export function textAsBase64(text: string): string {
  return toBase64(new TextEncoder().encode(text))
}
