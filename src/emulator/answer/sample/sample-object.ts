import { isPlainObject, type Json, setOwn } from '../../../core/json.ts'
import { conforms, conformsToAll, dependenciesOf, propertySchemas } from './conforms.ts'
import { stringForPatterns } from './patterns.ts'
import { isMemberMentioned } from './pick-listed.ts'
import { clearNumber, clearSwitch } from './prompt-values.ts'
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
  spendOn,
  suggestedValue,
  typesOf,
} from './sampling.ts'

/** The number of optional properties in a full object. */
const mostOptional = 60
/** The number of properties that are looked up in the prompt. */
const mostConsidered = 5000
/** Names that are not declared share their schemas: after a few without a value, no other has one. */
const mostRefused = 5

/** An object: its required properties, those that the prompt has a value for, and more only where `minProperties` needs them. */
export function sampleObject(
  facets: readonly Facet[],
  place: Place,
  sampling: Sampling,
  below: SampleBelow,
): Record<string, Json> | undefined {
  const required = requiredNames(facets)
  if (required.size === 0 && sampling.prompt.text === '') {
    const fits = (value: Json) => isPlainObject(value) && conformsToAll(value, facets, sampling)
    const suggested = spendOn(suggestedValue(facets, place, fits), sampling.effort)
    if (suggested !== undefined) return suggested as Record<string, Json>
  }
  const values = new Map<string, Json>()
  const add = (name: string): boolean => {
    const value = spend(sampling.effort) ? below(schemasFor(facets, name, sampling), { ...place, name }) : undefined
    if (value !== undefined) values.set(name, value)
    return value !== undefined
  }
  // Required properties choose first among the values of the prompt.
  for (const name of required) if (!add(name) && !sampling.lenient) return undefined
  const declared = declaredNames(facets)
  const most = lowest(facets, 'maxProperties', Number.POSITIVE_INFINITY)
  const optional = declared.filter((name) => !required.has(name))
  const wanted = place.full
    ? optional.slice(0, mostOptional)
    : optional
        .slice(0, mostConsidered)
        .filter((name) => hasPromptValue(name, schemasFor(facets, name, sampling), sampling))
  for (const name of wanted) if (values.size < most) add(name)
  addDependencies(facets, values, add)
  // A record gets one entry.
  const isRecord = declared.length === 0 && facets.some(isRecordSchema)
  const min = Math.min(Math.max(highest(facets, 'minProperties', 0), isRecord ? 1 : 0), most)
  for (const name of declared) if (values.size < min && !values.has(name)) add(name)
  if (values.size < min) addUndeclared(madeUpNames(facets, place.variant, sampling), min, values, add, sampling)
  return inOrder(values, facets, declared)
}

/** Adds the properties that other properties depend on. */
function addDependencies(
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

function addUndeclared(
  names: Iterable<string>,
  min: number,
  values: ReadonlyMap<string, Json>,
  add: (name: string) => boolean,
  { effort }: Sampling,
): void {
  let refused = 0
  for (const name of names) {
    if (values.size >= min || refused > mostRefused || !spend(effort)) return
    if (!values.has(name) && !add(name)) refused++
  }
}

function isRecordSchema({ additionalProperties, patternProperties }: Facet): boolean {
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

function schemasFor(facets: readonly Facet[], name: string, { patterns }: Sampling): unknown[] {
  return facets.flatMap((facet) => propertySchemas(facet, name, patterns).schemas)
}

/** In the order of `propertyOrdering`, then of the declarations, then of the required names. */
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
 * Names for properties that are not declared, possibly without end: those that `propertyNames` lists, or strings for its pattern or that
 * of `patternProperties`, else `key_1`, `key_2` … where the object is open. Some come twice.
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
        : stringForPatterns(patterns, { min, max: longestName, variant: index % mostVariants }, sampling.patterns)
    const written = made === undefined ? [] : [made, `${made}${index}`, `${index}${made}`]
    const fitting = written.filter((name) =>
      patterns.every((pattern) => sampling.patterns.matches(pattern, name) === true),
    )
    const plain = [`key_${index + 1}`, `k${index + 1}`, `key_${index + 1}`.padEnd(min, '_')]
    yield* [...fitting, ...(isClosed ? [] : plain)].filter(fits)
    // A round that finds nothing costs effort too.
    sampling.effort.left--
  }
}

const longestName = 200
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

/** Whether the prompt has a value for an optional property: one that its name clearly means, or a member of its enum. */
function hasPromptValue(name: string, schemas: readonly unknown[], sampling: Sampling): boolean {
  const { prompt } = sampling
  if (prompt.text === '' && prompt.known.size === 0) return false
  const mark = prompt.taken.length
  const isFound = schemas.some((schema) => isMentioned(name, plainForm(schema, sampling), sampling))
  prompt.taken.length = mark
  return isFound
}

/** The schema that a reference leads to, or the only option beside null. */
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

function isMentioned(name: string, facet: Facet | undefined, sampling: Sampling): boolean {
  if (facet === undefined) return false
  if (Object.hasOwn(facet, 'const')) return false
  if (Array.isArray(facet['enum'])) return isMemberMentioned([facet], sampling.prompt)
  const fits = (value: Json) => conforms(value, facet, sampling) !== false
  switch (typesOf([facet])[0]) {
    case 'string':
      return hasClearString([facet], name, sampling)
    case 'integer':
    case 'number':
      return clearNumber(sampling.prompt, name, fits) !== undefined
    case 'boolean':
      return clearSwitch(sampling.prompt, name) !== undefined
    case 'array':
      return isMentioned(name, plainForm(facet['items'], sampling), sampling)
    default:
      return false
  }
}
