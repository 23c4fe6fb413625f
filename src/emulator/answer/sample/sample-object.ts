import { isPlainObject, type Json, setOwn } from '../../../core/json.ts'
import { stringForPatterns, textMatches } from '../pattern/string-for-patterns.ts'
import { conforms, dependenciesOf, propertySchemas } from './conforms.ts'
import { isMemberMentioned } from './pick-listed.ts'
import { clearNumber, clearSwitch } from './prompt-hint.ts'
import { hasClearString } from './sample-scalar.ts'
import {
  type Facet,
  highest,
  lowest,
  type Place,
  resolve,
  type SampleBelow,
  type Sampling,
  spend,
  suggestedValue,
  typesOf,
} from './sampling.ts'

/** With all optional properties means: with so many. */
const mostOptional = 60
/** Nobody declares more in earnest; looking for a value of the prompt costs something for each. */
const mostConsidered = 5000
/** Names that nobody declared share their schemas: where some have no value, none has. */
const mostRefused = 5

/** An object: what it must have, what the prompt has a value for, and more only where `minProperties` asks for it. */
export function sampleObject(
  facets: readonly Facet[],
  place: Place,
  sampling: Sampling,
  below: SampleBelow,
): Record<string, Json> | undefined {
  const required = requiredNames(facets)
  if (required.size === 0 && sampling.prompt.text === '') {
    const fits = (value: Json) => isPlainObject(value) && facets.every((facet) => conforms(value, facet, sampling))
    const suggested = suggestedValue(facets, place, fits)
    if (suggested !== undefined) return suggested as Record<string, Json>
  }
  const values = new Map<string, Json>()
  const add = (name: string): boolean => {
    const value = spend(sampling.effort) ? below(schemasFor(facets, name), { ...place, name }) : undefined
    if (value !== undefined) values.set(name, value)
    return value !== undefined
  }
  // Those that must be there choose first among the values of the prompt.
  for (const name of required) if (!add(name) && !sampling.lenient) return undefined
  const declared = declaredNames(facets)
  const most = lowest(facets, 'maxProperties', Number.POSITIVE_INFINITY)
  addOptional(
    declared.filter((name) => !required.has(name)),
    most,
    values,
    add,
    facets,
    place,
    sampling,
  )
  addMissing(facets, declared, values, add, place, sampling)
  return inOrder(values, facets, declared)
}

function addOptional(
  optional: readonly string[],
  most: number,
  values: ReadonlyMap<string, Json>,
  add: (name: string) => boolean,
  facets: readonly Facet[],
  place: Place,
  sampling: Sampling,
): void {
  const wanted = place.full
    ? optional.slice(0, mostOptional)
    : optional.slice(0, mostConsidered).filter((name) => hasPromptValue(name, schemasFor(facets, name), sampling))
  for (const name of wanted) if (values.size < most) add(name)
  closeDependencies(facets, values, add)
}

/** Names that other names ask for. */
function closeDependencies(
  facets: readonly Facet[],
  values: ReadonlyMap<string, Json>,
  add: (name: string) => boolean,
): void {
  const rules = facets.flatMap(dependenciesOf).filter(([, needs]) => Array.isArray(needs))
  for (let changed = rules.length > 0; changed; ) {
    changed = false
    for (const [name, needs] of rules) {
      if (!values.has(name)) continue
      for (const need of needs as unknown[])
        if (typeof need === 'string' && !values.has(need)) changed = add(need) || changed
    }
  }
}

/** Fills up to `minProperties`; a record gets one entry, so that there is something to see. */
function addMissing(
  facets: readonly Facet[],
  declared: readonly string[],
  values: ReadonlyMap<string, Json>,
  add: (name: string) => boolean,
  place: Place,
  sampling: Sampling,
): void {
  const isRecord = declared.length === 0 && facets.some(saysRecord)
  const most = lowest(facets, 'maxProperties', Number.POSITIVE_INFINITY)
  const min = Math.min(Math.max(highest(facets, 'minProperties', 0), isRecord ? 1 : 0), most)
  for (const name of declared) if (values.size < min && !values.has(name)) add(name)
  if (values.size >= min) return
  let refused = 0
  for (const name of madeUpNames(facets, place.variant, sampling)) {
    if (values.size >= min || refused > mostRefused || !spend(sampling.effort)) return
    if (!values.has(name) && !add(name)) refused++
  }
}

function saysRecord({ additionalProperties, patternProperties }: Facet): boolean {
  return (
    isPlainObject(additionalProperties) ||
    (isPlainObject(patternProperties) && Object.keys(patternProperties).length > 0)
  )
}

function requiredNames(facets: readonly Facet[]): Set<string> {
  const names = facets.flatMap(({ required }) => (Array.isArray(required) ? required : []))
  return new Set(names.filter((name) => typeof name === 'string'))
}

function declaredNames(facets: readonly Facet[]): string[] {
  return [...new Set(facets.flatMap(({ properties }) => (isPlainObject(properties) ? Object.keys(properties) : [])))]
}

function schemasFor(facets: readonly Facet[], name: string): unknown[] {
  return facets.flatMap((facet) => propertySchemas(facet, name))
}

/** As `propertyOrdering` has it, then as declared, then as required. */
function inOrder(
  values: ReadonlyMap<string, Json>,
  facets: readonly Facet[],
  declared: readonly string[],
): Record<string, Json> {
  const ordering = facets.flatMap(({ propertyOrdering }) => (Array.isArray(propertyOrdering) ? propertyOrdering : []))
  const object: Record<string, Json> = {}
  for (const name of [...ordering, ...declared, ...values.keys()]) {
    if (typeof name !== 'string' || Object.hasOwn(object, name)) continue
    const value = values.get(name)
    if (value !== undefined) setOwn(object, name, value)
  }
  return object
}

/**
 * Names of properties that nobody declared, without end where there is one: as `propertyNames` lists them, as it or `patternProperties`
 * writes them, else `key_1`, `key_2` … where the object is open. Some come twice.
 */
function* madeUpNames(facets: readonly Facet[], start: number, sampling: Sampling): Generator<string> {
  const rules = facets.map((facet) => facet['propertyNames']).filter((rule) => rule !== undefined)
  const fits = (name: string) => rules.every((rule) => conforms(name, rule, sampling))
  const listed = rules.flatMap((rule) => (isPlainObject(rule) && Array.isArray(rule['enum']) ? rule['enum'] : []))
  if (listed.length > 0) {
    yield* listed.filter((name) => typeof name === 'string' && fits(name))
    return
  }
  const { patterns, isClosed, min } = namesOf(facets, rules)
  if (patterns.length === 0 && isClosed) return
  for (let index = start; sampling.effort.left > 0; index++) {
    const made =
      patterns.length === 0
        ? undefined
        : stringForPatterns(patterns, { min, max: longestName, variant: index % mostVariants })
    const written = made === undefined ? [] : [made, `${made}${index}`, `${index}${made}`]
    const fitting = written.filter((name) => patterns.every((pattern) => textMatches(pattern, name) === true))
    const plain = [`key_${index + 1}`, `k${index + 1}`, `key_${index + 1}`.padEnd(min, '_')]
    yield* [...fitting, ...(isClosed ? [] : plain)].filter(fits)
    // Each round costs something, also one that finds nothing.
    sampling.effort.left--
  }
}

const longestName = 200
/** After so many, a pattern has shown what it can do. */
const mostVariants = 50

interface NameRules {
  readonly patterns: readonly string[]
  readonly isClosed: boolean
  readonly min: number
}

function namesOf(facets: readonly Facet[], rules: readonly unknown[]): NameRules {
  const asked = rules.filter(isPlainObject)
  const ruled = asked.map(({ pattern }) => pattern).filter((pattern) => typeof pattern === 'string')
  const open = facets.flatMap(({ patternProperties }) =>
    isPlainObject(patternProperties) ? Object.keys(patternProperties) : [],
  )
  return {
    patterns: ruled.length > 0 ? ruled : open.slice(0, 1),
    isClosed: facets.some((facet) => facet['additionalProperties'] === false),
    min: Math.min(longestName, highest(asked, 'minLength', 1)),
  }
}

/** Whether the prompt has a value for an optional property: one that its name clearly means, or a word of its list. */
function hasPromptValue(name: string, schemas: readonly unknown[], sampling: Sampling): boolean {
  const { prompt } = sampling
  if (prompt.text === '' && prompt.known.size === 0) return false
  const mark = prompt.taken.length
  const isThere = schemas.some((schema) => speaksOf(name, plainForm(schema, sampling), sampling))
  prompt.taken.length = mark
  return isThere
}

/** Behind a reference, and without the null of an optional value. */
function plainForm(schema: unknown, { references }: Sampling): Facet | undefined {
  if (!isPlainObject(schema)) return undefined
  if (typeof schema['$ref'] === 'string') {
    const target = resolve(references, schema['$ref'])
    return isPlainObject(target) ? target : undefined
  }
  const options = [schema['anyOf'], schema['oneOf']].find(Array.isArray) as unknown[] | undefined
  const some = options?.filter((option) => isPlainObject(option) && option['type'] !== 'null')
  return some?.length === 1 ? (some[0] as Facet) : schema
}

function speaksOf(name: string, facet: Facet | undefined, sampling: Sampling): boolean {
  if (facet === undefined) return false
  if (Object.hasOwn(facet, 'const')) return false
  if (Array.isArray(facet['enum'])) return isMemberMentioned([facet], sampling.prompt)
  const fits = (value: Json) => conforms(value, facet, sampling)
  switch (typesOf([facet])[0]) {
    case 'string':
      return hasClearString([facet], name, sampling)
    case 'integer':
    case 'number':
      return clearNumber(sampling.prompt, name, fits) !== undefined
    case 'boolean':
      return clearSwitch(sampling.prompt, name) !== undefined
    case 'array':
      return speaksOf(name, plainForm(facet['items'], sampling), sampling)
    default:
      return false
  }
}
