import { isPlainObject, type Json, setOwn } from '../../../core/json.ts'
import { conforms, dependenciesOf, propertySchemas } from './conforms.ts'
import { hasPromptValue } from './has-prompt-value.ts'
import { madeUpNames } from './made-up-names.ts'
import { spend } from './references.ts'
import { type Facet, highest, lowest, type Place, type SampleBelow, type Sampling } from './sampling.ts'
import { suggestedValue } from './suggested-value.ts'

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
