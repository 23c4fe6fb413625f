import { isPlainObject, type Json } from '../../../core/json.ts'
import { type Branch, gather, orderOptions } from './branches.ts'
import { conforms } from './conforms.ts'
import { LoosePatterns } from './patterns.ts'
import { pickListed } from './pick-listed.ts'
import { type PromptValues, readPromptValues } from './prompt-values.ts'
import { sampleArray } from './sample-array.ts'
import { sampleObject } from './sample-object.ts'
import { sampleNumber, sampleString, sampleSwitch } from './sample-scalar.ts'
import { avoids, type Place, type Sampling, spend, spendOn, type Trail, typesOf } from './sampling.ts'

/**
 * Makes a value for a JSON Schema. Values of the prompt come first, then `default` and `example`, then made-up ones. Optional properties
 * are left out unless the prompt has a value for them. A reference is not followed into itself, so values are finite.
 *
 * The value conforms to the schema if a bounded number of steps finds such a value. Otherwise (a `oneOf` with equal branches, a pattern
 * with back references, lengths of millions, more parts than steps) it is the best value that was found.
 */
export function sampleValue(
  schema: unknown,
  prompt: PromptValues = readPromptValues(''),
  budget: Budget = createBudget(),
): Json | undefined {
  const references = { root: schema }
  const start: Place = { name: '', variant: 0, full: false }
  const trail: Trail = { target: schema, outer: undefined, length: 1 }
  const taken = prompt.taken.length
  const { patterns } = budget
  const avoided = { isMet: false }
  for (const [index, { effort, avoids, ...how }] of tries.entries()) {
    if (index === 1 && !avoided.isMet) continue
    const steps = Math.min(effort, Math.max(budget.left, leastSteps))
    const sampling = { references, prompt, patterns, effort: { left: steps }, ...(avoids && { avoided }), ...how }
    const value = sampleAll([schema], start, trail, sampling)
    budget.left -= steps - sampling.effort.left
    if (value !== undefined) return value
    prompt.taken.length = taken
  }
  return undefined
}

/** What all values of an answer may take. */
export interface Budget {
  /** Steps. */
  left: number
  readonly patterns: LoosePatterns
}

export function createBudget(): Budget {
  return { left: 150_000, patterns: new LoosePatterns() }
}

/** For each try of a value, also where those before it have taken all: enough for a usual tool. */
const leastSteps = 200

/** The requirements are relaxed from try to try. */
const tries = [
  { avoids: true, overlaps: false, lenient: false, effort: 60_000 },
  // Differs only where the first try avoided something.
  { avoids: false, overlaps: false, lenient: false, effort: 60_000 },
  { avoids: false, overlaps: true, lenient: false, effort: 20_000 },
  { avoids: false, overlaps: true, lenient: true, effort: 10_000 },
]

/** A value that satisfies all of the schemas. */
function sampleAll(schemas: readonly unknown[], place: Place, trail: Trail, sampling: Sampling): Json | undefined {
  const branch = gather(schemas, { facets: [], choices: [], trail, seen: new Set() }, sampling.references)
  if (branch === undefined || !spend(sampling.effort)) return undefined
  if (!needsCheck(branch)) return build(branch, place, sampling, () => true)
  const found: Json[] = []
  for (const attempt of attempts(place)) {
    const value = tryChoices(branch, 0, attempt, schemas, sampling, found)
    if (value !== undefined) return value
    // Other variants help only where a value did not conform. Trying more would double the time with every level.
    if (found.length === 0) break
  }
  return sampling.lenient ? found[0] : undefined
}

/** Other variants of the place, for when the first value does not conform. */
function attempts(place: Place): Place[] {
  const { variant } = place
  return [
    place,
    { ...place, variant: variant + 1 },
    { ...place, full: true },
    { ...place, full: true, variant: variant + 2 },
  ]
}

/** Keywords that restrict no value. */
const annotations: ReadonlySet<string> = new Set(
  `description title default examples example $schema $id $comment $anchor $ref $defs definitions propertyOrdering nullable
  deprecated readOnly writeOnly`.split(/\s+/),
)

/** Keywords that are followed while a value is made. */
const followed: ReadonlySet<string> = new Set(
  `type properties required additionalProperties items minItems maxItems enum const format minimum maximum minLength maxLength
  pattern`.split(/\s+/),
)

/** A value of one schema whose keywords are all followed conforms. Several schemas may contradict each other. */
function needsCheck({ facets, choices }: Branch): boolean {
  if (choices.length > 0) return true
  const asking = facets.filter((facet) => Object.keys(facet).some((keyword) => !annotations.has(keyword)))
  if (asking.length > 1) return true
  return asking.some((facet) =>
    Object.keys(facet).some((keyword) => !annotations.has(keyword) && !followed.has(keyword)),
  )
}

/** Tries the branches of `anyOf`, `oneOf` and `if` until a value conforms. The others are collected in `found`. */
function tryChoices(
  branch: Branch,
  index: number,
  place: Place,
  schemas: readonly unknown[],
  sampling: Sampling,
  found: Json[],
): Json | undefined {
  if (!spend(sampling.effort)) return undefined
  const { taken } = sampling.prompt
  const mark = taken.length
  const choice = branch.choices[index]
  if (choice === undefined) {
    return build(branch, place, sampling, (value) => {
      if (schemas.every((schema) => conforms(value, schema, sampling))) return true
      found.push(value)
      taken.length = mark
      return false
    })
  }
  for (const option of orderOptions(choice, sampling, place.variant)) {
    const next = gather(option, branch, sampling.references)
    const value = next && tryChoices(next, index + 1, place, schemas, sampling, found)
    if (value !== undefined) return value
    taken.length = mark
  }
  return undefined
}

/** Makes a value for a branch without open choices, of the first type that gives a wanted one. */
function build(branch: Branch, place: Place, sampling: Sampling, isWanted: (value: Json) => boolean): Json | undefined {
  const listed = pickListed(branch.facets, place, sampling)
  if (listed !== undefined) {
    return listed.value !== undefined && isWanted(listed.value) ? spendOn(listed.value, sampling.effort) : undefined
  }
  const { avoided } = sampling
  const isUntyped = branch.facets.every((facet) => Object.keys(facet).every((keyword) => annotations.has(keyword)))
  if (avoided !== undefined && isUntyped && avoids(avoided, branch.facets)) return undefined
  for (const type of typesOf(branch.facets)) {
    const value = buildType(type, branch, place, sampling)
    if (value !== undefined && isWanted(value)) return value
  }
  return undefined
}

function buildType(type: string, { facets, trail }: Branch, place: Place, sampling: Sampling): Json | undefined {
  const below = (schemas: readonly unknown[], inner: Place) => sampleAll(schemas, inner, trail, sampling)
  switch (type) {
    case 'object':
      return sampleObject(facets, place, sampling, below)
    case 'array':
      return sampleArray(facets, place, sampling, below)
    case 'string':
      return sampleString(facets, place, sampling)
    case 'integer':
    case 'number':
      return sampleNumber(facets, type === 'integer', place, sampling)
    case 'boolean':
      return sampleSwitch(facets, place, sampling)
    case 'null':
      return null
    default:
      return undefined
  }
}

/** A value for the arguments of a function, which are an object. */
export function sampleArguments(
  schema: unknown,
  prompt: PromptValues,
  budget?: Budget,
): Readonly<Record<string, Json>> {
  const value = sampleValue(schema, prompt, budget)
  return isPlainObject(value) ? (value as Record<string, Json>) : {}
}
