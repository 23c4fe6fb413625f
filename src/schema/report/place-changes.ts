import type { Change } from '../change.ts'
import type { ChangeCode } from '../change-code.ts'
import { holderOf } from '../document/holder-of.ts'
import type { KeywordOccurrence } from '../document/reachable-keywords.ts'

/** Changes that speak of a keyword which the source leaves out. */
const aboutTheUnsaid: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  ...(['type-inferred', 'root-wrapped', 'open-object-closed', 'free-form-to-json-text'] as const),
  ...(['empty-object-placeholder', 'optional-to-null', 'property-renamed', 'refine-not-expressible'] as const),
])

/**
 * Makes every change stand on a keyword that the source has. Schemas that are merged stand at one of their places with the
 * keywords of all: a change of a keyword that is not there moves to the keyword that holds the schema.
 */
export function placeChanges(changes: readonly Change[], occurrences: Iterable<KeywordOccurrence>): Change[] {
  const known = new Map<string, Set<string>>()
  for (const { at, keyword } of occurrences) {
    const keywords = known.get(at)
    if (keywords === undefined) known.set(at, new Set([keyword]))
    else keywords.add(keyword)
  }
  const placed = new Map<string, Change>()
  for (const change of changes) {
    const moved = aboutTheUnsaid.has(change.code) ? change : place(change, known)
    const key = `${moved.at}\n${moved.keyword}\n${moved.effect}`
    if (!placed.has(key)) placed.set(key, moved)
  }
  return [...placed.values()]
}

function place(change: Change, known: ReadonlyMap<string, ReadonlySet<string>>): Change {
  const keywords = known.get(change.at)
  // Boolean schemas have no keywords, and nobody looks into what cannot be reached.
  if (keywords === undefined || keywords.has(change.keyword)) return change
  const holder = holderOf(change.at)
  if (holder !== undefined && known.get(holder.at)?.has(holder.keyword)) return { ...change, ...holder }
  const [first] = keywords
  return first === undefined ? change : { ...change, keyword: first }
}
