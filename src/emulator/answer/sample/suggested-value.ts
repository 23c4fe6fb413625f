import type { Json } from '../../../core/json.ts'
import type { Facet, Place } from './sampling.ts'

/** What a schema suggests itself: `default`, `example`, then `examples`. Not for the second of several values. */
export function suggestedValue(
  facets: readonly Facet[],
  { variant }: Place,
  fits: (value: Json) => boolean,
): Json | undefined {
  const suggestions = facets.flatMap((facet) => [
    facet['default'],
    facet['example'],
    ...(Array.isArray(facet['examples']) ? facet['examples'] : []),
  ])
  return suggestions.filter((value) => value !== undefined && fits(value as Json))[variant] as Json | undefined
}
