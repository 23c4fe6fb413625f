import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import type { AnyModelMessage } from '../core/message.ts'

/** How many tokens a message costs. Called once for a message at most. */
export type TokenCounter = (message: AnyModelMessage) => number

/** How much of a history may stay, and what must. Every limit that is given holds. */
export interface Budget {
  readonly maxMessages?: number
  readonly maxTokens?: number
  /** Turns, the current one included. What is kept of other turns because it is pinned is not counted. */
  readonly maxTurns?: number
  /** Messages at the beginning that stay, system messages not counted. Each keeps its pair, and the question it belongs to. */
  readonly keepFirst?: number
  /** Messages at the end that stay, likewise. The current turn stays in any case. */
  readonly keepLast?: number
  /** Messages that stay, likewise; by default those with `providerOptions.toolfit.pinned`, and summaries. */
  readonly isPinned?: (message: AnyModelMessage, index: number) => boolean
  /** What happens to a current turn that is too long by itself: long results become short, the oldest first, or nothing. */
  readonly currentTurn?: 'shrink' | 'whole'
  /** How long a shrunk tool result may be, in characters. */
  readonly shrinkTo?: number
  /** Shortens tool results of earlier turns that are longer than this, in characters, whatever the budget. */
  readonly oldResults?: number
  /** Takes reasoning out of earlier turns, whatever the budget. */
  readonly dropReasoning?: boolean
  /** By default an estimate: see `estimateTokens`. */
  readonly countTokens?: TokenCounter
  /** When even the least that must stay is too much: an error, or the least, with `fits: false`. */
  readonly tooSmall?: 'throw' | 'least'
}

const limits = ['maxMessages', 'maxTokens', 'maxTurns', 'keepFirst', 'keepLast', 'shrinkTo', 'oldResults'] as const

/** Refuses numbers that cannot be meant: NaN would let everything through. */
export function assertBudget(budget: Budget): void {
  for (const name of limits) {
    const value: unknown = budget[name]
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue
    throw new ToolfitError('option-invalid', `${name} must be a number from 0 on, not ${showValue(value)}.`, {
      option: name,
      given: showValue(value),
    })
  }
}
