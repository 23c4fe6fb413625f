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

/** An output that has no files. */
export type PlainOutput = Exclude<AnyToolResultOutput, { type: 'content' }>

export function isPlainOutput(output: AnyToolResultOutput): output is PlainOutput {
  return output.type !== 'content'
}

export function encodeOutput(output: AnyToolResultOutput, provider: string, warn: Warn): EncodedOutput {
  if (!isPlainOutput(output)) return encodeContent(output, provider, warn)
  return { response: encodePlainOutput(output), files: [] }
}

/**
 * By Google's convention `{ output }` is a result, `{ error }` a failure, and any other object the result itself. An object that
 * could be taken for one of these is wrapped.
 */
export function encodePlainOutput(output: PlainOutput): JsonObject {
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
      // A kind of output that a later version of `ai` knows.
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
