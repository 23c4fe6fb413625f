import { isPlainObject, showValue } from '../../core/json.ts'
import { InvalidRequest } from '../wire-error.ts'

/** Clients write null for a value that they do not set. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null
}

interface Kinds {
  readonly boolean: boolean
  readonly string: string
  readonly object: Record<string, unknown>
  readonly array: readonly unknown[]
}

const isOfKind: Readonly<Record<keyof Kinds, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  object: isPlainObject,
  array: Array.isArray,
}

/**
 * A field that may be left out.
 *
 * @throws InvalidRequest for a value of another kind.
 */
export function optional<Kind extends keyof Kinds>(param: string, value: unknown, kind: Kind): Kinds[Kind] | undefined {
  if (!isSaid(value)) return undefined
  if (isOfKind[kind](value)) return value as Kinds[Kind]
  throw wrongType(param, value, kind)
}

/**
 * A field that has to be there, and is not empty where it is a text.
 *
 * @throws InvalidRequest
 */
export function needed<Kind extends keyof Kinds>(param: string, value: unknown, kind: Kind): Kinds[Kind] {
  const found = optional(param, value, kind)
  if (found === undefined || found === '') throw missingField(param)
  return found
}

/**
 * Reads the objects of a list.
 *
 * @throws InvalidRequest where the list, or an item of it, is something else.
 */
export function mapObjects<T>(
  param: string,
  list: unknown,
  read: (item: Record<string, unknown>, param: string) => T,
): T[] {
  if (!Array.isArray(list)) throw wrongType(param, list, 'array of objects')
  return list.map((item: unknown, index) => {
    const at = `${param}[${index}]`
    if (!isPlainObject(item)) throw wrongType(at, item, 'object')
    return read(item, at)
  })
}

/** OpenAI's words for a value of the wrong type. */
export function wrongType(param: string, value: unknown, expected: string): InvalidRequest {
  const article = /^[aeiou]/.test(expected) ? 'an' : 'a'
  const message = `Invalid type for '${param}': expected ${article} ${expected}, but got ${typeName(value)} instead.`
  return new InvalidRequest(message, param, 'invalid_type')
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** OpenAI's words for a value that is not in its list. */
export function unsupportedValue(param: string, value: unknown, words: readonly string[]): InvalidRequest {
  const [last, ...rest] = words.map((word) => `'${word}'`).reverse()
  const list = rest.length === 0 ? last : `${rest.reverse().join(', ')}, and ${last}`
  const shown = typeof value === 'string' ? showValue(value).replaceAll('"', "'") : showValue(value)
  return new InvalidRequest(`Invalid value: ${shown}. Supported values are: ${list}.`, param, 'invalid_value')
}

/** OpenAI's words for a field that has to be there. */
export function missingField(param: string): InvalidRequest {
  return new InvalidRequest(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter')
}

/** OpenAI's words for a text or a list that is too long. */
export function tooLong(param: string, kind: 'array' | 'string', length: number, most: number): InvalidRequest {
  const article = kind === 'array' ? 'an' : 'a'
  const message = `Invalid '${param}': ${kind} too long. Expected ${article} ${kind} with maximum length ${most}, but got ${article} ${kind} with length ${length} instead.`
  return new InvalidRequest(message, param, `${kind}_above_max_length`)
}

/** OpenAI's words for a list that has to have an item. */
export function emptyArray(param: string): InvalidRequest {
  const message = `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`
  return new InvalidRequest(message, param, 'empty_array')
}
