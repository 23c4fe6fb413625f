import { joinPointer, valueAt } from '../../../core/pointer.ts'
import type { Issue } from '../../issue.ts'

/** An issue of Zod 3 or 4, with the fields that are read. */
export interface ZodIssue {
  readonly code: string
  readonly path?: readonly PropertyKey[]
  readonly message?: string
  readonly [key: string]: unknown
}

/** Whether Zod made the issue: other libraries have no `code`, or no path of plain keys. */
export function isZodIssue(issue: unknown): issue is ZodIssue {
  const { code, path } = Object(issue) as Partial<ZodIssue>
  return typeof code === 'string' && Object.hasOwn(keywordOf, code) && Array.isArray(path)
}

/** Converts Zod's issues. `value` is the parsed value: Zod does not distinguish a wrong property from a missing one. */
export function fromZodIssues(issues: readonly ZodIssue[], value: unknown): Issue[] {
  return issues.map((issue) => fromZodIssue(issue, value))
}

export function fromZodIssue(issue: ZodIssue, value: unknown): Issue {
  const path = issue.path ?? []
  if (issue.code === 'invalid_type' && path.length > 0 && isMissing(value, path)) {
    const message = `The property ${JSON.stringify(String(path.at(-1)))} is required.${expectation(issue)}`
    return { level: 'error', pointer: pointerOf(path.slice(0, -1)), keyword: 'required', message }
  }
  const known = keywordOf[issue.code] ?? 'refine'
  const keyword = typeof known === 'string' ? known : known(issue)
  return { level: 'error', pointer: pointerOf(path), keyword, message: sentence(issue, value) }
}

/** JSON Pointer of a path of keys and indices. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((pointer, key) => joinPointer(pointer, String(key)), '')
}

/** Whether the value lacks the last key of a path. Maps and sets have no properties that could be missing. */
function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const parent = valueAt(value, pointerOf(path.slice(0, -1)))
  if (typeof parent !== 'object' || parent === null || parent instanceof Map || parent instanceof Set) return false
  return valueAt(value, pointerOf(path)) === undefined
}

const sizeKeywords: Readonly<Record<string, string>> = {
  string: 'Length',
  array: 'Items',
  set: 'Items',
  map: 'Items',
  file: 'Length',
}

function boundKeyword(side: 'min' | 'max'): (issue: ZodIssue) => string {
  return (issue) => {
    const origin = String(issue.origin ?? issue.type ?? '')
    const size = sizeKeywords[origin]
    if (size !== undefined) return side + size
    if (origin === 'date' || origin === 'bigint') return 'refine'
    return issue.inclusive === false ? `exclusive${side === 'min' ? 'Minimum' : 'Maximum'}` : `${side}imum`
  }
}

function formatKeyword(issue: ZodIssue): string {
  const format = issue.format ?? issue.validation
  // Zod 3 reports `includes`, `startsWith` and `endsWith` as an object.
  if (typeof format === 'object') return 'pattern'
  return patternFormats.has(String(format)) ? 'pattern' : 'format'
}

const patternFormats = new Set('regex starts_with ends_with includes lowercase uppercase template_literal'.split(' '))
const valueKeyword = (issue: ZodIssue) => (Array.isArray(issue.values) && issue.values.length > 1 ? 'enum' : 'const')

const keywordOf: Readonly<Record<string, string | ((issue: ZodIssue) => string)>> = {
  invalid_type: 'type',
  too_small: boundKeyword('min'),
  too_big: boundKeyword('max'),
  invalid_format: formatKeyword,
  invalid_string: formatKeyword,
  not_multiple_of: 'multipleOf',
  not_finite: 'type',
  unrecognized_keys: 'additionalProperties',
  invalid_union: (issue) => (issue.inclusive === false && Array.isArray(issue.matches) ? 'oneOf' : 'anyOf'),
  invalid_union_discriminator: 'anyOf',
  invalid_key: 'propertyNames',
  invalid_element: 'items',
  invalid_value: valueKeyword,
  invalid_literal: 'const',
  invalid_enum_value: 'enum',
  invalid_date: 'format',
  invalid_intersection_types: 'allOf',
  invalid_arguments: 'refine',
  invalid_return_type: 'refine',
  custom: 'refine',
}

/** Messages without information: Zod's own without a locale (mini), and for unions. */
const empty = new Set(['', 'Invalid input', 'Invalid', 'Required'])

function sentence(issue: ZodIssue, value: unknown): string {
  const message = issue.message ?? ''
  if (!empty.has(message)) return /[.!?]$/.test(message) ? message : `${message}.`
  const told = tell[issue.code]?.(issue, value) ?? expectation(issue).trim()
  return told === '' ? 'The value does not pass a check of the tool.' : told
}

function expectation({ expected }: ZodIssue): string {
  const isPlain = typeof expected === 'string' && expected !== 'nonoptional'
  return isPlain ? ` Expected ${expected === 'int' ? 'an integer' : expected}.` : ''
}

const list = (values: unknown) => (Array.isArray(values) ? values.map((value) => quoted(value)).join(', ') : '')
const quoted = (value: unknown) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))

const tell: Readonly<Record<string, (issue: ZodIssue, value: unknown) => string>> = {
  too_small: (issue) => `Too small: expected ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`,
  too_big: (issue) => `Too big: expected ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`,
  not_multiple_of: (issue) => `Expected a multiple of ${issue.divisor ?? issue.multipleOf}.`,
  unrecognized_keys: (issue) => `Unknown properties: ${list(issue.keys)}. Leave them out.`,
  invalid_value: (issue) => `Expected one of ${list(issue.values)}.`,
  invalid_format: (issue) => `Expected a string of format ${issue.format}.`,
  invalid_string: (issue) => `Expected a string of format ${JSON.stringify(issue.validation)}.`,
  invalid_key: () => 'The key of this property is not allowed.',
  invalid_union: unionSentence,
}

/** Describes the issues of the closest branch: the one with the deepest issues, then with the fewest. */
function unionSentence(issue: ZodIssue, value: unknown): string {
  if (typeof issue.discriminator === 'string') {
    const options = list(issue.options)
    return `No option fits this ${JSON.stringify(issue.discriminator)}.${options && ` Expected one of ${options}.`}`
  }
  if (Array.isArray(issue.matches)) return 'More than one option fits, where exactly one must.'
  const closest = branchesOf(issue).reduce<readonly ZodIssue[] | undefined>(closer, undefined)
  if (closest === undefined) return 'No option of the union fits.'
  const reasons = fromZodIssues(closest.slice(0, 3), valueAt(value, pointerOf(issue.path ?? [])))
  return `No option of the union fits. The closest: ${reasons.map(placed).join(' ')}`
}

function branchesOf(issue: ZodIssue): readonly (readonly ZodIssue[])[] {
  if (Array.isArray(issue.errors)) return issue.errors
  if (!Array.isArray(issue.unionErrors)) return []
  const depth = issue.path?.length ?? 0
  // Paths start at the root in Zod 3, at the union in Zod 4.
  return (issue.unionErrors as { issues: readonly ZodIssue[] }[]).map(({ issues }) =>
    issues.map((inner) => ({ ...inner, path: (inner.path ?? []).slice(depth) })),
  )
}

function closer(best: readonly ZodIssue[] | undefined, branch: readonly ZodIssue[]): readonly ZodIssue[] | undefined {
  if (branch.length === 0) return best
  if (best === undefined) return branch
  const depth = (issues: readonly ZodIssue[]) => Math.max(...issues.map(({ path }) => path?.length ?? 0))
  if (depth(branch) !== depth(best)) return depth(branch) > depth(best) ? branch : best
  return branch.length < best.length ? branch : best
}

const placed = ({ pointer, message }: Issue) => (pointer === '' ? message : `${pointer}: ${message}`)
