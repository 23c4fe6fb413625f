import { ToolfitError } from '../core/errors.ts'
import { isPlainObject, type Json, showValue } from '../core/json.ts'
import type { AnyModelMessage } from '../core/message.ts'
import { restoreValue, storeValue } from './stored-value.ts'

/** A history as JSON. */
export interface StoredHistory {
  readonly version: 1
  /** The log, whole. */
  readonly messages: readonly Json[]
  /** The summary that stands for a part of it, and the indexes of that part. */
  readonly summary?: { readonly message: Json; readonly covers: readonly number[] }
  /** Real tokens for each estimated one, as far as that was learnt. */
  readonly tokenRatio?: number
}

/** What a HistoryManager keeps. */
export interface HistoryState {
  readonly log: readonly AnyModelMessage[]
  readonly summary: { readonly message: AnyModelMessage; readonly covers: ReadonlySet<number> } | undefined
  readonly tokenRatio: number
}

export function storeHistory({ log, summary, tokenRatio }: HistoryState): StoredHistory {
  return {
    version: 1,
    messages: log.map(storeValue),
    ...(summary === undefined
      ? {}
      : { summary: { message: storeValue(summary.message), covers: [...summary.covers].sort((a, b) => a - b) } }),
    ...(tokenRatio === 1 ? {} : { tokenRatio }),
  }
}

/** @throws ToolfitError `history-unreadable`, `history-version-unknown`. */
export function restoreHistory(stored: unknown): HistoryState {
  if (!isPlainObject(stored) || !Array.isArray(stored['messages'])) {
    throw new ToolfitError('history-unreadable', 'This is no history that toJSON gave: it has no list of messages.', {
      given: showValue(stored),
    })
  }
  if (stored['version'] !== 1) {
    const given = showValue(stored['version'])
    throw new ToolfitError(
      'history-version-unknown',
      `This history is of version ${given}; this Toolfit reads version 1. Use the Toolfit that wrote it, or a newer one.`,
      { given, known: [1] },
    )
  }
  const { tokenRatio } = stored
  return {
    log: stored['messages'].map((message) => restoreValue(message) as AnyModelMessage),
    summary: restoreSummary(stored['summary'], stored['messages'].length),
    tokenRatio: typeof tokenRatio === 'number' && tokenRatio > 0 ? tokenRatio : 1,
  }
}

function restoreSummary(summary: unknown, length: number): HistoryState['summary'] {
  if (summary === undefined) return undefined
  const covers = isPlainObject(summary) ? summary['covers'] : undefined
  const isIndex = (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < length
  if (!isPlainObject(summary) || !Array.isArray(covers) || covers.length === 0 || !covers.every(isIndex)) {
    throw new ToolfitError('history-unreadable', 'The summary of this history does not say which messages it covers.', {
      given: showValue(summary),
    })
  }
  return { message: restoreValue(summary['message']) as AnyModelMessage, covers: new Set(covers as number[]) }
}
