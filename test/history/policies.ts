import type { AnyModelMessage } from '../../src/core/message.ts'
import type { Budget } from '../../src/history/prune/budget.ts'

/** A plain counter: a token for every four characters of the message as JSON. */
export function countQuarters(message: AnyModelMessage): number {
  return Math.ceil(JSON.stringify(message).length / 4)
}

/** Six ways to prune, as people use them. `least`, because what does not fit at all is another test's matter. */
export const policies: Readonly<Record<string, Budget>> = {
  messages: { maxMessages: 8, tooSmall: 'least' },
  tokens: { maxTokens: 300, countTokens: countQuarters, tooSmall: 'least' },
  turns: { maxTurns: 2, tooSmall: 'least' },
  'first and last': { maxMessages: 6, keepFirst: 2, keepLast: 3, tooSmall: 'least' },
  'old results and reasoning': {
    oldResults: 100,
    dropReasoning: true,
    maxTokens: 600,
    countTokens: countQuarters,
    tooSmall: 'least',
  },
  pinned: {
    maxTokens: 150,
    countTokens: countQuarters,
    isPinned: (message, index) => message.role !== 'system' && index % 5 === 2,
    shrinkTo: 100,
    tooSmall: 'least',
  },
}
