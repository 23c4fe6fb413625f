import type { Json, JsonObject } from '../../src/core/json.ts'
import { joinPointer, valueAt } from '../../src/core/pointer.ts'
import { createValidator } from '../../src/schema/check/create-validator.ts'
import { openDocument } from '../../src/schema/document/document.ts'
import type { Change, CompiledSchema, CompileOptions } from '../../src/schema/index.ts'
import { obedientSchema } from '../oracle/obedient-schema.ts'
import { outputAsJsonSchema, readOutput } from '../oracle/read-output.ts'
import { jsonSchemaValidator } from '../oracle/source-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { brief, isExplained, namesIn, writesDeclaredAsExtra } from './enforced.ts'

/** What a simulated model did with a tool. */
export interface Simulation {
  /** Calls that obey the output and its sentences. */
  readonly calls: number
  /** Those that `check` accepts. */
  readonly accepted: number
  readonly breach?: Breach | undefined
}

const drawn = 24

type Violation = ReturnType<ReturnType<typeof createValidator>['validate']>[number]

/**
 * A model that fills the output in at random, and heeds the sentences that a program can read. What `check` refuses breaks a
 * constraint that is only said in words, or lies in JSON text; anything else is a mistake of the compiler.
 */
export function simulateModel(source: JsonObject, seed: number, options: CompileOptions): Simulation {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined) return { calls: 0, accepted: 0 }
  const validator = createValidator(openDocument(source))
  const spoken = compiled.changes.filter(isSpoken)
  const isSaid = spokenPlaces(source, spoken)
  let accepted = 0
  const calls = obedientCalls(compiled, source, seed, options)
  for (const wire of calls) {
    const value = compiled.decode(wire)
    const violations = validator.validate(value)
    if (violations.length === 0) accepted++
    const isTold = (each: Violation) => isExplained(each, spoken) || isSaid(each.schemaPointer)
    // A branch that fails evaluates nothing: what it declares counts as unevaluated beside the failure.
    const isBecauseOfThat = ({ keyword }: Violation) => keyword.startsWith('unevaluated') && violations.some(isTold)
    const violation = violations.find((each) => !isTold(each) && !isBecauseOfThat(each) && !isUnseen(each))
    if (violation === undefined) continue
    const what = `a model that obeys breaks ${violation.keyword}`
    const breach = { what, wire, value, violation, output: compiled.schema, changes: brief(compiled) }
    return { calls: calls.length, accepted, breach }
  }
  return { calls: calls.length, accepted }
}

function obedientCalls(compiled: CompiledSchema, source: JsonObject, seed: number, { to }: CompileOptions): Json[] {
  const read = obedientSchema(outputAsJsonSchema(to, compiled.schema))
  const obeys = jsonSchemaValidator(read)
  const fitsWire = readOutput(to, compiled.schema)
  const declared = namesIn(source)
  return sampleValues(read, seed, drawn).filter(
    (wire) => fitsWire(wire) === true && obeys(wire) === true && !writesDeclaredAsExtra(wire, declared),
  )
}

/** What the model was told in words alone, or writes as text. A name that the wire does not take is nothing that it was told. */
function isSpoken({ effect, code }: Change): boolean {
  // No value has a name that is required and forbidden: such a tool cannot be called, and the report says so.
  if (code === 'required-name-undeclared' && effect === 'dropped') return true
  return effect === 'described' || effect === 'narrowed' || code === 'property-renamed' || isText(code)
}

/** A pattern that only the older syntax takes: the oracle, which reads the newer one, draws values without it. */
function isUnseen({ keyword, message }: Violation): boolean {
  const pattern = keyword === 'pattern' ? / must match the pattern (.*), got /s.exec(message)?.[1] : undefined
  if (pattern === undefined) return false
  try {
    return new RegExp(pattern, 'u') === undefined
  } catch {
    return true
  }
}

const isText = (code: string) => code.endsWith('-to-json-text') || code === 'cut-to-free-form'

/**
 * The places of a source that are said in words or are text: what the changes name, what lies under it, and what is referred to from there.
 */
function spokenPlaces(source: JsonObject, changes: readonly Change[]): (pointer: string | undefined) => boolean {
  const places = new Set<string>()
  const add = (pointer: string) => {
    if (places.has(pointer)) return
    places.add(pointer)
    JSON.stringify(valueAt(source, pointer) ?? null, (keyword, value) => {
      const isReference = keyword === '$ref' || keyword === '$dynamicRef' || keyword === '$recursiveRef'
      if (isReference && typeof value === 'string') placesOf(source, value).forEach(add)
      return value
    })
  }
  for (const { at, keyword, code, effect } of changes) {
    if (isText(code)) add(at)
    // Which of the anchors a dynamic reference means depends on the way that led to it.
    else if (code === 'dynamic-ref-resolved') placesWith(source, '$dynamicAnchor').forEach(add)
    else if (effect === 'described') add(joinPointer(at, keyword))
  }
  return (pointer) => [...places].some((place) => pointer === undefined || `${pointer}/`.startsWith(`${place}/`))
}

/** Where a reference inside the document leads: by pointer, or by anchor. */
function placesOf(source: JsonObject, reference: string): string[] {
  if (!reference.startsWith('#')) return []
  const target = decodeURIComponent(reference.slice(1))
  if (target === '' || target.startsWith('/')) return [target]
  return placesWith(source, '$anchor').filter((place) => valueAt(source, joinPointer(place, '$anchor')) === target)
}

/** Where a keyword stands. */
function placesWith(value: unknown, keyword: string, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, member]) => placesWith(member, keyword, joinPointer(pointer, key)))
  return Object.hasOwn(value, keyword) ? [pointer, ...below] : below
}
