import { isPlainObject, ownValue } from '../../core/json.ts'
import type { GenerateContentRequest, GenerateContentResponse, Part, ScriptPart } from '../api/message.ts'

/** An error to answer with. `status` and `details` as Google has them. */
export interface ScriptedError {
  readonly code: number
  readonly status: string
  readonly message: string
  readonly details?: readonly { readonly [key: string]: unknown }[]
}

/**
 * The reply of a step.
 *
 * - A string, or parts: the model says this. Ids and signatures are added as the model would, and a stream gets it in pieces.
 * - A response, or `{ chunks }`: sent as it is.
 * - `{ fault }`: the emulator's own answer, with this going wrong. The text is that of the header `x-toolfit-fault`.
 * - `{ error }`: an error in Google's envelope.
 * - A function of the request that returns one of these, or nothing for the emulator's own answer.
 */
export type Reply = FixedReply | ((request: GenerateContentRequest) => ReplyResult | Promise<ReplyResult>)

export type FixedReply =
  | string
  | readonly ScriptPart[]
  | GenerateContentResponse
  | { readonly chunks: readonly GenerateContentResponse[] }
  | { readonly fault: string }
  | { readonly error: ScriptedError }

export type ReplyResult = FixedReply | undefined

/** One exchange: the expected request, and the reply. */
export interface ScriptStep {
  /** Without it, any request matches. */
  readonly expect?: Expectation
  /** Without it, the emulator answers by itself. */
  readonly reply?: Reply
  /** A fault of this reply. */
  readonly fault?: string
}

/** An entry of a script: a reply to any request, or a step with the expected request. */
export type ScriptEntry = Reply | ScriptStep

/** A script that was given to the emulator. */
export interface Script {
  /** The number of steps without a request so far. */
  readonly pending: number
  /** One sentence for every request that did not match its step. */
  readonly mismatches: readonly string[]
  /** Whether every step had its request, and no request was a mismatch. */
  isDone(): boolean
  /** Throws if the script is not done, with the reason: for the end of a test. */
  assertDone(): void
}

/** The steps that have no request yet. */
export interface ScriptQueue {
  add(steps: readonly ScriptStep[]): Script
  /**
   * The step for this request. Undefined: no step is left, and the emulator answers by itself. `mismatch`: the step stays in the queue.
   */
  take(request: GenerateContentRequest): { readonly step: ScriptStep } | { readonly mismatch: string } | undefined
  clear(): void
}

interface Progress {
  readonly steps: readonly ScriptStep[]
  readonly mismatches: string[]
  next: number
}

const mostMismatches = 100

export function createScriptQueue(): ScriptQueue {
  let scripts: Progress[] = []
  return {
    add(steps) {
      const progress: Progress = { steps: [...steps], mismatches: [], next: 0 }
      scripts.push(progress)
      return handleOf(progress)
    },
    take(request) {
      const progress = scripts.find(({ steps, next }) => next < steps.length)
      const step = progress?.steps[progress.next]
      if (progress === undefined || step === undefined) return undefined
      const reason = step.expect === undefined ? undefined : findMismatch(step.expect, request)
      if (reason === undefined) {
        progress.next++
        return { step }
      }
      const mismatch = `Step ${progress.next + 1} of ${progress.steps.length} of the script expected another request: ${reason}.`
      // Bounded, because a client may retry without end.
      if (progress.mismatches.length < mostMismatches) progress.mismatches.push(mismatch)
      return { mismatch }
    },
    clear() {
      scripts = []
    },
  }
}

function handleOf(progress: Progress): Script {
  const pending = () => progress.steps.length - progress.next
  const isDone = () => pending() === 0 && progress.mismatches.length === 0
  return {
    get pending() {
      return pending()
    },
    mismatches: progress.mismatches,
    isDone,
    assertDone() {
      if (isDone()) return
      const left = pending() === 0 ? [] : [`${pending()} of ${progress.steps.length} steps were not asked for.`]
      throw new Error(`The script is not done. ${[...progress.mismatches, ...left].join(' ')}`)
    },
  }
}

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
