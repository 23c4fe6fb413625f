import { ownValue } from '../../core/json.ts'
import type { Schema } from '../document/schema.ts'
import { readTypes, type TypeName } from '../document/type-names.ts'
import { describeValue, joinWords, listTypes, listValues, quote, showValue } from './messages.ts'
import type { Violation } from './violation.ts'

/** Explains why no branch accepts the value: what is allowed, and the violations of the closest branch. */
export function explainBranches(
  subject: string,
  pointer: string,
  value: unknown,
  branches: readonly Schema[],
  collected: readonly (readonly Violation[])[],
): { readonly message: string; readonly closest?: Violation } {
  const types = sharedTypes(pointer, collected)
  if (types !== undefined) return { message: `${subject} must be ${listTypes(types)}, got ${describeValue(value)}.` }
  const members = sharedMembers(pointer, branches, collected)
  if (members !== undefined) {
    return { message: `${subject} must be one of ${listValues(members)}; got ${showValue(value)}.` }
  }
  const kinds = [...new Set(branches.map(nameBranch))].slice(0, 12)
  const forms = `${subject} matches none of the ${branches.length} allowed forms (${joinWords(kinds, 'or')}).`
  const best = closestBranch(pointer, collected)
  const problem = collected[best]?.[0]
  if (problem === undefined) return { message: forms }
  const closest = problem.closest ?? problem
  return { message: `${forms} Closest to form ${best + 1}: ${closest.message}`, closest }
}

/** The types of all branches, if each fails because of the value's own type. */
function sharedTypes(pointer: string, collected: readonly (readonly Violation[])[]): TypeName[] | undefined {
  const types = new Set<TypeName>()
  for (const violations of collected) {
    const expected = violations.find((each) => each.pointer === pointer && each.keyword === 'type')?.expected
    if (expected === undefined) return undefined
    for (const type of expected) types.add(type)
  }
  return [...types]
}

/** The values of all branches, if each is a list of values. */
function sharedMembers(
  pointer: string,
  branches: readonly Schema[],
  collected: readonly (readonly Violation[])[],
): unknown[] | undefined {
  const members: unknown[] = []
  for (const [index, branch] of branches.entries()) {
    const violation = collected[index]!.find((each) => each.pointer === pointer && isValueKeyword(each.keyword))
    if (violation === undefined || typeof branch !== 'object') return undefined
    const listed = ownValue(branch, 'enum')
    if (Array.isArray(listed)) members.push(...listed)
    else if (Object.hasOwn(branch, 'const')) members.push(ownValue(branch, 'const'))
    else return undefined
  }
  return members
}

function isValueKeyword(keyword: string): boolean {
  return keyword === 'enum' || keyword === 'const'
}

function nameBranch(branch: Schema): string {
  if (typeof branch === 'boolean') return 'nothing'
  const title = ownValue(branch, 'title')
  if (typeof title === 'string' && title !== '') return quote(title)
  if (Object.hasOwn(branch, 'const')) return listValues([ownValue(branch, 'const')])
  const { types } = readTypes(ownValue(branch, 'type'))
  if (types?.length === 1 && types[0] === 'object') return describeObject(branch)
  if (types !== undefined) return listTypes(types)
  const ref = ownValue(branch, '$ref')
  return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : 'another form'
}

function describeObject(branch: object): string {
  const required = ownValue(branch, 'required')
  const names = Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : []
  return names.length === 0 ? 'an object' : `an object with ${joinWords(names.slice(0, 4).map(quote), 'and')}`
}

/** Ranks a branch: a wrong type counts most, then a wrong constant (a discriminator), then each further violation. */
function closestBranch(pointer: string, collected: readonly (readonly Violation[])[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, violations] of collected.entries()) {
    let distance = violations.length
    for (const { pointer: at, keyword } of violations) {
      if (at === pointer && keyword === 'type') distance += 10_000
      else if (isValueKeyword(keyword) && isAtOrBelow(at, pointer)) distance += 100
    }
    if (distance < least) {
      best = index
      least = distance
    }
  }
  return best
}

function isAtOrBelow(at: string, pointer: string): boolean {
  return at === pointer || !at.slice(pointer.length + 1).includes('/')
}
