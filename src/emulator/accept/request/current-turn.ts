import type { Turn } from './read-turns.ts'

/** Where the current turn starts: behind the last content in which the user says something else than a function's response. */
export function startOfCurrentTurn(turns: readonly Turn[]): number {
  return turns.findLastIndex(({ speaker, others }) => speaker === 'user' && others.length > 0) + 1
}
