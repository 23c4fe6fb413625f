import { isPlainObject } from '../../core/json.ts'
import { valueAt } from '../../core/pointer.ts'
import type { Change } from '../../schema/change.ts'
import { type KeywordOccurrence, reachableKeywords } from '../../schema/document/reachable-keywords.ts'
import type { Schema } from '../../schema/document/schema.ts'
import { Covered } from '../../schema/report/report-the-rest.ts'

/** How many keywords of a schema travel one to one: those that no change speaks for. */
export function countKept(occurrences: readonly KeywordOccurrence[], changes: readonly Change[]): number {
  const covered = new Covered(changes.filter(({ implicit }) => implicit !== true))
  return occurrences.filter((occurrence) => !covered.has(occurrence)).length
}

/** Every keyword that a value can meet: those of the schema, and of the definitions that its references lead to. */
export function keywordsOf(schema: Schema): readonly KeywordOccurrence[] {
  const roots = new Map<string, Schema>([['', schema]])
  for (;;) {
    const found = [...reachableKeywords(Array.from(roots, ([pointer, root]) => ({ pointer, schema: root })))]
    const before = roots.size
    for (const { keyword, value } of found) {
      const pointer = keyword === '$ref' ? localPointer(value) : undefined
      const target = pointer === undefined || roots.has(pointer) ? undefined : valueAt(schema, pointer)
      if (isPlainObject(target)) roots.set(pointer!, target as Schema)
    }
    if (roots.size === before) return found
  }
}

function localPointer(reference: unknown): string | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined
  try {
    return decodeURIComponent(reference.slice(1))
  } catch {
    // A stray percent sign: the reference leads nowhere, which the changes tell.
    return undefined
  }
}
