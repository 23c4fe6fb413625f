import type { Change } from '../change.ts'
import type { ChangeCode } from '../change-code.ts'
import { holderOf } from '../document/holder-of.ts'
import type { Places } from '../document/reachable-keywords.ts'
import { ChangeList } from './change-list.ts'

/** Changes that speak of a keyword which the source leaves out. */
const aboutTheUnsaid: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  ...(['type-inferred', 'root-wrapped', 'open-object-closed', 'free-form-to-json-text'] as const),
  ...(['empty-object-placeholder', 'optional-to-null', 'property-renamed', 'refine-not-expressible'] as const),
])

/**
 * Makes every change stand on a keyword that the source has. Schemas that are merged stand at one of their places with the
 * keywords of all: a change of a keyword that is not there moves to the keyword that holds the schema.
 */
export function placeChanges(changes: readonly Change[], places: Places): ChangeList {
  const placed = new ChangeList()
  for (const change of changes) placed.add(aboutTheUnsaid.has(change.code) ? change : place(change, places))
  return placed
}

function place(change: Change, places: Places): Change {
  const schema = places.at(change.at)?.schema
  if (schema === undefined || schema[change.keyword] !== undefined) return change
  // Read in the sense of the author: see `read-as-meant.ts`.
  if (change.keyword === 'unevaluatedProperties' && schema['additionalProperties'] === false)
    return { ...change, keyword: 'additionalProperties' }
  const first = Object.keys(schema).find((keyword) => schema[keyword] !== undefined)
  // Schemas without keywords, and those that cannot be reached, have nowhere else to put a change.
  if (first === undefined) return change
  const holder = holderOf(change.at)
  if (holder !== undefined && places.at(holder.at)?.schema[holder.keyword] !== undefined)
    return { ...change, ...holder }
  return { ...change, keyword: first }
}
