import type { Json } from '../../../core/json.ts'
import { lengthOf, stringForPatterns } from '../pattern/string-for-patterns.ts'
import { splitName } from '../words.ts'
import { conforms } from './conforms.ts'
import { sampleFormat } from './formats.ts'
import { clearString, possibleString } from './prompt-hint.ts'
import { type Facet, highest, lowest, type Place, type Sampling } from './sampling.ts'
import { suggestedValue } from './suggested-value.ts'

/** Nobody needs a longer string of a sampler, whatever `minLength` says. */
const longestString = 10_000

export function sampleString(facets: readonly Facet[], place: Place, sampling: Sampling): string | undefined {
  const fits = (value: Json) => typeof value === 'string' && facets.every((facet) => conforms(value, facet, sampling))
  const format = facets.map((facet) => facet['format']).find((value) => typeof value === 'string')
  const { prompt } = sampling
  const wanted =
    jsonText(facets, fits) ??
    clearString(prompt, place.name, format, fits) ??
    possibleString(prompt, place.name, fits) ??
    suggestedValue(facets, place, (value) => typeof value === 'string' && fits(value))
  if (typeof wanted === 'string') return wanted
  const made = makeString(facets, format, place)
  if (made !== undefined && (sampling.lenient || fits(made))) return made
  return sampling.lenient ? filler(place, 0, longestString) : undefined
}

const wantsJson =
  /\bJSON\b[^.]{0,40}?(\bobject\b|\barray\b|\blist\b|[{[])|\b(object|array|list)\b[^.]{0,20}\bas JSON\b/i

/** A model reads descriptions, too: where one asks for an object or a list as JSON text, words would be wrong. The emptiest will do. */
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
  const fits = (value: Json) => facets.every((facet) => conforms(value, facet, sampling))
  return clearString(sampling.prompt, name, format, fits) !== undefined
}

function makeString(facets: readonly Facet[], format: string | undefined, place: Place): string | undefined {
  const min = Math.min(highest(facets, 'minLength', 0), longestString)
  const max = lowest(facets, 'maxLength', Number.POSITIVE_INFINITY)
  const patterns = facets.map((facet) => facet['pattern']).filter((value) => typeof value === 'string')
  const formatted = format === undefined ? undefined : sampleFormat(format, place.variant)
  const fitsLength = (text: string) => lengthOf(text) >= min && lengthOf(text) <= max
  if (patterns.length === 0)
    return formatted !== undefined && fitsLength(formatted) ? formatted : filler(place, min, max)
  return stringForPatterns(patterns, { min, max, variant: place.variant }) ?? formatted
}

/** Words that say what is missing, cut or drawn out to the length. */
function filler({ name, variant }: Place, min: number, max: number): string {
  const words = ['example', ...splitName(name), ...(variant > 0 ? [String(variant + 1)] : [])].join(' ')
  const text = words.length >= min ? words : words.padEnd(min, ` ${words}`)
  if (lengthOf(text) <= max) return text
  // The end tells variants apart.
  const characters = Array.from(variant > 0 ? `${variant + 1}${text}` : text)
  return characters.slice(0, max).join('')
}
