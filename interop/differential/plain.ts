import {
  InvalidToolInputError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  NoSuchToolError,
  ToolCallRepairError,
  ToolChoiceViolationError,
} from 'ai7'
import { showFields } from '../../src/runtime/result/fields-by-version.ts'

/** What was observed, as data that can be compared: no classes, no getters, no identity. Undefined is kept. */
export type Plain = undefined | null | boolean | number | string | Plain[] | { [key: string]: Plain }

export type PlainObject = { [key: string]: Plain }

/** What `ai` itself recognises as an error of this kind, whoever made it. */
const errorKinds = [
  ['AI_InvalidToolInputError', InvalidToolInputError],
  ['AI_NoSuchToolError', NoSuchToolError],
  ['AI_NoOutputGeneratedError', NoOutputGeneratedError],
  ['AI_NoObjectGeneratedError', NoObjectGeneratedError],
  ['AI_ToolCallRepairError', ToolCallRepairError],
  ['AI_ToolChoiceViolationError', ToolChoiceViolationError],
] as const

/** Scripts are older than this: a later time is that of the run itself. */
const firstRunTime = Date.parse('2020-01-01')

/** A copy as plain data, of what the value is at this moment. */
export function toPlain(value: unknown, above: Set<unknown> = new Set(), name = ''): Plain {
  if (typeof value === 'bigint' || typeof value === 'symbol') return `‹${typeof value} ${String(value)}›`
  if (typeof value === 'function') return '‹function›'
  if (typeof value !== 'object' || value === null) return value as Plain
  if (above.has(value)) return '‹cycle›'
  const special = specialToPlain(value)
  if (special !== undefined) return special
  above.add(value)
  const plain = Array.isArray(value)
    ? value.map((item) => toPlain(item, above))
    : fieldsToPlain(inSeven(value, name), above)
  above.delete(value)
  return plain
}

/** What programs of `ai` 5 and 6 do not see, they can read: it is compared with `ai` 7 all the same. */
function inSeven(value: object, name: string): object {
  const kind = kindOf(value as Record<string, unknown>, name)
  if (kind === undefined) return value
  const copy = Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value)) as PlainObject
  if (kind === 'options of a tool') {
    const { context } = copy
    delete copy['experimental_context']
    Object.defineProperty(copy, 'context', { value: context, enumerable: true })
    return copy
  }
  showFields(7, kind, copy)
  const added = kind === 'usage' ? ['raw'] : isResult(kind) ? ['providerExecuted', 'providerMetadata'] : []
  for (const field of added) if (copy[field] === undefined) delete copy[field]
  for (const field of isResult(kind) ? ['dynamic', 'title'] : []) {
    if (Object.hasOwn(copy, field)) Object.defineProperty(copy, field, { enumerable: true })
  }
  return copy
}

function isResult(kind: string): boolean {
  return kind === 'tool-result' || kind === 'tool-error'
}

function kindOf(value: Record<string, unknown>, name: string): string | undefined {
  const has = (...fields: string[]) => fields.every((field) => Object.hasOwn(value, field))
  if (name === 'usage' || name === 'totalUsage') return 'usage'
  if (name === 'request') return 'request'
  if (value.constructor?.name === 'DefaultStepResult') return 'step'
  if (has('toolCallId', 'messages', 'experimental_context')) return 'options of a tool'
  if (has('toolCall', 'toolOutput')) return 'onToolExecutionEnd'
  if (has('toolCall', 'toolContext')) return 'onToolExecutionStart'
  if (has('steps', 'totalUsage')) return 'onEnd'
  if (has('steps', 'callId') && !has('promptMessages')) return 'onAbort'
  if (value['type'] === 'tool-approval-request') return 'request for approval'
  return has('type') ? String(value['type']) : undefined
}

function specialToPlain(value: object): Plain {
  if (value instanceof Error) return { '‹error›': errorKind(value), message: value.message }
  if (value instanceof Date) return value.getTime() < firstRunTime ? { '‹date›': value.toISOString() } : '‹now›'
  if (value instanceof Uint8Array) return { '‹bytes›': Buffer.from(value).toString('base64') }
  if (value instanceof URL) return { '‹url›': value.href }
  if (value instanceof AbortSignal) return '‹signal›'
  if (value instanceof Map) return { '‹map›': [...value].map((entry) => toPlain(entry)) }
  return isFile(value) ? fileToPlain(value) : undefined
}

function fieldsToPlain(value: object, above: Set<unknown>): PlainObject {
  const plain: PlainObject = {}
  for (const key of Object.keys(value)) {
    set(plain, key, fieldToPlain(key, (value as PlainObject)[key], above))
  }
  return plain
}

/** A field of an object. */
export function fieldToPlain(key: string, value: unknown, above: Set<unknown> = new Set()): Plain {
  // It depends on the id of its approval, which is generated.
  if (key === 'signature' && typeof value === 'string' && value.length === 43) return '‹signature›'
  return key === 'performance' || key === 'toolExecutionMs' || /\.(duration|time_per_output_chunk)$/.test(key)
    ? timesToPlain(value)
    : toPlain(value, above, key)
}

/** Times differ from run to run: only which of them there are is compared. */
function timesToPlain(value: unknown): Plain {
  if (typeof value === 'number') return '‹time›'
  if (typeof value !== 'object' || value === null) return value as Plain
  return Object.fromEntries(Object.entries(value).map(([key, time]) => [key, timesToPlain(time)]))
}

/** Tools may be called `__proto__`, and so may keys. */
function set(object: PlainObject, key: string, value: Plain): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

export function errorKind(error: Error): string {
  return errorKinds.find(([, kind]) => kind.isInstance(error))?.[0] ?? error.name
}

/** A generated file: both have getters, and each its own fields behind them. */
interface GeneratedFile {
  readonly base64: string
  readonly uint8Array: Uint8Array
  readonly mediaType: string
}

function isFile(value: object): value is GeneratedFile {
  return 'base64' in value && 'uint8Array' in value && 'mediaType' in value
}

function fileToPlain({ base64, uint8Array, mediaType }: GeneratedFile): Plain {
  return { '‹file›': base64, bytes: Buffer.from(uint8Array).toString('base64'), mediaType }
}

/** The same with each object replaced, from the leaves up. */
export function rewrite(value: Plain, change: (object: PlainObject) => Plain): Plain {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change))
  if (typeof value !== 'object' || value === null) return value
  const copy: PlainObject = {}
  for (const key of Object.keys(value)) set(copy, key, rewrite(value[key], change))
  return change(copy)
}

export function isObject(value: Plain): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
