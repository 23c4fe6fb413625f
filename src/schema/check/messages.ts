import { findShapeProblem } from '../../core/json.ts'
import { joinPointer } from '../../core/pointer.ts'
import type { TypeName } from '../document/type-names.ts'

const longest = 60
const mostNamed = 12

/** A position in a message: `The value`, `"city"`, `/items/2/price`. */
export function subjectOf(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'The value'
  if (path.length === 1 && typeof path[0] === 'string') return quote(path[0])
  return path.reduce<string>(joinPointer, '')
}

/** A string in quotation marks, shortened if it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
}

/** A value in a message: `"12"`, `5`, `an object`. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'object' && value !== null) return kindOf(value)
  if (typeof value === 'bigint') return `${value}n`
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value)
}

/** A value with the name of its type: `the string "12"`, `the number 5`, `null`, `an array`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return `the ${typeof value} ${showValue(value)}`
  return typeof value === 'boolean' ? `the boolean ${value}` : showValue(value)
}

function kindOf(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name
  if (typeof name !== 'string' || name === 'Object') return 'an object'
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}

/** The first values of a list, as JSON. */
export function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, mostNamed).map((value) => {
    return typeof value === 'object' && value !== null ? showJson(value) : showValue(value)
  })
  return values.length > mostNamed ? `${shown.join(', ')} … (${values.length} in all)` : shown.join(', ')
}

function showJson(value: object): string {
  // Deeper values overflow `JSON.stringify`, and would be useless in a message.
  if (findShapeProblem(value, longest) !== undefined) return kindOf(value)
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

const typePhrases: Record<TypeName, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

/** `a string, a number or null`. */
export function listTypes(types: readonly TypeName[]): string {
  return joinWords(
    types.map((type) => typePhrases[type]),
    'or',
  )
}

/** `a, b or c`. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words[words.length - 1]}`
}

/** `1 item`, `2 items`. */
export function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  return `${number} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ie` : noun}s`
}
