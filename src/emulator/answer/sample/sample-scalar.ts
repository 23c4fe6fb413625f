import type { Json } from '../../../core/json.ts'
import { conformsToAll } from './conforms.ts'
import { sampleFormat } from './formats.ts'
import { lengthOf, stringForPatterns } from './patterns.ts'
import { clearNumber, clearString, clearSwitch, possibleNumber, possibleString } from './prompt-values.ts'
import { avoids, type Facet, highest, lowest, type Place, type Sampling, spendOn, suggestedValue } from './sampling.ts'
import { splitName } from './words.ts'

/** No string is longer, whatever `minLength` says. */
const longestString = 10_000

export function sampleString(facets: readonly Facet[], place: Place, sampling: Sampling): string | undefined {
  return spendOn(findString(facets, place, sampling), sampling.effort)
}

function findString(facets: readonly Facet[], place: Place, sampling: Sampling): string | undefined {
  const fits = (value: Json) => typeof value === 'string' && conformsToAll(value, facets, sampling)
  const format = facets.map((facet) => facet['format']).find((value) => typeof value === 'string')
  const { prompt, avoided } = sampling
  if (avoided !== undefined && avoids(avoided, facets)) return undefined
  const wanted =
    jsonText(facets, fits) ??
    clearString(prompt, place.name, format, fits) ??
    possibleString(prompt, place.name, fits) ??
    suggestedValue(facets, place, (value) => typeof value === 'string' && fits(value))
  if (typeof wanted === 'string') return wanted
  const made = makeString(facets, format, place, sampling)
  if (made !== undefined && (sampling.lenient || fits(made))) return made
  return sampling.lenient ? filler(place, 0, longestString) : undefined
}

const wantsJson =
  /\bJSON\b[^.]{0,40}?(\bobject\b|\barray\b|\blist\b|[{[])|\b(object|array|list)\b[^.]{0,20}\bas JSON\b/i

/** `{}` or `[]` where the description asks for an object or a list as JSON text. */
function jsonText(facets: readonly Facet[], fits: (value: Json) => boolean): string | undefined {
  for (const { description } of facets) {
    const match = typeof description === 'string' ? wantsJson.exec(description) : null
    const shape = match?.[1] ?? match?.[2]
    if (shape === undefined) continue
    const text = /object|\{/i.test(shape) ? '{}' : '[]'
    if (fits(text)) return text
  }
  return undefined
}

/** Whether the prompt has a string for an optional property. Takes it, too. */
export function hasClearString(facets: readonly Facet[], name: string, sampling: Sampling): boolean {
  const format = facets.map((facet) => facet['format']).find((value) => typeof value === 'string')
  const fits = (value: Json) => conformsToAll(value, facets, sampling)
  return clearString(sampling.prompt, name, format, fits) !== undefined
}

function makeString(
  facets: readonly Facet[],
  format: string | undefined,
  place: Place,
  sampling: Sampling,
): string | undefined {
  const min = Math.min(highest(facets, 'minLength', 0), longestString)
  const max = lowest(facets, 'maxLength', Number.POSITIVE_INFINITY)
  const patterns = facets.map((facet) => facet['pattern']).filter((value) => typeof value === 'string')
  const formatted = format === undefined ? undefined : sampleFormat(format, place.variant)
  const fitsLength = (text: string) => lengthOf(text) >= min && lengthOf(text) <= max
  if (patterns.length === 0)
    return formatted !== undefined && fitsLength(formatted) ? formatted : filler(place, min, max)
  return stringForPatterns(patterns, { min, max, variant: place.variant }, sampling.patterns) ?? formatted
}

/** Words that name the property, cut or repeated to the length. */
function filler({ name, variant }: Place, min: number, max: number): string {
  const words = ['example', ...splitName(name), ...(variant > 0 ? [String(variant + 1)] : [])].join(' ')
  const text = words.length >= min ? words : words.padEnd(min, ` ${words}`)
  if (lengthOf(text) <= max) return text
  // The number goes first, because the end may be cut.
  const characters = Array.from(variant > 0 ? `${variant + 1}${text}` : text)
  return characters.slice(0, max).join('')
}

export function sampleNumber(
  facets: readonly Facet[],
  isInteger: boolean,
  place: Place,
  sampling: Sampling,
): number | undefined {
  const fits = (value: Json) =>
    typeof value === 'number' && (!isInteger || Number.isInteger(value)) && conformsToAll(value, facets, sampling)
  const { prompt } = sampling
  const wanted =
    clearNumber(prompt, place.name, fits) ?? possibleNumber(prompt, fits) ?? suggestedValue(facets, place, fits)
  if (typeof wanted === 'number') return wanted
  const found = candidates(facets, isInteger).filter(fits)
  return found[place.variant] ?? (place.variant > 0 ? undefined : found[0]) ?? (sampling.lenient ? 1 : undefined)
}

const mostSteps = 40

/** Numbers near the bounds, the plainest first. */
function candidates(facets: readonly Facet[], isInteger: boolean): number[] {
  const steps = facets.map((facet) => facet['multipleOf']).filter((value) => typeof value === 'number' && value > 0)
  const all = (steps as number[]).reduce(smallestCommon, isInteger ? 1 : 0)
  const step = all > 0 ? all : 1
  const { low, high } = boundsOf(facets)
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? Math.min(high, 0) : 1
  const up = series(Math.ceil(start / step), step, 1)
  const down = Number.isFinite(high) ? series(Math.floor(high / step), step, -1) : []
  // Without a step: numbers between bounds that are closer than one.
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

/** A boolean: what the prompt says, what the schema suggests, else false. */
export function sampleSwitch(facets: readonly Facet[], place: Place, { prompt }: Sampling): boolean {
  const wanted = clearSwitch(prompt, place.name)
  if (wanted !== undefined && place.variant === 0) return wanted
  const suggested = suggestedValue(facets, place, (value) => typeof value === 'boolean')
  return typeof suggested === 'boolean' ? suggested : place.variant % 2 === 1
}
