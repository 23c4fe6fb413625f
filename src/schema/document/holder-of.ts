import { joinPointer, splitPointer } from '../../core/pointer.ts'
import { lists, maps } from './reachable-keywords.ts'

/** A schema, and the keyword by which it holds another. */
interface Holder {
  readonly at: string
  readonly keyword: string
}

/** The schema around the one at a pointer, and the keyword by which it holds it. Undefined for the root. */
export function holderOf(pointer: string): Holder | undefined {
  const tokens = splitPointer(pointer)
  let at = ''
  for (let index = 0; index < tokens.length; ) {
    const keyword = tokens[index]!
    const next = tokens[index + 1]
    const end = index + (holdsMany(keyword, next) ? 2 : 1)
    if (end >= tokens.length) return { at, keyword }
    for (const token of tokens.slice(index, end)) at = joinPointer(at, token)
    index = end
  }
  return undefined
}

function holdsMany(keyword: string, member: string | undefined): boolean {
  if (maps.has(keyword) || keyword === '$defs' || keyword === 'definitions') return true
  // Before draft 2020-12 `items` is a schema or a list of them.
  return lists.has(keyword) && member !== undefined && /^\d+$/.test(member)
}

/** Keywords whose schemas speak about the same value as the schema that holds them. */
const inPlace: ReadonlySet<string> = new Set(
  'allOf anyOf oneOf not if then else dependentSchemas dependencies'.split(' '),
)

/** Whether the schema at a pointer speaks about the same value as the one around it. */
export function isInPlace(pointer: string): boolean {
  return inPlace.has(holderOf(pointer)?.keyword ?? '')
}

/** The schema of the value in which the value of the one at a pointer stands. Undefined for the root's. */
export function valueHolderOf(pointer: string): Holder | undefined {
  let holder = holderOf(pointer)
  while (holder !== undefined && inPlace.has(holder.keyword)) holder = holderOf(holder.at)
  return holder
}
