import { fromBase64, toBase64 } from '../core/bytes.ts'
import { ToolfitError } from '../core/errors.ts'
import { findShapeProblem, isPlainObject, type Json, ownValue, present, setOwn, showValue } from '../core/json.ts'
import type { AnyModelMessage } from '../core/message.ts'
import { isReadableMessage } from './rules/drop-unreadable.ts'

/** A history as JSON. */
export interface StoredHistory {
  readonly version: 1
  /** The whole log. */
  readonly messages: readonly Json[]
  /** The current summary, and the indexes of the messages that it replaces. */
  readonly summary?: { readonly message: Json; readonly covers: readonly number[] }
  /** Real tokens per estimated token, from `calibrate`. */
  readonly tokenRatio?: number
}

/** The state of a HistoryManager. */
export interface HistoryState {
  readonly log: readonly AnyModelMessage[]
  readonly summary: { readonly message: AnyModelMessage; readonly covers: ReadonlySet<number> } | undefined
  readonly tokenRatio: number
}

export function storeHistory({ log, summary, tokenRatio }: HistoryState): StoredHistory {
  return present({
    version: 1,
    messages: log.map(storeValue),
    summary: summary && {
      message: storeValue(summary.message),
      covers: [...summary.covers].sort((a, b) => a - b),
    },
    tokenRatio: tokenRatio === 1 ? undefined : tokenRatio,
  })
}

/** Messages nest up to 500 levels, and tags add some to those with keys like tags. */
const deepestStored = 1_100

/** @throws ToolfitError `history-unreadable`, `history-version-unknown`. */
export function restoreHistory(stored: unknown): HistoryState {
  if (!isPlainObject(stored) || !Array.isArray(stored['messages'])) {
    const problem = 'The stored value is not a history: it has no list of messages.'
    throw new ToolfitError('history-unreadable', problem, { given: showValue(stored) })
  }
  if (stored['version'] !== 1) {
    const given = showValue(stored['version'])
    throw new ToolfitError(
      'history-version-unknown',
      `The stored history has version ${given}; this version of Toolfit reads version 1. Use the one that wrote it, or a newer one.`,
      { given, known: [1] },
    )
  }
  if (findShapeProblem(stored, deepestStored) !== undefined) {
    throw new ToolfitError('history-unreadable', 'The stored history contains itself, or nests too deep.')
  }
  const { tokenRatio } = stored
  return {
    log: stored['messages'].map((message) => restoreValue(message) as AnyModelMessage),
    summary: restoreSummary(stored['summary'], stored['messages'].length),
    tokenRatio: typeof tokenRatio === 'number' && tokenRatio > 0 && tokenRatio < Infinity ? tokenRatio : 1,
  }
}

function restoreSummary(summary: unknown, length: number): HistoryState['summary'] {
  if (summary === undefined) return undefined
  const covers = isPlainObject(summary) ? summary['covers'] : undefined
  const isIndex = (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < length
  if (!isPlainObject(summary) || !Array.isArray(covers) || covers.length === 0 || !covers.every(isIndex)) {
    const problem = 'The summary of the stored history does not list the messages that it covers.'
    throw new ToolfitError('history-unreadable', problem, { given: showValue(summary) })
  }
  // What it covers would be lost.
  if (!isReadableMessage(summary['message'])) {
    throw new ToolfitError('history-unreadable', 'The summary of the stored history is not a message.')
  }
  return { message: restoreValue(summary['message']) as AnyModelMessage, covers: new Set(covers as number[]) }
}

/** Keys for values without a JSON form. A stored object that has such a key itself is wrapped in `$plain`. */
const tags = ['$bytes', '$buffer', '$url', '$plain'] as const

/** A message as JSON; bytes and URLs become tagged objects. The inverse of {@link restoreValue}. */
function storeValue(value: unknown): Json {
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : storeValue(item)))
  if (value instanceof URL) return { $url: value.href }
  if (value instanceof ArrayBuffer) return { $buffer: toBase64(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value)) {
    return { $bytes: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
  }
  if (!isPlainObject(value)) return value as Json
  const target: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) setOwn(target, key, storeValue(value[key]))
  }
  return tags.some((tag) => Object.hasOwn(target, tag)) ? { $plain: target } : target
}

/** @throws ToolfitError `history-unreadable` for a tag whose text is not what the tag says. */
function restoreValue(stored: unknown): unknown {
  try {
    return restore(stored)
  } catch (cause) {
    throw new ToolfitError(
      'history-unreadable',
      'The stored history has malformed bytes or a malformed URL.',
      {},
      { cause },
    )
  }
}

function restore(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(restore)
  if (!isPlainObject(stored)) return stored
  const [bytes, buffer, url, plain] = tags.map((tag) => ownValue(stored, tag))
  if (typeof bytes === 'string') return fromBase64(bytes)
  if (typeof buffer === 'string') return fromBase64(buffer).buffer
  if (typeof url === 'string') return new URL(url)
  const source = isPlainObject(plain) ? plain : stored
  const target: Record<string, unknown> = {}
  for (const key of Object.keys(source)) setOwn(target, key, restore(source[key]))
  return target
}
