import type { Json } from '../../../core/json.ts'
import type { PromptValues } from './prompt-values.ts'
import type { Effort, References } from './references.ts'

/** A schema that says something. */
export type Facet = Readonly<Record<string, unknown>>

/** What is the same for every part of one value. */
export interface Sampling {
  readonly references: References
  readonly effort: Effort
  readonly prompt: PromptValues
  /** Whether a value may satisfy several branches of a `oneOf`: the second try, which is how Gemini reads it. */
  readonly overlaps: boolean
  /** Take a value that does not conform rather than none: the last try. */
  readonly lenient: boolean
}

/** Targets of references that the sampler is inside of, innermost first. */
export interface Trail {
  readonly target: unknown
  readonly outer: Trail | undefined
  readonly length: number
}

/** One place in the value that is being made. */
export interface Place {
  /** The name of the property, or of the list that it is in. */
  readonly name: string
  /** Another number, another value, where the schema leaves a choice. */
  readonly variant: number
  /** With all optional properties. */
  readonly full: boolean
}

/** Samples what lies below a place. Undefined: no value was found. */
export type SampleBelow = (schemas: readonly unknown[], place: Place) => Json | undefined

/** The tightest of what several schemas say with one keyword. */
export function highest(facets: readonly Facet[], keyword: string, otherwise: number): number {
  return facets.reduce((most, facet) => Math.max(most, numberOf(facet[keyword]) ?? most), otherwise)
}

export function lowest(facets: readonly Facet[], keyword: string, otherwise: number): number {
  return facets.reduce((least, facet) => Math.min(least, numberOf(facet[keyword]) ?? least), otherwise)
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
