import { isPlainObject, type Json } from '../../core/json.ts'
import { decodePercent } from '../../core/parse-url.ts'
import { valueAt } from '../../core/pointer.ts'
import type { Change } from '../../schema/change.ts'
import { type Place, reachableSchemas } from '../../schema/document/reachable-keywords.ts'
import type { Schema } from '../../schema/document/schema.ts'
import { ChangeList } from '../../schema/report/change-list.ts'
import { Covered } from '../../schema/report/covered.ts'

/** A keyword that a value can meet. */
export interface KeywordOccurrence {
  readonly at: string
  readonly keyword: string
  readonly value: Json
}

/** How many keywords of a schema travel one to one: those that no change speaks for. */
export function countKept(occurrences: readonly KeywordOccurrence[], changes: readonly Change[]): number {
  const list = new ChangeList()
  for (const change of changes) if (change.implicit !== true) list.add(change)
  const covered = new Covered(list)
  return occurrences.filter(({ at, keyword, value }) => !covered.has(at, keyword, value)).length
}

/** Every keyword that a value can meet: those of the schema, and of the definitions that its references lead to. */
export function keywordsOf(schema: Schema): readonly KeywordOccurrence[] {
  const roots = new Map<string, Schema>([['', schema]])
  for (;;) {
    const places = reachableSchemas(Array.from(roots, ([pointer, root]) => ({ pointer, schema: root }))).all
    const before = roots.size
    for (const { schema: inner } of places) {
      const pointer = localPointer(inner['$ref'])
      const target = pointer === undefined || roots.has(pointer) ? undefined : valueAt(schema, pointer)
      if (isPlainObject(target)) roots.set(pointer!, target as Schema)
    }
    if (roots.size === before) return places.flatMap(keywordsAt)
  }
}

function keywordsAt({ at, schema }: Place): KeywordOccurrence[] {
  return Object.entries(schema).map(([keyword, value]) => ({ at, keyword, value: value! }))
}

function localPointer(reference: unknown): string | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined
  return decodePercent(reference.slice(1))
}
