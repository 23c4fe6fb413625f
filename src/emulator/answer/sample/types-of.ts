import type { Facet } from './sampling.ts'

/** Types by keywords that say something about them only, for schemas that name none. */
const hints: readonly { readonly type: string; readonly keywords: readonly string[] }[] = [
  {
    type: 'object',
    keywords: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  },
  { type: 'array', keywords: ['items', 'prefixItems', 'minItems', 'maxItems', 'contains', 'uniqueItems'] },
  { type: 'string', keywords: ['pattern', 'minLength', 'maxLength', 'format'] },
  { type: 'number', keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] },
]
const everyType = ['string', 'object', 'array', 'number', 'boolean', 'null']

/** The types that a value may have, the likeliest first. */
export function typesOf(facets: readonly Facet[]): string[] {
  const named = facets.map(namedTypes).filter((types) => types.length > 0)
  const allowed = named.reduce<readonly string[] | undefined>(
    (all, types) => (all ? meet(all, types) : types),
    undefined,
  )
  if (allowed !== undefined) return [...allowed].sort((a, b) => Number(a === 'null') - Number(b === 'null'))
  const hinted = hints.filter(({ keywords }) =>
    keywords.some((keyword) => facets.some((facet) => Object.hasOwn(facet, keyword))),
  )
  return [...new Set([...hinted.map(({ type }) => type), ...everyType])]
}

function namedTypes({ type, nullable }: Facet): string[] {
  const names = Array.isArray(type) ? type : typeof type === 'string' ? [type] : []
  const known = names
    .map((name) => (typeof name === 'string' ? name.toLowerCase() : ''))
    .filter((name) => everyType.includes(name) || name === 'integer')
  // One name that nobody knows allows anything.
  if (known.length < names.length) return []
  return known.length > 0 && nullable === true ? [...known, 'null'] : known
}

/** An integer is a number. */
function meet(left: readonly string[], right: readonly string[]): string[] {
  const both = left.filter((type) => right.includes(type))
  const integers = [left, right].some((types) => types.includes('integer'))
  const numbers = [left, right].every((types) => types.includes('integer') || types.includes('number'))
  return integers && numbers && !both.includes('number') && !both.includes('integer') ? [...both, 'integer'] : both
}
