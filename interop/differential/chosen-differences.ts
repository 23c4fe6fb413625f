import type { Choice } from './choice.ts'
import { comparedDifferences } from './compared-differences.ts'
import { shownDifferences } from './shown-differences.ts'

/** Every difference from `ai` 7 that we know of. What is not in this list is the same, as far as the generated conversations go. */
export const chosenDifferences: readonly Choice[] = [...comparedDifferences, ...shownDifferences]
