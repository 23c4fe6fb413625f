import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import type { AnyModelMessage } from '../core/message.ts'
import type { TokenCounter } from './budget.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { markOptions, readMark } from './mark.ts'
import { type PruneItem, selectRequired } from './select-messages.ts'
import { isSummary } from './turns.ts'

/** Writes a summary of messages, by asking a model or otherwise. */
export type Summariser = (messages: AnyModelMessage[]) => string | Promise<string>

export interface SummaryOptions {
  readonly summarise: Summariser
  /** Turns at the end that stay as they are, the current one included. */
  readonly keepTurns?: number
  readonly countTokens?: TokenCounter
}

/** A summary and what it stands for. */
export interface Summary {
  readonly message: AnyModelMessage
  /** The indexes of the messages that it replaces. */
  readonly replaces: readonly number[]
  readonly tokens: { readonly before: number; readonly after: number }
}

const heading = 'Summary of the conversation so far:'

/**
 * Has everything before the last turns summarised. The summary is a message of the user, so that no answer comes first; whole turns
 * go into it, so that it never holds half a pair. System messages and pinned ones stay. Undefined where there is nothing to summarise.
 */
export async function summarise(
  messages: readonly AnyModelMessage[],
  { summarise: write, keepTurns = 1, countTokens = estimateTokens }: SummaryOptions,
): Promise<Summary | undefined> {
  const replaces = findReplaced(messages, keepTurns)
  const replaced = replaces.map((index) => messages[index]!)
  // Where nothing came after the last summary, it is as good as another.
  if (replaced.every(isSummary)) return undefined
  const text: unknown = await write(replaced)
  if (typeof text !== 'string' || text.trim() === '') {
    throw new ToolfitError('summary-empty', 'The summariser must give the summary as text. The history is unchanged.', {
      given: showValue(text),
    })
  }
  const stoodFor = replaced.reduce((sum, message) => sum + (readMark(message).summary ?? 1), 0)
  const message: AnyModelMessage = {
    role: 'user',
    content: `${heading}\n${text}`,
    providerOptions: markOptions({ summary: stoodFor }),
  }
  const before = replaced.reduce((sum, each) => sum + countTokens(each), 0)
  const after = countTokens(message)
  if (after < before) return { message, replaces, tokens: { before, after } }
  throw new ToolfitError(
    'summary-not-smaller',
    `The summary takes ${after} tokens, what it would replace ${before}. The history is unchanged: ask for a shorter one.`,
    { before, after },
  )
}

/** Messages of the turns before the last ones. A summary among them goes into the new one. */
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
