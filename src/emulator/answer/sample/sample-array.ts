import type { Json } from '../../../core/json.ts'
import { conformsToAll, itemSchemas } from './conforms.ts'
import {
  type Facet,
  highest,
  lowest,
  type Place,
  type SampleBelow,
  type Sampling,
  spendOn,
  suggestedValue,
} from './sampling.ts'

/** Items of a list, whatever `minItems` says: a small schema can ask for a long answer. */
const longestList = 1_000

/** The length of a list that the values of the prompt fill. */
const longestByPrompt = 20

/**
 * A list: the minimal number of items, one where it may be empty, and more while the prompt has values for them. The values that the
 * schema suggests are used where the prompt has none.
 */
export function sampleArray(
  facets: readonly Facet[],
  place: Place,
  sampling: Sampling,
  below: SampleBelow,
): Json[] | undefined {
  const mark = sampling.prompt.taken.length
  const items = makeItems(facets, place, sampling, below)
  if (sampling.prompt.taken.length > mark) return items
  const fits = (value: Json) => Array.isArray(value) && conformsToAll(value, facets, sampling)
  const suggested = spendOn(suggestedValue(facets, place, fits), sampling.effort)
  return (suggested as Json[] | undefined) ?? items
}

function makeItems(facets: readonly Facet[], place: Place, sampling: Sampling, below: SampleBelow): Json[] | undefined {
  const layout = layoutOf(facets)
  const items: Json[] = []
  const seen = new Set<string>()
  let variant = place.variant
  let isPromptSpent = false
  while (items.length < layout.max) {
    const isEnough = items.length >= Math.max(layout.min, layout.usual)
    // Making an item only to see where it comes from would double the time with every list in a list.
    if (isEnough && isPromptSpent && items.length > layout.tuple) break
    const mark = sampling.prompt.taken.length
    const item = nextItem(layout.schemasAt(items.length), { ...place, variant }, seen, layout.isUnique, below)
    const fromPrompt = sampling.prompt.taken.length > mark
    if (item === undefined) return items.length >= layout.min ? items : sampling.lenient ? items : undefined
    if (isEnough && !fromPrompt) break
    isPromptSpent = !fromPrompt
    if (items.length >= Math.max(layout.min, longestByPrompt)) break
    items.push(item.value)
    variant = item.variant + 1
    seen.add(JSON.stringify(item.value))
  }
  return items
}

/** Tries for a value that the list does not have yet. */
const mostTries = 40

function nextItem(
  schemas: readonly unknown[],
  place: Place,
  seen: ReadonlySet<string>,
  isUnique: boolean,
  below: SampleBelow,
): { readonly value: Json; readonly variant: number } | undefined {
  for (let variant = place.variant; variant < place.variant + mostTries; variant++) {
    const value = below(schemas, { ...place, variant })
    if (value === undefined && variant === place.variant && place.variant > 0 && !isUnique) {
      // There is no other value: the first one again.
      const first = below(schemas, { ...place, variant: 0 })
      return first === undefined ? undefined : { value: first, variant: -1 }
    }
    if (value === undefined) return undefined
    if (!isUnique || !seen.has(JSON.stringify(value))) return { value, variant }
  }
  return undefined
}

interface Layout {
  /** The number of items that have schemas of their own. */
  readonly tuple: number
  readonly min: number
  readonly max: number
  /** The number of items where none is needed. */
  readonly usual: number
  readonly isUnique: boolean
  schemasAt(index: number): readonly unknown[]
}

function layoutOf(facets: readonly Facet[]): Layout {
  const parts = facets.map(itemSchemas)
  const tuple = Math.max(0, ...parts.map((part) => part.tuple.length))
  const contained = facets.filter((facet) => facet['contains'] !== undefined)
  const needed =
    contained.length > 0
      ? highest(contained, 'minContains', contained.some((f) => f['minContains'] === undefined) ? 1 : 0)
      : 0
  const min = Math.min(Math.max(highest(facets, 'minItems', 0), needed), longestList)
  return {
    tuple,
    min,
    // Items beyond `maxContains` might match `contains` too: there are none.
    max: Math.min(
      lowest(facets, 'maxItems', Number.POSITIVE_INFINITY),
      Math.max(min, lowest(contained, 'maxContains', Number.POSITIVE_INFINITY)),
    ),
    usual: Math.max(tuple, 1),
    isUnique: facets.some((facet) => facet['uniqueItems'] === true),
    schemasAt: (index) => [
      ...parts.map(({ tuple: first, rest }) => (index < first.length ? first[index] : rest)),
      ...(index < needed ? contained.map((facet) => facet['contains']) : []),
    ],
  }
}
