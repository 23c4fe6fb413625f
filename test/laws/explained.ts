import type { JsonObject } from '../../src/core/json.ts'
import { joinPointer, splitPointer, valueAt } from '../../src/core/pointer.ts'
import { createValidator } from '../../src/schema/check/create-validator.ts'
import type { Violation } from '../../src/schema/check/violation.ts'
import { openDocument } from '../../src/schema/document/document.ts'
import type { Change } from '../../src/schema/index.ts'

/**
 * What a value breaks in a source, as its validator says. Of a copy without shared objects: a generated source holds some objects in
 * several places, and a violation would name the first of them.
 */
export function violationsOf(source: JsonObject): (value: unknown) => readonly Violation[] {
  const validator = createValidator(openDocument(JSON.parse(JSON.stringify(source)) as JsonObject))
  return (value) => validator.validate(value)
}

/** Finds, of what a value breaks in a source, the first thing that the changes do not account for. */
export function unexplainedBy(
  source: JsonObject,
  changes: readonly Change[],
): (violations: readonly Violation[]) => Violation | undefined {
  const isSaid = spokenPlaces(source, changes)
  // A union breaks with any branch: what each of them says has to be reported.
  const isTold = (each: Violation): boolean =>
    isExplained(each, changes) ||
    isSaid(each.schemaPointer) ||
    each.branches?.some((branch) => branch.every(isTold)) === true
  return (violations) => {
    // A branch that fails evaluates nothing: what it declares counts as unevaluated beside the failure.
    const isBecauseOfThat = ({ keyword }: Violation) => keyword.startsWith('unevaluated') && violations.some(isTold)
    return violations.find((each) => !isTold(each) && !isBecauseOfThat(each))
  }
}

/** Whether one of the changes is about the keyword that a value breaks, or about a keyword around it. */
function isExplained(violation: Violation, changes: readonly Change[]): boolean {
  const { keyword, pointer, schemaPointer = '' } = violation
  if (changes.some((change) => change.at === schemaPointer && change.keyword === keyword)) return true
  if (
    changes.some(
      (change) => change.effect !== 'encoded' && `${schemaPointer}/`.startsWith(`${change.at}/${change.keyword}/`),
    )
  )
    return true
  // `required: true` on a property is a name that the object around it requires.
  const isFlag = (at: string) =>
    at.startsWith(`${schemaPointer}/properties/`) && splitPointer(at.slice(schemaPointer.length)).length === 2
  if (keyword === 'required' && changes.some((change) => change.keyword === 'required' && isFlag(change.at)))
    return true
  // A model that writes the tool's own name instead of the wire's writes an undeclared property.
  const isRenamed = changes.some(({ code }) => code === 'property-renamed')
  return isRenamed && splitPointer(pointer).some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
}

/** JSON text may hold anything. */
export const isText = (code: string) => code.endsWith('-to-json-text') || code === 'cut-to-free-form'

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
    // A value that breaks the words of a condition is held to the other case.
    const condition = effect === 'described' ? /^(.*)\/if(?:\/|$)/s.exec(at)?.[1] : undefined
    if (condition !== undefined) for (const other of ['then', 'else']) add(joinPointer(condition, other))
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
