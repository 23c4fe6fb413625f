import { canonicalJson, type Json, type JsonObject } from '../../../core/json.ts'
import { type PendingChange, rewritten } from '../../change.ts'
import { keywordInfo } from '../../document/keywords.ts'
import { isOfType, type TypeName } from '../../document/type-names.ts'
import { amend, report } from '../../ir/amend.ts'
import { createEnum, createNever } from '../../ir/create-node.ts'
import type { Node, NodeBase } from '../../ir/node.ts'
import type { Reader } from './reader.ts'

/**
 * Reads `enum` and `const`. Other assertions of the schema can only remove members, so the members that the whole schema accepts
 * describe it exactly.
 */
export function readEnum(
  reader: Reader,
  schema: JsonObject,
  types: readonly TypeName[] | undefined,
  base: NodeBase,
  asserts: boolean,
): Node {
  const keyword =
    schema['const'] === undefined || !keywordInfo('const')!.isWellFormed(schema['const']) ? 'enum' : 'const'
  const listed = keyword === 'const' ? [schema['const'] as Json] : (schema['enum'] as readonly Json[])
  const members = unique(listed)
  const allowed =
    types === undefined && !asserts
      ? members
      : members.filter((value) => {
          if (types !== undefined && !types.some((type) => isOfType[type](value))) return false
          return !asserts || reader.options.accepts(value, schema)
        })
  // A copy is as long as it has to be: `filter` leaves room for more, and nodes are kept.
  const values = (allowed.includes(null) ? allowed.filter((value) => value !== null) : allowed).slice()
  const nullable = base.nullable || values.length < allowed.length ? true : undefined
  const made: Node =
    values.length === 0 ? createNever(base) : createEnum(base, { keyword, values, format: formatOf(schema), types })
  const node = nullable === made.nullable ? made : amend(made, { nullable })
  const isNullListed = values.length < allowed.length
  const whole = isNullListed ? report(node, nullMember(base.origin, keyword, values.length === 0)) : node
  if (allowed.length === members.length && !asserts) return whole
  const note = 'Only the members that the other keywords of this schema allow are listed.'
  const others = asserts
    ? Object.keys(schema).filter((each) => each !== 'type' && keywordInfo(each)?.asserts === true)
    : [keyword]
  return report(whole, ...others.map((each) => rewritten({ at: base.origin, keyword: each }, 'enum-filtered', note)))
}

/** A null member becomes `nullable`; a list of only null is the null type in every dialect. */
function nullMember(at: string, keyword: string, isAlone: boolean): PendingChange {
  const note = isAlone ? 'null is a type of its own.' : 'null became nullable.'
  const unless = isAlone ? undefined : 'enumOfAnything'
  return rewritten({ at, keyword }, 'null-to-nullable', note, { unless })
}

function formatOf(schema: JsonObject): string | undefined {
  return typeof schema['format'] === 'string' ? schema['format'] : undefined
}

/** Removes duplicates. The order of keys in objects does not matter. */
function unique(values: readonly Json[]): Json[] {
  const seen = new Set<Json>()
  return values.filter((value) => {
    const key = typeof value === 'object' && value !== null ? `\0${canonicalJson(value)}` : value
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
