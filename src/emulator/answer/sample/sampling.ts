import { asNumber, isPlainObject, type Json } from '../../../core/json.ts'
import { parseUrl } from '../../../core/parse-url.ts'
import {
  type JsonSchemaDocument,
  readJsonSchemaDocument,
  resolveReference,
} from '../../accept/schema/json-schema-document.ts'
import type { LoosePatterns } from './patterns.ts'
import type { PromptValues } from './prompt-values.ts'

/** A schema that is not a boolean. */
export type Facet = Readonly<Record<string, unknown>>

/** The state of sampling one value. */
export interface Sampling {
  readonly references: References
  readonly effort: Effort
  readonly patterns: LoosePatterns
  readonly prompt: PromptValues
  /** Whether a value may satisfy several branches of a `oneOf`: the second try, which is how Gemini reads it. */
  readonly overlaps: boolean
  /** Whether a value that does not conform is better than none: the last try. */
  readonly lenient: boolean
  /** Set in the first try: see `avoids`. */
  readonly avoided?: Avoided
}

/** The targets of references that the sampler is inside, innermost first. */
export interface Trail {
  readonly target: unknown
  readonly outer: Trail | undefined
  readonly length: number
}

/** One place in the value that is being made. */
export interface Place {
  /** The name of the property, or of the list that it is in. */
  readonly name: string
  /** Different numbers give different values where the schema leaves a choice. */
  readonly variant: number
  /** Whether objects get all optional properties. */
  readonly full: boolean
}

/** Samples what lies below a place. Undefined: no value was found. */
export type SampleBelow = (schemas: readonly unknown[], place: Place) => Json | undefined

/** The tightest value of a keyword in several schemas. */
export function highest(facets: readonly Facet[], keyword: string, otherwise: number): number {
  return facets.reduce((most, facet) => Math.max(most, asNumber(facet[keyword]) ?? most), otherwise)
}

export function lowest(facets: readonly Facet[], keyword: string, otherwise: number): number {
  return facets.reduce((least, facet) => Math.min(least, asNumber(facet[keyword]) ?? least), otherwise)
}

/** Resolves the references of one schema. The document is read at the first reference, because most tools have none. */
export interface References {
  readonly root: unknown
  document?: JsonSchemaDocument
}

/** The target of a reference. Undefined: the document has none. */
export function resolve(references: References, reference: string): unknown {
  references.document ??= readJsonSchemaDocument(references.root)
  const { document } = references
  const find = (ref: string) => resolveReference(document, ref, { definitions: true, schemasOnly: false })
  const target = find(reference) ?? find(absolute(reference, references.root))
  return typeof target === 'boolean' || isPlainObject(target) ? target : undefined
}

/** Relative to the `$id` of the document, where it has one. */
function absolute(reference: string, root: unknown): string {
  const id = isPlainObject(root) ? root['$id'] : undefined
  return (typeof id === 'string' && parseUrl(reference, id)?.href) || reference
}

/** Whether a place was avoided: a try that does not avoid it may find a value. */
export interface Avoided {
  isMet: boolean
}

/** `JSON text of type T = { name: …`, `Of type { a?: …, name: …`: a member without `?`, which the value must have. */
const namesMember = /\b(?:JSON|type)\b[^.]{0,200}?[{;,]\s{0,20}(?:"[^"]{1,100}"|[\w$]{1,100}):/i

/**
 * Whether only the description of a string or of an untyped value says which members it has, as where a recursive schema was cut.
 * No value is made from a description, so the value ends before it, if the schema allows that: by an empty list, null, or another
 * branch.
 */
export function avoids(avoided: Avoided, facets: readonly Facet[]): boolean {
  const isDescribed = facets.some(({ description }) => typeof description === 'string' && namesMember.test(description))
  if (isDescribed) avoided.isMet = true
  return isDescribed
}

/** The number of steps left for one value, because a hostile schema can need any number. */
export interface Effort {
  left: number
}

/** Takes one step. False when none is left. */
export function spend(effort: Effort): boolean {
  return --effort.left >= 0
}

/** Characters of a value that take a step: a small schema can ask for thousands of long texts. */
const charactersPerStep = 20

/** Takes the steps of a value that is not made of parts: a text, or what the schema itself has. */
export function spendOn<T extends Json | undefined>(value: T, effort: Effort): T {
  const isLong = typeof value === 'string' || (typeof value === 'object' && value !== null)
  if (isLong) effort.left -= Math.floor(charactersIn(value) / charactersPerStep)
  return value
}

function charactersIn(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length
}

/** A value that the schema suggests: `default`, `example`, then `examples`. */
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

/** Types by keywords that apply to them only, for schemas without a type. */
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

/** The types that a value may have, the most likely first. */
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
  // An unknown name allows any type.
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
