import { isPlainObject, ownValue } from '../../core/json.ts'
import type { GenerateContentRequest, Part } from '../api/message.ts'

/**
 * What a step of a script expects of the request.
 *
 * - A regular expression: of the text of the last content. Function calls and responses in it are read as JSON.
 * - An object: the request has these fields. Lists match entry by entry; a regular expression stands for a string.
 * - A function: anything but `false` or a string is a yes. A string, or what it throws (an `expect` of Vitest), is the reason of a no.
 */
export type Expectation = RegExp | object | ((request: GenerateContentRequest) => unknown)

/** Why a request is not what was expected; undefined when it is. */
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
    const verdict = ask(request)
    if (verdict === false) return 'the function said no'
    return typeof verdict === 'string' ? verdict : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map(({ text, functionCall, functionResponse }) => text ?? JSON.stringify(functionCall ?? functionResponse ?? ''))
    .join('\n')
}

/** A regular expression with the flag `g` remembers where it was: it is asked anew each time. */
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

/** Enough to recognise a value by. */
const longest = 200

function show(value: unknown): string {
  if (value === undefined) return 'absent'
  const text = JSON.stringify(value, (_key, inner: unknown) => (inner instanceof RegExp ? String(inner) : inner)) ?? ''
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
