import { ToolfitError } from '../../core/errors.ts'
import { showValue } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'

/** Counts the tokens of a message. Called at most once per message. */
export type TokenCounter = (message: AnyModelMessage) => number

/** How much of a history may stay, and what must. All limits apply together. */
export interface Budget {
  readonly maxMessages?: number
  readonly maxTokens?: number
  /** Turns, including the current one. Pinned messages of other turns are not counted. */
  readonly maxTurns?: number
  /** How many messages at the start stay, not counting system messages. Each stays with its calls, results and question. */
  readonly keepFirst?: number
  /** How many messages at the end stay, in the same way. The current turn always stays. */
  readonly keepLast?: number
  /** Which messages stay, in the same way. Default: summaries, and messages with `providerOptions.toolfit.pinned`. */
  readonly isPinned?: (message: AnyModelMessage, index: number) => boolean
  /** Whether a current turn that is too long gets its long results shortened, the oldest first, or stays whole. */
  readonly currentTurn?: 'shrink' | 'whole'
  /** The length of a shortened tool result, in characters. */
  readonly shrinkTo?: number
  /** Shortens longer tool results of earlier turns to this many characters, even if they fit. */
  readonly oldResults?: number
  /** Removes reasoning from earlier turns, even if it fits. */
  readonly dropReasoning?: boolean
  /** Default: `estimateTokens`. */
  readonly countTokens?: TokenCounter
  /** If what must stay is over budget: throw, or return it with `fits: false`. */
  readonly tooSmall?: 'throw' | 'least'
}

const limits = ['maxMessages', 'maxTokens', 'maxTurns', 'keepFirst', 'keepLast', 'shrinkTo', 'oldResults'] as const

/** Refuses NaN, which would disable a limit, and negative numbers. */
export function assertBudget(budget: Budget): void {
  for (const name of limits) {
    const value: unknown = budget[name]
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue
    throw new ToolfitError('option-invalid', `${name} must be a number of at least 0, not ${showValue(value)}.`, {
      option: name,
      given: showValue(value),
    })
  }
}
