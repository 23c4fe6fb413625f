import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import type { AnyModelMessage } from '../core/message.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { TokenCounter } from './prune/budget.ts'
import { isSummary, type PruneItem, selectRequired } from './prune/select-messages.ts'
import { markOptions, readMark } from './turns/mark.ts'

/** Writes a summary of messages, usually by calling a model. */
export type Summariser = (messages: AnyModelMessage[]) => string | Promise<string>

export interface SummaryOptions {
  readonly summarise: Summariser
  /** How many turns at the end stay unchanged, including the current one. */
  readonly keepTurns?: number
  readonly countTokens?: TokenCounter
}

/** A summary and the messages that it replaces. */
export interface Summary {
  readonly message: AnyModelMessage
  /** The indexes of the replaced messages. */
  readonly replaces: readonly number[]
  readonly tokens: { readonly before: number; readonly after: number }
}

const heading = 'Summary of the conversation so far:'

/**
 * Summarises everything before the last turns. The summary is a message of the user, because providers refuse an answer as first
 * message. It covers whole turns, so that no pair is split. System and pinned messages stay. Undefined if there is nothing to summarise.
 */
export async function summarise(
  messages: readonly AnyModelMessage[],
  { summarise: write, keepTurns = 1, countTokens = estimateTokens }: SummaryOptions,
): Promise<Summary | undefined> {
  const replaces = findReplaced(messages, keepTurns)
  const replaced = replaces.map((index) => messages[index]!)
  // Nothing was added since the last summary.
  if (replaced.every(isSummary)) return undefined
  const text: unknown = await write(replaced)
  if (typeof text !== 'string' || text.trim() === '') {
    throw new ToolfitError('summary-empty', 'The summariser must return text. The history is unchanged.', {
      given: showValue(text),
    })
  }
  const count = replaced.reduce((sum, message) => sum + (readMark(message).summary ?? 1), 0)
  const message: AnyModelMessage = {
    role: 'user',
    content: `${heading}\n${text}`,
    providerOptions: markOptions({ summary: count }),
  }
  const before = replaced.reduce((sum, each) => sum + countTokens(each), 0)
  const after = countTokens(message)
  if (after < before) return { message, replaces, tokens: { before, after } }
  throw new ToolfitError(
    'summary-not-smaller',
    `The summary has ${after} tokens, and the messages that it would replace have ${before}. The history is unchanged. Ask for a shorter summary.`,
    { before, after },
  )
}

/** The messages of the turns before the last ones. An earlier summary among them is part of the new one. */
function findReplaced(messages: readonly AnyModelMessage[], keepTurns: number): number[] {
  const items = messages.map((message, at): PruneItem => {
    return { at, before: message, after: message, isPinned: readMark(message).pinned === true }
  })
  const { required, earlier } = selectRequired(items, {})
  return earlier
    .slice(Math.max(0, keepTurns - 1))
    .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))
    .filter((index) => !required.has(index))
    .sort((one, other) => one - other)
}
