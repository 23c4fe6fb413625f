import { joinPointer, splitPointer } from '../../core/pointer.ts'
import { schemaKeywords } from './schema-keywords.ts'

/** A schema, and its keyword that contains another schema. */
interface Holder {
  readonly at: string
  readonly keyword: string
}

/** The parent of the schema at a pointer, and the keyword that contains it; undefined for the root. */
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
  const kind = schemaKeywords.get(keyword)
  if (kind === 'map') return true
  return (kind === 'list' || kind === 'either') && member !== undefined && /^\d+$/.test(member)
}

/** Keywords whose schemas apply to the same value as their parent. */
const inPlace: ReadonlySet<string> = new Set(
  'allOf anyOf oneOf not if then else dependentSchemas dependencies'.split(' '),
)

/** Whether the schema at a pointer applies to the same value as its parent. */
export function isInPlace(pointer: string): boolean {
  return inPlace.has(holderOf(pointer)?.keyword ?? '')
}

/** The schema of the parent value; undefined for the root value. */
export function valueHolderOf(pointer: string): Holder | undefined {
  let holder = holderOf(pointer)
  while (holder !== undefined && inPlace.has(holder.keyword)) holder = holderOf(holder.at)
  return holder
}
