import { isPlainObject, ownValue } from '../../core/json.ts'
import type { GenerateContentRequest, Part } from '../api/message.ts'

/**
 * What a step of a script expects of the request.
 *
 * - A regular expression: of the text of the last content. Function calls and responses in it are read as JSON.
 * - An object: the request has these fields. Lists match entry by entry; a regular expression stands for a string.
 * - A function: `false`, a string or a thrown error is a mismatch; the string or the error's message is the reason. Anything else matches.
 */
export type Expectation = RegExp | object | ((request: GenerateContentRequest) => unknown)

/** Why a request does not match the expectation; undefined when it does. */
export function findMismatch(expected: Expectation, request: GenerateContentRequest): string | undefined {
  if (expected instanceof RegExp) {
    const text = textOf(request.contents?.at(-1)?.parts ?? [])
    return test(expected, text) ? undefined : `the text ${show(text)} does not match ${expected}`
  }
  return typeof expected === 'function'
    ? askFunction(expected as (request: GenerateContentRequest) => unknown, request)
    : compare(expected, request, '')
}

function askFunction(ask: (request: GenerateContentRequest) => unknown, request: GenerateContentRequest) {
  try {
    const result = ask(request)
    if (result === false) return 'the function said no'
    return typeof result === 'string' ? result : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map(({ text, functionCall, functionResponse }) => text ?? JSON.stringify(functionCall ?? functionResponse ?? ''))
    .join('\n')
}

/** A regular expression with the flag `g` or `y` has state: each test uses a copy without them. */
function test(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text)
}

function compare(expected: unknown, actual: unknown, path: string): string | undefined {
  const place = path === '' ? 'the request' : path
  if (expected instanceof RegExp) {
    return typeof actual === 'string' && test(expected, actual)
      ? undefined
      : `${place} is ${show(actual)}, which does not match ${expected}`
  }
  if (Array.isArray(expected)) return compareLists(expected, actual, path, place)
  if (isPlainObject(expected)) {
    if (!isPlainObject(actual)) return `${place} is ${show(actual)}, not ${show(expected)}`
    return first(Object.keys(expected), (key) =>
      compare(expected[key], ownValue(actual, key), path === '' ? key : `${path}.${key}`),
    )
  }
  return Object.is(expected, actual) ? undefined : `${place} is ${show(actual)}, not ${show(expected)}`
}

function compareLists(expected: readonly unknown[], actual: unknown, path: string, place: string): string | undefined {
  if (!Array.isArray(actual)) return `${place} is ${show(actual)}, not ${show(expected)}`
  if (actual.length !== expected.length) {
    return `${place} has ${actual.length} ${actual.length === 1 ? 'entry' : 'entries'}, not ${expected.length}`
  }
  return first([...expected.keys()], (index) => compare(expected[index], actual[index], `${path}[${index}]`))
}

function first<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** The length at which a shown value is cut. */
const longest = 200

function show(value: unknown): string {
  if (value === undefined) return 'absent'
  const text = JSON.stringify(value, (_key, inner: unknown) => (inner instanceof RegExp ? String(inner) : inner)) ?? ''
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
