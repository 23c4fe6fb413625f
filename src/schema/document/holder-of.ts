import { joinPointer, splitPointer } from '../../core/pointer.ts'
import { documentKeywords, schemaKeywords } from './schema-keywords.ts'

/** A schema, and its keyword that contains another schema. */
interface Holder {
  readonly at: string
  readonly keyword: string
}

/** The parent of the schema at a pointer, and the keyword that contains it; undefined for the root. */
export function holderOf(pointer: string): Holder | undefined {
  return holdersOf(pointer).at(-1)
}

/** The schemas around the one at a pointer, the outermost first. */
export function holdersOf(pointer: string): Holder[] {
  const tokens = splitPointer(pointer)
  const holders: Holder[] = []
  let at = ''
  for (let index = 0; index < tokens.length; ) {
    const keyword = tokens[index]!
    holders.push({ at, keyword })
    const end = index + (holdsMany(keyword, tokens[index + 1]) ? 2 : 1)
    for (const token of tokens.slice(index, end)) at = joinPointer(at, token)
    index = end
  }
  return holders
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

/** Whether the schemas that a keyword contains are definitions: they apply where references lead to them, and not to the same value or a part of it. */
export function holdsDefinitions(keyword: string): boolean {
  return documentKeywords.has(keyword) || !schemaKeywords.has(keyword)
}

/** Whether the schema at a pointer applies to the same value as its parent. */
export function isInPlace(pointer: string): boolean {
  return inPlace.has(holderOf(pointer)?.keyword ?? '')
}

/** The schema of the parent value; undefined for the root value, and for a definition. */
export function valueHolderOf(pointer: string): Holder | undefined {
  const holder = holdersOf(pointer).findLast(({ keyword }) => !inPlace.has(keyword))
  return holder === undefined || holdsDefinitions(holder.keyword) ? undefined : holder
}
