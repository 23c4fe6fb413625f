import type { Json } from '../../../core/json.ts'
import { conforms } from './conforms.ts'
import { clearNumber, possibleNumber } from './prompt-hint.ts'
import type { Facet, Place, Sampling } from './sampling.ts'
import { suggestedValue } from './suggested-value.ts'

export function sampleNumber(
  facets: readonly Facet[],
  isInteger: boolean,
  place: Place,
  sampling: Sampling,
): number | undefined {
  const fits = (value: Json) =>
    typeof value === 'number' &&
    (!isInteger || Number.isInteger(value)) &&
    facets.every((facet) => conforms(value, facet, sampling))
  const { prompt } = sampling
  const wanted =
    clearNumber(prompt, place.name, fits) ?? possibleNumber(prompt, fits) ?? suggestedValue(facets, place, fits)
  if (typeof wanted === 'number') return wanted
  const found = candidates(facets, isInteger).filter(fits)
  return found[place.variant] ?? (place.variant > 0 ? undefined : found[0]) ?? (sampling.lenient ? 1 : undefined)
}

const mostSteps = 40

/** Numbers near the bounds that may be right, the nicest first. */
function candidates(facets: readonly Facet[], isInteger: boolean): number[] {
  const steps = facets.map((facet) => facet['multipleOf']).filter((value) => typeof value === 'number' && value > 0)
  const all = (steps as number[]).reduce(smallestCommon, isInteger ? 1 : 0)
  const step = all > 0 ? all : 1
  const { low, high } = boundsOf(facets)
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? Math.min(high, 0) : 1
  const up = series(Math.ceil(start / step), step, 1)
  const down = Number.isFinite(high) ? series(Math.floor(high / step), step, -1) : []
  // Without a step, a number between two bounds that are closer than one.
  const between = all > 0 || !Number.isFinite(low + high) ? [] : [low, high, ...fractions(low, high)]
  const nice = low <= 1 && high >= 1 ? [1] : []
  return [...new Set([...nice, ...up, ...down, ...between, 0])].map((value) => (Object.is(value, -0) ? 0 : value))
}

function series(from: number, step: number, direction: 1 | -1): number[] {
  return Array.from({ length: mostSteps }, (_, index) => (from + direction * index) * step).filter(Number.isFinite)
}

function fractions(low: number, high: number): number[] {
  return Array.from({ length: mostSteps }, (_, index) => low + ((high - low) * (index + 1)) / (mostSteps + 1))
}

function boundsOf(facets: readonly Facet[]): { low: number; high: number } {
  const numbers = (keywords: readonly string[]) =>
    facets.flatMap((facet) => keywords.map((keyword) => facet[keyword])).filter((value) => typeof value === 'number')
  return {
    low: Math.max(Number.NEGATIVE_INFINITY, ...numbers(['minimum', 'exclusiveMinimum'])),
    high: Math.min(Number.POSITIVE_INFINITY, ...numbers(['maximum', 'exclusiveMaximum'])),
  }
}

/** The least common multiple; of fractions, by trying multiples of the larger one. */
function smallestCommon(left: number, right: number): number {
  if (left === 0) return right
  const [small, large] = left < right ? [left, right] : [right, left]
  for (let count = 1; count <= 1000; count++) if (Number.isInteger((large * count) / small)) return large * count
  return left * right
}
