import { clearSwitch } from './prompt-hint.ts'
import type { Facet, Place, Sampling } from './sampling.ts'
import { suggestedValue } from './suggested-value.ts'

/** A boolean: what the prompt says, what the schema suggests, else false. */
export function sampleSwitch(facets: readonly Facet[], place: Place, { prompt }: Sampling): boolean {
  const wanted = clearSwitch(prompt, place.name)
  if (wanted !== undefined && place.variant === 0) return wanted
  const suggested = suggestedValue(facets, place, (value) => typeof value === 'boolean')
  return typeof suggested === 'boolean' ? suggested : place.variant % 2 === 1
}
